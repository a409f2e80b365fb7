"""The page's types: what each kind of schema becomes in TypeScript."""

from __future__ import annotations

import re
from typing import Any

import pytest

from entente.kernel import registry
from entente.kernel.board_svg import NoFacts
from scripts.client_types import declaration, module, type_of
from tests.server.shapes import document

REF = "#/components/schemas/"
TEXT, NUMBER = {"type": "string"}, {"type": "number"}


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"enum": ["open", "over"], "type": "string"}, "'open' | 'over'"),
        ({"enum": ["it's"]}, "'it\\'s'"),
        ({"$ref": REF + "Line"}, "Line"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"anyOf": [TEXT, NUMBER]}}, "(string | number)[]"),
        ({"type": "array", "prefixItems": [NUMBER, TEXT]}, "[number, string]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        ({}, "unknown"),
    ],
)
def test_a_schema_becomes_a_type(schema: Any, kind: str) -> None:
    assert type_of(schema) == kind


def test_a_mapping_of_known_keys_has_them_all_only_where_that_is_said() -> None:
    schema = {
        "type": "object",
        "propertyNames": {"enum": ["red", "blue"]},
        "additionalProperties": {"type": "boolean"},
    }
    assert type_of(schema) == "Partial<Record<'red' | 'blue', boolean>>"
    schema["required"] = ["red", "blue"]
    assert type_of(schema) == "Record<'red' | 'blue', boolean>"


def test_optional_fields_of_a_request_are_optional() -> None:
    schema = {
        "description": "Ask.",
        "properties": {"seat": {"type": "string"}, "id": {"type": "string"}},
        "required": ["seat"],
    }
    lines = ["/** Ask. */", "export interface Why {", "  seat: string;", "  id?: string;", "}\n"]
    assert list(declaration("Why", schema)) == lines


@pytest.fixture(scope="module")
def types() -> str:
    return module(document())


def test_menus_and_frames_are_distinguished_by_their_tag(types: str) -> None:
    menus = "Choose | Amount | Pick | Slots | Form | Text | OneOf | ListOf"
    assert f"export type Menu = {menus};" in types
    assert "export type Incoming = Act | Undo | Check | ActionOptionsRequest | Sync;" in types
    for tag in ("choose", "amount", "pick", "slots", "form", "state", "refused", "message", "act"):
        assert f"  type: '{tag}';" in types
    assert "  menu: Menu;" in types


def test_answers_leave_nothing_out(types: str) -> None:
    seen = types.partition("export interface SeatState {")[2].partition("}")[0]
    assert "?:" not in seen
    assert "  draft: string;" in seen
    assert "  prompts: Prompt[];" in seen


def test_every_game_has_its_view_and_its_facts(types: str) -> None:
    views = types.partition("export interface Views {")[2].partition("}")[0]
    for game in registry.available():
        name = game.capitalize()
        assert f"  {game}: {name}View;" in views
        assert f"export interface {name}View extends View {{" in types
        if registry.load(game).presentation.facts_type is not NoFacts:  # it has a drawn board
            assert f"export interface {name}Facts {{" in types


def test_nothing_is_of_an_unknown_type_but_a_request(types: str) -> None:
    unknown = [line for line in types.splitlines() if re.search(r"\bunknown[;>]", line)]
    assert set(unknown) == {"  time_control?: Record<string, unknown>;"}
