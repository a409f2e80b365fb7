"""The games in OpenSpiel, each under its name: `pyspiel.load_game("entente_turmoil")`.

Importing this module registers them. A game is loaded with parameters: `options` of the game as
they are typed (`"end_year:1904 players:5"`), `most` choices, `seldom`, `asides` (see `EnvSpec`),
and `seeds`, among which chance draws one before the first move: everything else follows from it.

All games are games of imperfect information, at least for the dice to come. Search in them by a
method that draws what is unknown anew (`resample_from_infostate`), such as ISMCTS: a search that
only clones states would look into the dice.
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
from entente.envs.env_state import EnvSpec, EnvState
from entente.kernel import Entry, OptionValue, Seat, registry

PREFIX = "entente_"
NAMES = {
    "attrition": "An Attrition of Souls",
    "diplomacy": "Diplomacy",
    "pax": "Pax Britannica",
    "turmoil": "Europe in Turmoil",
}
PLAYERS = {"attrition": (2, 2), "diplomacy": (2, 7), "pax": (4, 8), "turmoil": (2, 2)}
MOST = {"attrition": 5_000, "diplomacy": 10_000, "pax": 20_000, "turmoil": 5_000}
SEEDS = 10_000

_encode = msgspec.json.Encoder(order="deterministic").encode


def typed_options(text: str) -> dict[str, OptionValue]:
    """Options as they are typed: `end_year:1904 players:5`. OpenSpiel keeps `=` for itself."""
    found: dict[str, OptionValue] = {}
    for word in text.split():
        name, colon, value = word.partition(":")
        if not colon:
            raise ValueError(f"an option is written name:value, not {word!r}")
        found[name] = value
    return found


def game_type(name: str) -> pyspiel.GameType:
    """What OpenSpiel is told of a game before it is loaded."""
    least, most = PLAYERS[name]
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=NAMES[name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "options": "",
            "most": MOST[name],
            "seldom": False,
            "asides": True,
            "seeds": SEEDS,
        },
    )


class EntenteGame(pyspiel.Game):
    """A game with its options: what stays the same in all its states."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given, name = dict(params or {}), self.name
        self.seeds = int(given.get("seeds", SEEDS))
        if self.seeds < 1:
            raise ValueError(f"there must be a seed at least: not {self.seeds}")
        self.setting = EnvSpec(
            registry.load(name),
            typed_options(str(given.get("options", ""))),
            seldom=bool(given.get("seldom", False)),
            asides=bool(given.get("asides", True)),
            most=int(given.get("most", MOST[name])),
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.numbers),
            max_chance_outcomes=self.seeds,
            num_players=len(self.setting.seats),
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.setting.most,
        )
        super().__init__(game_type(name), info, given)

    @cached_property
    def rows(self) -> Observer:
        """Writes the tensors."""
        return Observer(self.setting)

    @cached_property
    def draws(self) -> list[tuple[int, float]]:
        """The seeds, each as likely as the other."""
        return [(seed, 1 / self.seeds) for seed in range(self.seeds)]

    def new_initial_state(self) -> EntenteState:
        return EntenteState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> EntenteObserver:
        if params:
            raise ValueError(f"observers have no parameters: not {sorted(params)[0]!r}")
        return EntenteObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class Past:
    """What has happened, as a chain that states share: each link is a choice and what was told."""

    __slots__ = ("_known", "before", "news", "number", "seat")

    def __init__(
        self, before: Past | None, seat: Seat, number: int, news: list[Entry] | None
    ) -> None:
        self.before = before
        self.seat = seat
        self.number = number
        self.news = news
        self._known: dict[Seat, bytes] = {}

    def known_to(self, seat: Seat) -> bytes:
        """The fingerprint of what a seat has chosen and read in the log up to here."""
        chain, link = list[Past](), self
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
                told = [message for message in seen if message is not None]
                known = blake2b(known + _encode((own, told)), digest_size=16).digest()
            link._known[seat] = known
        return known

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self  # a link never changes

    def __reduce__(self) -> tuple[Any, ...]:
        links = list[tuple[Seat, int, list[Entry] | None]]()
        link: Past | None = self
        while link is not None:
            links.append((link.seat, link.number, link.news))
            link = link.before
        return _past, (links[::-1],)


def _past(links: list[tuple[Seat, int, list[Entry] | None]]) -> Past | None:
    """A chain of these links."""
    past = None
    for link in links:
        past = Past(past, *link)
    return past


class EntenteState(pyspiel.State):
    """A play, or the moment before it at which chance draws the seed."""

    def __init__(self, game: EntenteGame) -> None:
        super().__init__(game)
        self.play: EnvState | None = None
        self.past: Past | None = None

    @property
    def _game(self) -> EntenteGame:
        game: EntenteGame = self.get_game()
        return game

    def current_player(self) -> int:
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.play.over:
            return int(pyspiel.PlayerId.TERMINAL)
        assert self.play.turn is not None
        return self.play.setting.seats.index(self.play.turn)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.play is not None
        seat = self.play.setting.seats[player]
        return list(self.play.legal_actions(seat)) if seat == self.play.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._game.draws

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self.play = self._game.setting.begin(str(action))
            return
        seat = self.play.turn
        assert seat is not None
        before = self.play.position.state.news
        self.play.choose(seat, action)
        after = self.play.position.state.news
        self.past = Past(self.past, seat, action, after if after is not before else None)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        assert self.play is not None
        offered = self.play.legal_actions(self.play.setting.seats[player])
        return offered.get(action) or self.play.setting.numbers.words(action)

    def is_terminal(self) -> bool:
        return self.play is not None and self.play.over

    def returns(self) -> list[float]:
        if self.play is None or not self.play.over:
            return [0.0] * self.num_players()
        scores = self.play.scores
        return [scores[seat] for seat in self.play.setting.seats]

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> EntenteState:
        """A state that a player cannot tell from this one, the unknown drawn at random."""
        twin: EntenteState = self._game.new_initial_state()
        if self.play is not None:
            seat = self.play.setting.seats[player]
            twin.play = self.play.determinize(seat, Random(int(rng() * 2**53)))
        twin.past = self.past
        return twin

    def observed(self, player: int | None) -> str:
        """What a player (None: a spectator) sees now, as JSON."""
        if self.play is None:
            return ""
        seat = None if player is None else self.play.setting.seats[player]
        making = None if seat is None else self.play.making(seat)
        return _encode((self.play.view(seat), () if making is None else making.said)).decode()

    def remembered(self, player: int) -> str:
        """The fingerprint of what a player has chosen and read so far."""
        if self.play is None or self.past is None:
            return ""
        return self.past.known_to(self.play.setting.seats[player]).hex()

    def __str__(self) -> str:
        if self.play is None:
            return "before the first move"
        game = self.play.setting.game
        return game.save(self.play.position.state).decode()


class EntenteObserver:
    """What a player sees: a row of numbers in named blocks, and JSON.

    With perfect recall it is a text only: what is seen now, and the fingerprint of all that the
    player has chosen and read before. Without private information it is what a spectator sees.
    """

    def __init__(self, game: EntenteGame, kind: pyspiel.IIGObservationType) -> None:
        self._rows = game.rows
        self._recalls = kind.perfect_recall
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recalls:
            self.tensor = np.zeros(self._rows.size, dtype=np.float32)
            self.dict = {name: self.tensor[part] for name, part in self._rows.slices.items()}

    def set_from(self, state: EntenteState, player: int) -> None:
        """Write the row of a player."""
        if self.tensor is None:
            raise ValueError("what a player remembers has no fixed length: there is only its text")
        self.tensor.fill(0)
        if state.play is not None:
            seat = state.play.setting.seats[player] if self._private else None
            self._rows.write(state.play, seat, self.tensor)

    def string_from(self, state: EntenteState, player: int) -> str:
        """What a player sees, in words."""
        seen = state.observed(player if self._private else None)
        return f"{state.remembered(player)} {seen}" if self._recalls else seen


# OpenSpiel keeps what makes a game until after Python has ended; a class bears that.


class AttritionGame(EntenteGame):
    """An Attrition of Souls."""

    name = "attrition"


class DiplomacyGame(EntenteGame):
    """Diplomacy."""

    name = "diplomacy"


class PaxGame(EntenteGame):
    """Pax Britannica."""

    name = "pax"


class TurmoilGame(EntenteGame):
    """Europe in Turmoil."""

    name = "turmoil"


for each in (AttritionGame, DiplomacyGame, PaxGame, TurmoilGame):
    pyspiel.register_game(game_type(each.name), each)
