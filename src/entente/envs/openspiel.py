"""The games in OpenSpiel, each under its name: `pyspiel.load_game("entente_turmoil")`.

Importing this module registers them. Parameters: `options` (`"end_year:1904 players:5"`),
`max_choices`, `rare_choices` and `optional_decisions` (see `EnvSpec`), and `seeds`, the number of
seeds from which chance draws one before the first move; it determines the whole game.

All games have imperfect information, if only for the dice to come. Search them with a method that
resamples what is hidden (`resample_from_infostate`), such as ISMCTS: cloned states would reveal the
dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec

from entente.envs.extras import missing

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("openspiel", error) from None

from entente.envs.arrays import Observer
from entente.envs.env_state import MAX_CHOICES, EnvSpec, EnvState
from entente.kernel import Entry, Game, OptionValue, Seat, registry

__all__ = ["EntenteGame", "EntenteObserver", "EntenteState"]

PREFIX = "entente_"
SEEDS = 10_000

_encode = msgspec.json.Encoder(order="deterministic").encode


def parse_options(text: str) -> dict[str, OptionValue]:
    """Parse options such as `end_year:1904 players:5`; OpenSpiel reserves `=`."""
    options: dict[str, OptionValue] = {}
    for word in text.split():
        name, colon, value = word.partition(":")
        if not colon:
            raise ValueError(f"write an option as name:value, not {word!r}")
        options[name] = value
    return options


def max_choices(name: str) -> int:
    """Return the default length of an episode."""
    return int(getattr(registry.part(name, "observations"), "MAX_CHOICES", MAX_CHOICES))


def numbers_of_players(game: Game[Any, Any]) -> set[int]:
    """Return the numbers of seats that the options of a game allow."""
    changed = ({option.id: value} for option in game.info.options for value in option.values)
    return {len(game.seats(game.info.complete(options))) for options in ({}, *changed)}


def game_type(name: str) -> pyspiel.GameType:
    """Return the static description of a game."""
    game = registry.load(name)
    players = numbers_of_players(game)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=game.catalog("en").get("info.title"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "options": "",
            "max_choices": max_choices(name),
            "rare_choices": False,
            "optional_decisions": True,
            "seeds": SEEDS,
        },
    )


class EntenteGame(pyspiel.Game):
    """A game with its options, shared by all its states."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        parameters, name = dict(params or {}), self.name
        self.seeds = int(parameters.get("seeds", SEEDS))
        if self.seeds < 1:
            raise ValueError(f"seeds must be at least 1, not {self.seeds}")
        self.spec = EnvSpec(
            registry.load(name),
            parse_options(str(parameters.get("options", ""))),
            rare_choices=bool(parameters.get("rare_choices", False)),
            optional_decisions=bool(parameters.get("optional_decisions", True)),
            max_choices=int(parameters.get("max_choices", max_choices(name))),
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.spec.action_space),
            max_chance_outcomes=self.seeds,
            num_players=len(self.spec.seats),
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.spec.max_choices,
        )
        super().__init__(game_type(name), info, parameters)

    @cached_property
    def observer(self) -> Observer:
        """The observer that writes the tensors."""
        return Observer(self.spec)

    @cached_property
    def chance_distribution(self) -> list[tuple[int, float]]:
        """The seeds, equally likely."""
        return [(seed, 1 / self.seeds) for seed in range(self.seeds)]

    def new_initial_state(self) -> EntenteState:
        return EntenteState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> EntenteObserver:
        """Return an observer, as OpenSpiel asks for it."""
        if params:
            raise ValueError(f"observers take no parameters, not {sorted(params)[0]!r}")
        return EntenteObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class History:
    """A chain of choices and log entries, shared between states."""

    __slots__ = ("_known", "before", "news", "number", "seat")

    def __init__(
        self, before: History | None, seat: Seat, number: int, news: list[Entry] | None
    ) -> None:
        self.before = before
        self.seat = seat
        self.number = number
        self.news = news
        self._known: dict[Seat, bytes] = {}

    def digest_for(self, seat: Seat) -> bytes:
        """Digest of the seat's own choices and the log entries it has seen."""
        chain, link = list[History](), self
        while (known := link._known.get(seat)) is None:
            chain.append(link)
            if link.before is None:
                known = b""
                break
            link = link.before
        for link in reversed(chain):
            own = link.number if link.seat == seat else None
            seen = [entry.seen_by(seat) for entry in link.news or ()]
            if own is not None or any(message is not None for message in seen):
                visible = [message for message in seen if message is not None]
                known = blake2b(known + _encode((own, visible)), digest_size=16).digest()
            link._known[seat] = known
        return known

    def __deepcopy__(self, memo: dict[int, Any]) -> History:
        return self  # immutable

    def __reduce__(self) -> tuple[Any, ...]:
        links = list[tuple[Seat, int, list[Entry] | None]]()
        link: History | None = self
        while link is not None:
            links.append((link.seat, link.number, link.news))
            link = link.before
        return _restore_history, (links[::-1],)


def _restore_history(links: list[tuple[Seat, int, list[Entry] | None]]) -> History | None:
    """Rebuild a chain from its links."""
    past = None
    for link in links:
        past = History(past, *link)
    return past


class EntenteState(pyspiel.State):
    """A game state, or the chance node before the game that draws the seed."""

    def __init__(self, game: EntenteGame) -> None:
        super().__init__(game)
        self.game_state: EnvState | None = None
        self.history_chain: History | None = None

    @property
    def _game(self) -> EntenteGame:
        game: EntenteGame = self.get_game()
        return game

    def current_player(self) -> int:
        if self.game_state is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.game_state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        assert self.game_state.turn is not None
        return self.game_state.spec.seats.index(self.game_state.turn)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.game_state is not None
        seat = self.game_state.spec.seats[player]
        return list(self.game_state.legal_actions(seat)) if seat == self.game_state.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._game.chance_distribution

    def _apply_action(self, action: int) -> None:
        if self.game_state is None:
            self.game_state = self._game.spec.begin(str(action))
            return
        seat = self.game_state.turn
        assert seat is not None
        before = self.game_state.position.state.news
        self.game_state.choose(seat, action)
        after = self.game_state.position.state.news
        self.history_chain = History(
            self.history_chain, seat, action, after if after is not before else None
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        assert self.game_state is not None
        legal = self.game_state.legal_actions(self.game_state.spec.seats[player])
        return legal.get(action) or self.game_state.spec.action_space.label(action)

    def is_terminal(self) -> bool:
        return self.game_state is not None and self.game_state.over

    def returns(self) -> list[float]:
        if self.game_state is None or not self.game_state.over:
            return [0.0] * self.num_players()
        scores = self.game_state.scores
        return [scores[seat] for seat in self.game_state.spec.seats]

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> EntenteState:
        """Sample a state that the player cannot tell from this one."""
        twin: EntenteState = self._game.new_initial_state()
        if self.game_state is not None:
            seat = self.game_state.spec.seats[player]
            twin.game_state = self.game_state.determinize(seat, Random(int(rng() * 2**53)))
        twin.history_chain = self.history_chain
        return twin

    def observation_json(self, player: int | None) -> str:
        """Return the view of a player (None: a spectator) as JSON."""
        if self.game_state is None:
            return ""
        seat = None if player is None else self.game_state.spec.seats[player]
        partial = None if seat is None else self.game_state.partial_action(seat)
        return _encode(
            (self.game_state.view(seat), () if partial is None else partial.labels)
        ).decode()

    def memory_digest(self, player: int) -> str:
        """Digest of what a player has chosen and read so far."""
        if self.game_state is None or self.history_chain is None:
            return ""
        return self.history_chain.digest_for(self.game_state.spec.seats[player]).hex()

    def __str__(self) -> str:
        if self.game_state is None:
            return "before the first move"
        game = self.game_state.spec.game
        return game.save(self.game_state.position.state).decode()


class EntenteObserver:
    """Observations of a player: a tensor in named blocks, and JSON.

    With perfect recall there is only a string: the current view and a digest of what the player has
    chosen and read before. Without private information it is the view of a spectator.
    """

    def __init__(self, game: EntenteGame, kind: pyspiel.IIGObservationType) -> None:
        self._observer = game.observer
        self._recalls = kind.perfect_recall
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recalls:
            self.tensor = np.zeros(self._observer.size, dtype=np.float32)
            self.dict = {name: self.tensor[part] for name, part in self._observer.slices.items()}

    def set_from(self, state: EntenteState, player: int) -> None:
        """Write the tensor of a player."""
        if self.tensor is None:
            raise ValueError("perfect recall has no tensor of fixed size; use string_from")
        self.tensor.fill(0)
        if state.game_state is not None:
            seat = state.game_state.spec.seats[player] if self._private else None
            self._observer.write(state.game_state, seat, self.tensor)

    def string_from(self, state: EntenteState, player: int) -> str:
        """Return the observation of a player as a string."""
        seen = state.observation_json(player if self._private else None)
        return f"{state.memory_digest(player)} {seen}" if self._recalls else seen


# OpenSpiel holds the factory past the end of the interpreter; a class survives that.

GAMES = {
    name: type(f"{name.title()}Game", (EntenteGame,), {"name": name, "__module__": __name__})
    for name in registry.available()
}
globals().update({each.__name__: each for each in GAMES.values()})  # for pickle
for _name, _class in GAMES.items():
    pyspiel.register_game(game_type(_name), _class)
