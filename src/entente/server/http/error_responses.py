"""Error responses: always `key`, `args`, and a sentence in the reader's language."""

from __future__ import annotations

import logging

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm.exc import StaleDataError
from starlette.exceptions import HTTPException

from entente.kernel import Message, say
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of
from entente.server.http.negotiation import preferred_language
from entente.server.http.typed_routes import Json, to_json
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.grouped_commits import OutcomeUnknown
from entente.server.storage.integrity import is_damage

SERVER = "entente.server"
AGAIN = 5  # seconds for Retry-After
log = logging.getLogger("entente.requests")


class ErrorAnswer(msgspec.Struct):
    """A problem: `text` is for people, `key` for programs."""

    key: str
    args: dict[str, Argument]
    text: str


def reader_language(request: Request) -> str:
    """Return the language the client asks for."""
    return preferred_language(request.headers.get("accept-language", ""))


def problem_answer(request: Request, error: Exception) -> Json:
    """Return a problem as JSON."""
    assert isinstance(error, Problem)
    wait = error.message.args.get("seconds") if error.status in (429, 503) else None
    headers = {"retry-after": str(wait)} if wait is not None else {}
    return _answer(request, error.status, error.message, headers)


def no_database(request: Request, error: Exception) -> Json:
    """Report a temporary server error: the database is down, full, or out of connections."""
    log.error("the database does not answer", exc_info=error)
    return problem_answer(request, Problem(503, "database", seconds=AGAIN))


def other_database_error(request: Request, error: Exception) -> Json:
    """Report damage to the database, which the operator must repair; other errors are our bugs."""
    if not is_damage(error):
        raise error
    services: Services = request.app.state.services
    services.integrity.note(error)
    return problem_answer(request, Problem(503, "damaged"))


def outcome_unknown(request: Request, error: Exception) -> Json:
    """Report that the database failed during the commit. The client must check first."""
    log.error("it is not known whether a request was carried out", exc_info=error)
    return problem_answer(request, Problem(503, "outcome_unknown"))


def unstorable(request: Request, error: Exception) -> Json:
    """Report a value that passed validation and cannot be stored: NUL, or too large a number."""
    log.warning("the database refused a value: %s", type(error).__name__)
    return problem_answer(request, Problem(422, "unstorable"))


def conflict(request: Request, error: Exception) -> Json:
    """Two requests conflicted, or the target has been deleted.

    Only the statement is logged: PostgreSQL's error text repeats what was sent.
    """
    log.warning("a request conflicted with another: %s", getattr(error, "statement", None) or error)
    return problem_answer(request, Problem(409, "at_once"))


def unreadable(request: Request, error: Exception) -> Json:
    """Report an invalid request, without repeating what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:100]
    if first["type"] == "extra_forbidden":
        field = where.removeprefix("body.")
        return _answer(request, 422, say("problem.unknown_field", field=field))
    problem = say("problem.request", where=where, reason=str(first["msg"])[:200])
    return _answer(request, 422, problem)


def refused(request: Request, error: Exception) -> Json:
    """Report an error of the framework: no such path, no such method."""
    assert isinstance(error, HTTPException)
    key = {404: "path", 405: "method"}.get(error.status_code, "unknown_request")
    problem = Message(f"problem.{key}", {})
    return _answer(request, error.status_code, problem, dict(error.headers or {}))


def unforeseen(request: Request) -> Json:
    """Report an unexpected error; the details are in the log, not in the response."""
    return _answer(request, 500, Message("problem.unforeseen", {}))


def _answer(
    request: Request, status: int, message: Message, headers: dict[str, str] | None = None
) -> Json:
    text = catalog_of(SERVER, reader_language(request)).line(message)
    return Json(to_json(ErrorAnswer(message.key, message.args, text)), status, headers)


def add_error_answers(app: FastAPI) -> None:
    app.add_exception_handler(Problem, problem_answer)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(DataError, unstorable)
    app.add_exception_handler(OutcomeUnknown, outcome_unknown)
    for late in (IntegrityError, StaleDataError):
        app.add_exception_handler(late, conflict)
    app.add_exception_handler(DatabaseError, other_database_error)
    for error in (OperationalError, NoConnection):
        app.add_exception_handler(error, no_database)
