"""What several tests of the kernel need."""

from __future__ import annotations

import pytest

from entente.kernel import Chance, State


@pytest.fixture
def bare_state() -> State:
    """A state with nothing in it."""
    return State(options={}, chance=Chance("7"))
