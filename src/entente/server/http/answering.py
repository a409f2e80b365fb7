"""Routes whose answers are declared: msgspec writes them, and OpenAPI tells their shape.

A route says in its signature what it answers with: structs, lists of them, None. One that hands
out pages written before says it as `response_model`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

import msgspec
from fastapi import Response
from fastapi.datastructures import DefaultPlaceholder
from fastapi.routing import APIRoute

NO_CONTENT = 204
_encoder = msgspec.json.Encoder()


class Json(Response):
    """An answer that is JSON already."""

    media_type = "application/json"


class AnsweringRoute(APIRoute):
    """A route with a declared answer; None where it answers with text, or with nothing."""

    answer: Any = None

    def __init__(self, path: str, endpoint: Callable[..., Any], **rest: Any) -> None:
        given = rest.pop("response_model", None)
        returned = get_type_hints(endpoint, include_extras=True).get("return")
        if isinstance(rest.get("response_class"), type) or rest.get("status_code") == NO_CONTENT:
            pass  # a text of its own kind, or none
        elif isinstance(returned, type) and issubclass(returned, Response):
            self.answer = None if isinstance(given, DefaultPlaceholder) else given
            rest["response_class"] = Json
        else:
            self.answer = returned
            endpoint, rest["response_class"] = writing(endpoint), Json
        super().__init__(path, endpoint, response_model=None, **rest)


def writing(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """The same endpoint, its answer written as JSON. FastAPI leaves a text as it is."""
    if inspect.iscoroutinefunction(endpoint):

        @wraps(endpoint)
        async def later(*args: Any, **kwargs: Any) -> str:
            return written(await endpoint(*args, **kwargs))

        return later

    @wraps(endpoint)
    def now(*args: Any, **kwargs: Any) -> str:
        return written(endpoint(*args, **kwargs))

    return now


def written(answer: object) -> str:
    return _encoder.encode(answer).decode()
