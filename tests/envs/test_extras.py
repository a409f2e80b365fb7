"""Where an extra is not installed, a sentence says which one."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    ("module", "needs", "extra"),
    [
        ("arrays", "numpy", "envs"),
        ("vector_env", "gymnasium", "envs"),
        ("episodes", "numpy", "envs"),
        ("gymnasium", "gymnasium", "envs"),
        ("masked_vector_env", "gymnasium", "envs"),
        ("openspiel", "pyspiel", "openspiel"),
        ("pettingzoo", "pettingzoo", "envs"),
        ("policy_player", "numpy", "envs"),
        ("rollouts", "ray", "ray"),
        ("spaces", "gymnasium", "envs"),
    ],
)
def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, needs: str, extra: str
) -> None:
    monkeypatch.delitem(sys.modules, f"entente.envs.{module}", raising=False)
    monkeypatch.setitem(sys.modules, needs, None)
    with pytest.raises(ModuleNotFoundError) as caught:
        import_module(f"entente.envs.{module}")
    assert str(caught.value) == (
        f"{needs} is not installed; it comes with the extra “{extra}”: make extras EXTRAS={extra}"
    )
