"""Steps read the words of actions by the roles that their grammar gives them."""

from __future__ import annotations

import inspect
import re

import pytest

from entente.kernel import registry
from entente.kernel.grammar import Pattern

ROLE = re.compile(r"""action(?:\[|\.number\(|\.get\()"(\w+)\"""")


@pytest.mark.parametrize("name", registry.available())
def test_every_role_that_a_step_reads_is_in_its_grammar(name: str) -> None:
    for step, ask in registry.load(name).steps.asking.items():
        roles = {role for text in ask.grammar for role in Pattern(text).roles}
        for _, method in inspect.getmembers(type(ask), inspect.isfunction):
            if method.__module__.startswith("entente.kernel"):
                continue
            read = set(ROLE.findall(inspect.getsource(method)))
            assert read <= roles, (step, method.__qualname__)
