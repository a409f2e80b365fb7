"""What went wrong with a request, as an answer: always `key`, `args`, and a sentence in the
reader's language."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from entente.kernel import Message, say
from entente.kernel.text import LANGUAGES, catalog_of
from entente.server.problem import Problem

SERVER = "entente.server"


class ErrorAnswer(BaseModel):
    """A problem: `text` is for people, `key` for programs."""

    key: str
    args: dict[str, Any]
    text: str


# What any route may answer instead of what it is there for.
INSTEAD = (400, 401, 403, 404, 405, 409, 410, 413, 422, 429)


def reader_language(request: Request) -> str:
    """The language a reader asks for."""
    wanted = request.headers.get("accept-language", "")[:2].lower()
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def problem_answer(request: Request, error: Exception) -> JSONResponse:
    """A problem as JSON."""
    assert isinstance(error, Problem)
    return _answer(request, error.status, error.message)


def unreadable(request: Request, error: Exception) -> JSONResponse:
    """A request that does not say what it must. What was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    problem = say("problem.request", where=where[:100], reason=str(first["msg"])[:200])
    return _answer(request, 422, problem)


def refused(request: Request, error: Exception) -> JSONResponse:
    """What the framework itself refuses: no such path, no such method."""
    assert isinstance(error, HTTPException)
    key = {404: "path", 405: "method"}.get(error.status_code, "unknown_request")
    problem = Message(f"problem.{key}", {})
    return _answer(request, error.status_code, problem, dict(error.headers or {}))


def unforeseen(request: Request) -> JSONResponse:
    """An error of ours; what it was is in the log, not in the answer."""
    return _answer(request, 500, Message("problem.unforeseen", {}))


def _answer(
    request: Request, status: int, message: Message, headers: dict[str, str] | None = None
) -> JSONResponse:
    text = catalog_of(SERVER, reader_language(request)).line(message)
    body = {"key": message.key, "args": dict(message.args), "text": text}
    return JSONResponse(body, status, headers)


def add_error_answers(app: FastAPI) -> None:
    app.add_exception_handler(Problem, problem_answer)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(HTTPException, refused)
    app.openapi = partial(_described, app)  # type: ignore[method-assign]


def _described(app: FastAPI) -> dict[str, Any]:
    """The API's description, with what any route may answer. That is added here, when somebody
    asks: with every route it would have to be worked out at every start."""
    if app.openapi_schema is None:
        schema = FastAPI.openapi(app)
        schema["components"]["schemas"]["ErrorAnswer"] = ErrorAnswer.model_json_schema()
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}
        for operations in schema["paths"].values():
            for operation in operations.values():
                operation["responses"] |= {
                    str(status): {"description": HTTPStatus(status).phrase, "content": content}
                    for status in INSTEAD
                }
    return FastAPI.openapi(app)
