"""The API reference lists every public name, and every one of them is documented."""

from __future__ import annotations

import inspect
from functools import cached_property
from typing import Any

import pytest
from msgspec import Struct

import entente
from entente.kernel import registry
from scripts.reference import (
    FOLDER,
    FOR_AUTHORS,
    PAGES,
    Public,
    fields,
    names_of,
    pages,
    public_names,
)

OURS = ("attrition", "diplomacy", "pax", "turmoil")
NAMES = [each for page in PAGES for each in names_of(page)]
FOR_USERS = [each for page in PAGES if not page.whole for each in names_of(page)]


def members(owner: type) -> list[tuple[str, Any]]:
    """The public methods and properties that a class of ours defines."""
    kinds = (property, cached_property, classmethod, staticmethod)
    return [
        (name, value)
        for name, value in vars(owner).items()
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, kinds))
    ]


def test_the_pages_are_those_of_the_public_names() -> None:
    """After a change of an `__all__`: python -m scripts.reference."""
    for name, text in pages().items():
        assert (FOLDER / name).read_text("utf-8") == text, name
    listed = "\n".join(pages().values())
    for each in NAMES:
        shown = (f"::: {each.place}\n", f"## {each.name}\n") if each.is_documented else (each.name,)
        assert any(line in listed for line in shown), each.place


def test_the_top_level_is_complete() -> None:
    assert {each.name for each in public_names("entente")} == set(entente._PLACES)


@pytest.mark.parametrize("each", NAMES, ids=lambda each: each.name)
def test_every_public_name_has_a_docstring(each: Public) -> None:
    if not each.is_documented:
        return
    assert each.value.__doc__, each.place
    assert each.place.startswith("entente.")
    if inspect.isclass(each.value):
        bare = [name for name, _ in members(each.value) if not _doc(each.value, name)]
        assert not bare, (each.place, bare)


@pytest.mark.parametrize("each", FOR_USERS, ids=lambda each: each.name)
def test_every_field_on_the_pages_of_users_has_a_docstring(each: Public) -> None:
    is_data = inspect.isclass(each.value) and issubclass(each.value, (Struct, tuple))
    if each.is_documented and is_data:
        assert not [field.name for field in fields(each.value) if not field.doc], each.place


def test_what_only_authors_need_is_on_their_page() -> None:
    text = pages()["reference-kernel.md"]
    for place, names in FOR_AUTHORS.items():
        owner = next(each.value for each in NAMES if each.is_documented and each.place == place)
        for name in names.split():
            assert hasattr(owner, name), (place, name)
            assert f"::: {place}.{name}\n" in text


def test_the_views_of_all_games_are_public() -> None:
    listed = {each.value for each in public_names("entente.views")}
    assert listed >= {registry.load(name).view_type for name in OURS}
    assert list(registry.names()) == list(OURS)


def _doc(owner: type, name: str) -> str | None:
    """The docstring of a member, or of what it overrides."""
    return next((doc for kind in owner.__mro__ if (doc := _own_doc(kind, name))), None)


def _own_doc(kind: type, name: str) -> str | None:
    value = vars(kind).get(name)
    return None if value is None else inspect.getdoc(value)
