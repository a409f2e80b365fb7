"""Environments for learning and search, one module per library.

`pettingzoo` is multi-agent, `openspiel` registers OpenSpiel games, `gymnasium` has one agent and
computer opponents, `rollouts` runs on Ray. All are built on `EnvState`: a game by action ids,
with array observations. `vector_env` is Diplomacy on many boards at once. They need extras
(`pip install "entente-games[envs]"`): `envs`, `openspiel`, `ray`.

Every game is also a module named as PettingZoo's are: `from entente.envs import turmoil_v0`.
"""

from __future__ import annotations

from types import ModuleType

from entente.kernel import registry

VERSION = 0  # of observations, action ids and rewards


def __getattr__(name: str) -> ModuleType:
    game = name.removesuffix(f"_v{VERSION}")
    if game == name or game not in registry.names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from entente.envs.pettingzoo import versioned_module

    return versioned_module(f"{__name__}.{name}", game)


def __dir__() -> list[str]:
    return sorted([*globals(), *(f"{game}_v{VERSION}" for game in registry.names())])
