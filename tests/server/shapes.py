"""What the server says, held against its own description."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jsonschema_rs

from entente.server.http.app import api

Json = dict[str, Any]
_COMPONENT = "#/components/schemas/"


@lru_cache(maxsize=1)
def document() -> Json:
    return api().openapi()


@lru_cache(maxsize=500)
def _answer(method: str, path: str, status: int) -> jsonschema_rs.Validator | None:
    """Return what a route answers with JSON; None: with text, or nothing."""
    content = document()["paths"][path][method]["responses"][str(status)].get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return None if schema is None else _validator(schema)


def _validator(schema: Json) -> jsonschema_rs.Validator:
    """A validator reads all that it is given: it gets only the components that are used."""
    components = document()["components"]["schemas"]
    used: Json = {}
    names = _references(schema)
    while names:
        name = names.pop()
        if name not in used:
            used[name] = components[name]
            names |= _references(components[name])
    whole = {**schema, "components": {"schemas": used}}
    return jsonschema_rs.Draft202012Validator(whole)


def _references(part: object) -> set[str]:
    """The names of the components that a part of the description refers to."""
    if isinstance(part, dict):
        here = part.get("$ref")
        found = {here.removeprefix(_COMPONENT)} if isinstance(here, str) else set()
        return found.union(*map(_references, part.values()))
    return set[str]().union(*map(_references, part)) if isinstance(part, list) else set()


@lru_cache(maxsize=4)
def _frames() -> jsonschema_rs.Validator:
    return _validator(document()["x-websockets"]["/ws/tables/{table_id}"]["outgoing"])


@lru_cache(maxsize=50)
def _of_game(part: str, game: str) -> jsonschema_rs.Validator:
    return _validator(document()[part][game])


def fields_of(method: str, path: str) -> list[str]:
    """The fields of a request's body."""
    described = document()["paths"][_route(path)][method].get("requestBody")
    if described is None:
        return []
    schema = described["content"]["application/json"]["schema"]
    names = sorted(_references(schema))  # an optional body refers to it among others
    return [*document()["components"]["schemas"][names[0]]["properties"]] if names else []


def check_answer(method: str, path: str, status: int, answer: object) -> None:
    """An answer to a request is what the description says."""
    found = _route(path.partition("?")[0])
    if found is None or method.lower() not in document()["paths"][found]:
        return  # what is no part of the description: a page, a path that there is not
    shape = _answer(method.lower(), found, status)
    if shape is not None:
        shape.validate(answer)


def check_frame(frame: Json, game: str | None) -> None:
    """A frame of a table's socket is what the description says, the game's view and
    recap too where it is known which game it is."""
    _frames().validate(frame)
    seats = frame.get("seats", {}) if frame["type"] == "state" else {}
    for seen in seats.values():
        for part, name in (("x-views", "view"), ("x-recaps", "recap")):
            if game in document()[part]:
                _of_game(part, str(game)).validate(seen[name])


@lru_cache(maxsize=2000)
def _route(path: str) -> str | None:
    """The path of the description that a path of a request is one of; one without gaps first."""
    words = path.split("/")
    fitting = [each for each in document()["paths"] if _fits(each.split("/"), words)]
    return min(fitting, key=lambda each: each.count("{"), default=None)


def _fits(pattern: list[str], words: list[str]) -> bool:
    return len(pattern) == len(words) and all(
        one.startswith("{") or one == other for one, other in zip(pattern, words, strict=True)
    )
