"""The API description: OpenAPI, with the schema of every response and frame.

FastAPI describes requests. Responses are described here from the structs themselves; so are the
websocket frames, which OpenAPI does not cover (`x-websockets`), and each game's view (`x-views`),
recap (`x-recaps`), facts of its board (`x-facts`) and card data (`x-cards`, by game and kind). The
client's types are generated from it (scripts/client_types.py).

It is built on request: building it at every start would take too long.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from functools import partial
from http import HTTPStatus
from itertools import islice
from typing import Any

import msgspec
from fastapi import FastAPI

from entente.kernel import Recap, View, registry
from entente.kernel.board_svg import Facts, NoFacts
from entente.kernel.menu import Menu
from entente.kernel.menu.deduplicate import SAME
from entente.kernel.schema_hints import DATA
from entente.server.http.error_responses import ErrorAnswer
from entente.server.http.typed_routes import TypedRoute
from entente.server.studies.sockets import StudyFrame
from entente.wire.boards import BoardsFrame
from entente.wire.called import Called
from entente.wire.frames import Incoming, Outgoing
from entente.wire.tables import TimeControl

Schema = dict[str, Any]

REF = "#/components/schemas/"
# Errors that any route may return.
ERROR_STATUSES = (400, 401, 403, 404, 405, 408, 409, 410, 413, 422, 429, 503)
# Unions with a name in the document.
UNIONS = {
    "Incoming": Incoming,
    "Outgoing": Outgoing,
    "BoardsFrame": BoardsFrame,
    "Menu": Menu,
    "TimeControl": TimeControl,
    "StudyFrame": StudyFrame,
}
REPLACED = ("HTTPValidationError", "ValidationError")  # by our error responses
ANYTHING: Schema = {
    "description": "Any JSON value.",
    "anyOf": [
        {"type": ["null", "boolean", "number", "string"]},
        {"type": "array", "items": {"$ref": REF + DATA}},
        {"type": "object", "additionalProperties": {"$ref": REF + DATA}},
    ],
}


def add_description(app: FastAPI) -> None:
    app.openapi = partial(_described, app)  # type: ignore[method-assign]


def _described(app: FastAPI) -> Schema:
    if app.openapi_schema is None:
        document = FastAPI.openapi(app)
        routes = [each for each in app.routes if isinstance(each, TypedRoute)]
        _Description(document, [each for each in routes if each.include_in_schema]).write()
    return FastAPI.openapi(app)


FOLDED = "Same"  # see entente.kernel.menu.deduplicate
FOLDED_SCHEMA: Schema = {
    "title": FOLDED,
    "description": "A menu that was written out before, within the same outermost form or list.",
    "type": "object",
    "properties": {"type": {"enum": [SAME]}, "as": {"type": "integer"}},
    "required": ["type", "as"],
}


class _Description:
    """FastAPI's document, completed with responses."""

    def __init__(self, document: Schema, routes: list[TypedRoute]) -> None:
        self.document = document
        self.routes = [route for route in routes if route.answer is not None]
        games = {name: registry.load(name) for name in registry.available()}
        views = {name: game.view_type for name, game in games.items()}
        shown = {name: game.presentation for name, game in games.items()}
        recaps = {name: each.recap_type for name, each in shown.items() if each.recap_type}
        facts = {name: each.facts_type for name, each in shown.items()}
        cards = {
            f"{name}.{kind}": row
            for name, game in games.items()
            for kind, row in game.presentation.card_types.items()
        }
        answers = [route.answer for route in self.routes]
        groups: tuple[Mapping[str, Any], ...] = (UNIONS, views, recaps, facts, cards)
        kinds = [*answers, *(kind for group in groups for kind in group.values())]
        kinds += [ErrorAnswer, NoFacts, Called]
        ordered, self.schemas = _schemas(kinds)
        schemas = iter(ordered)
        self.answers = list(islice(schemas, len(answers)))
        self.unions, self.views, self.recaps, self.facts, self.cards = (
            dict(zip(group, islice(schemas, len(group)), strict=True)) for group in groups
        )

    def write(self) -> None:
        self._complete()
        self._derive_views()
        self._gather(Recap, self.recaps)
        self._gather(Facts, {**self.facts, "": {"$ref": REF + NoFacts.__name__}})
        for name in self.schemas:
            self.schemas[name] = self._named(self.schemas[name])
        self._fold_menus()
        self._add_schemas({**self.schemas, **self.unions, DATA: ANYTHING})
        for route, answer in zip(self.routes, self.answers, strict=True):
            self._add_response(route, self._named(answer))
        self._add_errors()
        self.document["x-websockets"] = {
            "/ws/me": {"outgoing": {"$ref": REF + "Called"}},
            "/ws/tables/{table_id}": {
                "incoming": {"$ref": REF + "Incoming"},
                "outgoing": {"$ref": REF + "Outgoing"},
            },
            "/ws/studies/{study_id}": {"outgoing": {"$ref": REF + "StudyFrame"}},
            "/ws/boards": {"outgoing": {"$ref": REF + "BoardsFrame"}},
            "/ws/pairing": {"outgoing": {"$ref": REF + "PairingInfo"}},
        }
        self.document["x-views"] = self.views
        self.document["x-recaps"] = self.recaps
        self.document["x-facts"] = self.facts
        self.document["x-cards"] = self.cards

    def _complete(self) -> None:
        """Mark all fields of responses as required, also those with defaults.

        Only requests, and structs that omit defaults, may leave fields out.
        """
        incoming = {each["$ref"].removeprefix(REF) for each in self.unions["Incoming"]["anyOf"]}
        brief = incoming | _brief(msgspec.Struct)
        for name, schema in self.schemas.items():
            if "properties" in schema and name not in brief:
                unset = _unset_fields(schema)
                schema["required"] = [each for each in schema["properties"] if each not in unset]
                for field in schema["properties"].values():
                    field.pop("default", None)

    def _fold_menus(self) -> None:
        """Allow a number in place of a menu that was written out before, inside a form or list."""
        self.schemas[FOLDED] = FOLDED_SCHEMA
        again = {"$ref": REF + FOLDED}
        self.schemas["Form"]["properties"]["fields"]["additionalProperties"]["anyOf"].append(again)
        self.schemas["OneOf"]["properties"]["forms"]["items"]["anyOf"].append(again)
        self.schemas["ListOf"]["properties"]["item"]["anyOf"].append(again)

    def _derive_views(self) -> None:
        """Describe a game's view as the common view with the game's own table."""
        common = self.schemas[View.__name__]["properties"]
        for view in self.views.values():
            name = view["$ref"].removeprefix(REF)
            if name == View.__name__:
                continue
            own = self.schemas[name]
            fields = {name: f for name, f in own.pop("properties").items() if name not in common}
            del own["type"], own["required"]
            own["allOf"] = [
                {"$ref": REF + View.__name__},
                {"type": "object", "properties": fields, "required": list(fields)},
            ]

    def _gather(self, base: type, games_own: Schema) -> None:
        """Describe a type that each game has its own version of as one of theirs."""
        described = self.schemas[base.__name__]["description"]
        self.schemas[base.__name__] = {
            "description": described,
            "anyOf": _distinct(games_own.values()),
        }

    def _named(self, schema: Any) -> Any:
        """Replace unions by their names."""
        for name, union in self.unions.items():
            if schema == union:
                return {"$ref": REF + name}
        if isinstance(schema, dict):
            return {key: self._named(value) for key, value in schema.items()}
        return [self._named(each) for each in schema] if isinstance(schema, list) else schema

    def _add_schemas(self, new: Schema) -> None:
        known = self.document["components"]["schemas"]
        for name in REPLACED:
            del known[name]
        if twice := sorted(known.keys() & new.keys()):
            raise ValueError(f"two schemas have the same name: {', '.join(twice)}")
        known |= new

    def _add_response(self, route: TypedRoute, answer: Schema) -> None:
        for method in route.methods or ():
            operation = self.document["paths"][route.path_format][method.lower()]
            response = operation["responses"][str(route.status_code or HTTPStatus.OK.value)]
            response["content"]["application/json"]["schema"] = answer

    def _add_errors(self) -> None:
        content = {"application/json": {"schema": {"$ref": REF + ErrorAnswer.__name__}}}
        errors = {
            str(status): {"description": HTTPStatus(status).phrase, "content": content}
            for status in ERROR_STATUSES
        }
        for operations in self.document["paths"].values():
            for operation in operations.values():
                operation["responses"] |= errors


def _unset_fields(schema: Schema) -> set[str]:
    """Return the fields that are omitted while unset: optional, without a default."""
    required = schema.get("required", ())
    return {
        name
        for name, field in schema["properties"].items()
        if name not in required and "default" not in field
    }


def _brief(kind: type[msgspec.Struct]) -> set[str]:
    """Return the names of structs that omit defaults."""
    names = {each for below in kind.__subclasses__() for each in _brief(below)}
    return names | {kind.__name__} if kind.__struct_config__.omit_defaults else names


def _distinct(schemas: Iterable[Schema]) -> list[Schema]:
    return list({msgspec.json.encode(schema): schema for schema in schemas}.values())


def _schemas(kinds: list[Any]) -> tuple[list[Schema], Schema]:
    """Return the schemas of types, and of the structs they use.

    Types of two games with the same name get the game's prefix.
    """
    ordered, schemas = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
    names = {name: _short(name) for name in schemas if "." in name}
    if len({*schemas} - {*names} | {*names.values()}) < len(schemas):
        raise ValueError(f"structs of the server have the same name: {', '.join(sorted(names))}")
    text = msgspec.json.encode((list(ordered), schemas)).decode()
    for name, short in names.items():
        text = text.replace(f'"{name}"', f'"{short}"').replace(f'"{REF}{name}"', f'"{REF}{short}"')
    answers, schemas = msgspec.json.decode(text)
    return answers, schemas


def _short(name: str) -> str:
    modules, _, own = name.rpartition(".")
    _, _, game = modules.partition(".games.")
    return game.partition(".")[0].capitalize() + own
