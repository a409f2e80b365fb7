"""Tests of one server that run against a cluster: each request of a person goes to the next of
HAProxy and the web processes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from types import ModuleType

import pytest

Test = Callable[..., None]
OF_ONE_PROCESS = {"database", "clock", "monkeypatch", "stopped"}  # what such a test may ask for


def borrowed(*modules: ModuleType, left_out: Collection[str] = ()) -> dict[str, Test]:
    """Return the tests of modules by name, but not those that need the inside of a process."""
    return {
        name: test
        for module in modules
        for name, test in vars(module).items()
        if name.startswith("test_") and callable(test) and name not in left_out
        if not _needs_the_inside(test)
    }


def _needs_the_inside(test: Test) -> bool:
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    names_its_database = any(
        mark.name == "parametrize" and "database" in mark.args[0] for mark in marks
    )
    return names_its_database or bool(OF_ONE_PROCESS & {*inspect.signature(test).parameters})
