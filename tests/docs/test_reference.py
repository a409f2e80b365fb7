"""The API reference lists every public name, and every one of them is documented."""

from __future__ import annotations

import inspect
from functools import cached_property
from typing import Any

import pytest

import entente
from scripts.reference import FOLDER, PAGES, Public, pages, public_names

NAMES = [each for page in PAGES for each in public_names(page.package)]


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
        assert f"::: {each.place}\n" in listed if each.is_documented else f"`{each.name}`" in listed


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


def _doc(owner: type, name: str) -> str | None:
    """The docstring of a member, or of what it overrides."""
    return next((doc for kind in owner.__mro__ if (doc := _own_doc(kind, name))), None)


def _own_doc(kind: type, name: str) -> str | None:
    value = vars(kind).get(name)
    return None if value is None else inspect.getdoc(value)
