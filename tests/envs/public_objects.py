"""What a program holds of Entente, and pickles or copies: made again, or used first.

    python -m tests.envs.public_objects GAME

pickles and copies each kind in a process that has done nothing else, and prints what failed.
"""

from __future__ import annotations

import copy
import os
import pickle
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import entente
from entente.players import PlayerView

Make = Callable[[str], object]


def match(game: str) -> entente.Match[Any, Any]:
    """A game after its first move."""
    begun = entente.Match(entente.load(game), seed="7")
    advance(begun)
    return begun


def advance(match: entente.Match[Any, Any], which: int = 0) -> None:
    """Play one of the first legal actions."""
    legal = match.position.legal_actions()
    assert legal.seat is not None
    match.act(legal.seat, legal[which])


def position(game: str) -> entente.Position[Any, Any]:
    return entente.load(game).begin(seed="7")


def view(game: str) -> object:
    return position(game).view(position(game).to_move[0])


def player(name: str) -> Make:
    return lambda game: entente.make_player(name, game, "7")


def used_player(name: str) -> Make:
    def made(game: str) -> object:
        chosen, start = entente.make_player(name, game, "7"), position(game)
        chosen.choose(PlayerView(start, start.to_move[0]))
        return chosen

    return made


def spec(game: str) -> object:
    from entente.envs.env_state import EnvSpec

    return EnvSpec(game)


def env_state(game: str) -> object:
    from entente.envs.env_state import EnvSpec

    return EnvSpec(game).begin("7")


def observer(game: str) -> object:
    from entente.envs.arrays import Observer
    from entente.envs.env_state import EnvSpec

    return Observer(EnvSpec(game))


def gymnasium_env(game: str) -> Any:
    import gymnasium

    from entente.envs.gymnasium import IDS

    (name,) = [each for each, of in IDS.items() if of == game]
    return gymnasium.make(name, opponent="random")


def aec_env(game: str) -> Any:
    from entente.envs import pettingzoo

    return pettingzoo.aec_env(game)


def parallel_env(game: str) -> Any:
    from entente.envs import pettingzoo

    return pettingzoo.parallel_env(game)


def several(game: str) -> Any:
    from entente.envs.gymnasium import vector_env

    return vector_env(game, num_envs=2, processes=False)


def reset(make: Callable[[str], Any]) -> Make:
    def made(game: str) -> object:
        env = make(game)
        env.reset(seed=7)
        return env

    return made


OBJECTS: dict[str, Make] = {
    "game": entente.load,
    "info": lambda game: entente.load(game).info,
    "position": position,
    "match": match,
    "view": view,
    "decision": lambda game: position(game).decisions[0],
    "legal actions": lambda game: position(game).legal_actions(),
    **{f"player {name}": player(name) for name in ("random", "greedy", "easy", "normal", "hard")},
    **{f"used {name}": used_player(name) for name in ("random", "greedy", "easy")},
    "EnvSpec": spec,
    "EnvState": env_state,
    "Observer": observer,
    "Gymnasium": gymnasium_env,
    "Gymnasium, reset": reset(gymnasium_env),
    "several": several,
    "several, reset": reset(several),
    "AEC": aec_env,
    "AEC, reset": reset(aec_env),
    "parallel": parallel_env,
    "parallel, reset": reset(parallel_env),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@cache
def use_everything(game: str) -> None:
    """Do what fills the caches of a game: load a state, unpickle a position, analyse."""
    loaded, start = entente.load(game), position(game)
    loaded.load(loaded.save(start.state))
    WAYS["pickle"](start)
    start.view(start.to_move[0])
    start.text()
    start.legal_actions()


def main(game: str) -> None:
    import gymnasium  # noqa: F401  (the children need not import what is not ours)
    import pettingzoo  # noqa: F401

    for name, make in OBJECTS.items():
        child = os.fork()
        if not child:
            for way, twin in WAYS.items():
                try:
                    twin(make(game))
                except BaseException as error:  # noqa: BLE001  (any failure is reported)
                    print(f"{name}, {way}: {error!r}", flush=True)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1])
