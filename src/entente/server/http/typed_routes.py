"""Routes with declared responses: msgspec serializes them, and OpenAPI describes them.

A route's return annotation is its response: structs, lists of structs, None. A route that returns
prepared pages declares `response_model`.

Admission (admission.py) runs before the route and before the request body is read.

A route that takes a session runs in a thread from its first query to the commit. A route that waits
for others has no session, so that no database connection is held while it waits.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, get_type_hints

import msgspec
from fastapi import Request, Response
from fastapi.datastructures import DefaultPlaceholder
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from entente.server import forbidden_words
from entente.server.http.admission import LONGEST, Admission, BodyLimit, RoutePolicy
from entente.server.http.dependencies import (
    a_reading_session,
    a_session,
    maybe_visitor,
    note_write,
    services_of,
    some_visitor,
)
from entente.server.http.limits import OF_VISITORS
from entente.server.storage.replica import REPLICA

NO_CONTENT = 204
_encoder = msgspec.json.Encoder()


class Json(Response):
    """A response that is already JSON."""

    media_type = "application/json"


class TypedRoute(APIRoute):
    """A route with a declared response; None if it returns plain text or nothing.

    Its OpenAPI operation id is the handler's name.
    """

    answer: Any = None

    def __init__(self, path: str, endpoint: Callable[..., Any], **rest: Any) -> None:
        declared = rest.pop("response_model", None)
        self.checks = [each.dependency for each in rest.pop("dependencies", None) or ()]
        returned = get_type_hints(endpoint, include_extras=True).get("return")
        write = False
        if isinstance(rest.get("response_class"), type) or rest.get("status_code") == NO_CONTENT:
            pass  # plain text of its own type, or no response
        elif isinstance(returned, type) and issubclass(returned, Response):
            self.answer = None if isinstance(declared, DefaultPlaceholder) else declared
            rest["response_class"] = Json
        else:
            self.answer = returned
            write, rest["response_class"] = True, Json
        done = serialized(endpoint, write=write)
        rest["operation_id"] = rest.get("operation_id") or endpoint.__name__
        super().__init__(path, done, response_model=None, **rest)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle, terms = super().get_route_handler(), self._terms()

        async def admitted(request: Request) -> Response:
            admission: Admission = request.app.state.admission
            await admission.admit(request, terms)
            forbidden_words.active.set(services_of(request).words)
            with admission.request_slot():
                response = await handle(request)
            note_write(request, response)
            return response

        return admitted

    def _terms(self) -> RoutePolicy:
        """Derive the route's policy from its signature."""
        wanted = _wanted(self.dependant)
        sessions = {a_session, a_reading_session}
        if inspect.iscoroutinefunction(self.endpoint) and wanted & sessions:
            raise TypeError(f"{self.path}: a route that waits must not keep a session")
        longest = getattr(self.endpoint, LONGEST, None)
        checks = [check for check in self.checks if check is not None]
        return RoutePolicy(
            checks=[check for check in checks if not hasattr(check, OF_VISITORS)],
            visitor_checks=[check for check in checks if hasattr(check, OF_VISITORS)],
            visitors=bool(wanted & {maybe_visitor, some_visitor}),
            known=some_visitor in wanted,
            body=longest is not None or self.body_field is not None,
            longest=longest or BodyLimit(),
        )


def _wanted(dependant: Dependant) -> set[Callable[..., Any]]:
    """Return everything a route depends on."""
    calls = {dependant.call} if dependant.call is not None else set()
    return calls.union(*(_wanted(each) for each in dependant.dependencies))


def serialized(endpoint: Callable[..., Any], *, write: bool) -> Callable[..., Any]:
    """Wrap an endpoint so that its result is serialized as JSON. FastAPI leaves text unchanged."""
    finish: Callable[[Any], Any] = to_json if write else _as_it_is
    if inspect.iscoroutinefunction(endpoint):

        @wraps(endpoint)
        async def later(*args: Any, **kwargs: Any) -> Any:
            return finish(await endpoint(*args, **kwargs))

        return later

    @wraps(endpoint)
    def now(*args: Any, **kwargs: Any) -> Any:
        name = next((name for name, each in kwargs.items() if isinstance(each, Session)), None)
        if name is None:
            return finish(endpoint(*args, **kwargs))
        session: Session = kwargs[name]
        attached = list(session)
        try:
            with session:  # rolls back after any error
                answer = finish(endpoint(*args, **kwargs))
                session.commit()
        except DBAPIError:
            fallback = session.info.get(REPLICA)
            if fallback is None:
                raise
            with fallback() as other:  # the replica has failed; nothing was written
                other.add_all(attached)
                answer = finish(endpoint(*args, **{**kwargs, name: other}))
        return answer

    return now


def _as_it_is(answer: Any) -> Any:
    return answer


def to_json(answer: object) -> str:
    return _encoder.encode(answer).decode()
