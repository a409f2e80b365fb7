"""Environments for learning and search, one module per library.

`pettingzoo` is multi-agent, `openspiel` registers OpenSpiel games, `gymnasium` has one agent and
computer opponents, `rollouts` runs on Ray. All are built on `EnvState`: a game by action ids,
with array observations. `vector_env` is Diplomacy on many boards at once. They need extras
(`pip install "entente-games[envs]"`): `envs`, `openspiel`, `ray`.

Every game is also a module named as PettingZoo's are: `from entente.envs import turmoil_v1`. The
number rises with each change of a game's observations, action ids or rewards.
"""

from __future__ import annotations

from types import ModuleType

from entente.envs.versions import version_of, warn_of_change
from entente.kernel import registry


def __getattr__(name: str) -> ModuleType:
    game, _, version = name.rpartition("_v")
    if game not in registry.names() or not version.isdigit():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if int(version) > version_of(game):
        raise AttributeError(f"{name} does not exist yet; use {game}_v{version_of(game)}")
    if int(version) < version_of(game):
        warn_of_change(name, f"{game}_v{version_of(game)}")
    from entente.envs.pettingzoo import versioned_module

    return versioned_module(f"{__name__}.{name}", game)


def __dir__() -> list[str]:
    return sorted([*globals(), *(f"{game}_v{version_of(game)}" for game in registry.names())])
