"""Proposals between seats, as a computer player knows them, and what it answers.

A game whose computer players negotiate brings a `Negotiator`. Everything it knows comes from the
record: the proposals in conversations of its seat, their answers, and the revealed actions of past
seasons. So a new process continues the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol, runtime_checkable

from entente.kernel import Caution, Message, Seat
from entente.players.player import AnyPosition, PlayerView

ACCEPT: Final = "accept"
DECLINE: Final = "decline"
COUNTER: Final = "counter"
Answer = Literal["accept", "decline", "counter"]


class Season(NamedTuple):
    """A past season: the public facts at its beginning, and what each seat did in it."""

    facts: Any  # of the game (see `Negotiator.facts`)
    actions: Mapping[Seat, str]


class Offer(NamedTuple):
    """A proposal: who reads it, what it proposes, and the answers to it.

    `season` is the index of the season in which it was made; that of the current one is the number
    of past seasons.
    """

    number: int
    sender: Seat
    seats: tuple[Seat, ...]  # including the sender
    items: tuple[str, ...]
    season: int
    answers: Mapping[Seat, str] = {}


class Letters(NamedTuple):
    """The correspondence of a seat."""

    seasons: tuple[Season, ...] = ()
    offers: tuple[Offer, ...] = ()

    @property
    def now(self) -> int:
        """The index of the current season."""
        return len(self.seasons)


class Grounds(NamedTuple):
    """Why a seat answered, proposed or broke its word: a text of the game. `kinds` gives the kind
    of game object behind each placeholder (see `player_texts`)."""

    message: Message
    kinds: dict[str, str] = {}


class Reply(NamedTuple):
    """An answer to a proposal. A counter-proposal has `items`."""

    answer: Answer
    grounds: Grounds
    items: tuple[str, ...] = ()


class NewOffer(NamedTuple):
    """A proposal of a seat's own."""

    to: Seat
    items: tuple[str, ...]
    grounds: Grounds


class SeasonPlan(NamedTuple):
    """What a seat orders as things are, what it proposes, and which promises its orders break.

    `broken` maps the number of each broken proposal to the reason.
    """

    action: str
    offers: tuple[NewOffer, ...] = ()
    broken: Mapping[int, Grounds] = {}


@runtime_checkable
class Negotiator(Protocol):
    """Negotiates for a seat. Its answers follow from its seed and what the seat knows."""

    def plan(self, view: PlayerView, letters: Letters) -> SeasonPlan:
        """Choose the seat's action, and what to propose before."""
        ...

    def reply(self, view: PlayerView, letters: Letters, number: int) -> Reply:
        """Answer a proposal."""
        ...


class PromiseRecord(NamedTuple):
    """A promise of a seat to others, and whether it kept it.

    `number` is that of the proposal, `season` the season in which it was made, or in which it was
    broken.
    """

    number: int
    seat: Seat
    partners: tuple[Seat, ...]
    kept: bool
    season: int


class NegotiationRules(Protocol):
    """What the proposals of a game mean, for all its players: the module `negotiation` of an
    engine."""

    def can_negotiate(self, position: AnyPosition) -> bool:
        """Return whether proposals can be made and answered now."""
        ...

    def facts(self, position: AnyPosition) -> Any:
        """Return the public facts that promises refer to, as plain data."""
        ...

    def concerns(self, facts: Any, offer: Offer, seat: Seat) -> bool:
        """Return whether a proposal asks anything of a seat or promises it anything."""
        ...

    def binding(self, letters: Letters, facts: Any, seat: Seat) -> str:
        """Return a text that changes when what binds a seat or its partners does."""
        ...

    def count_promises(self, letters: Letters, seat: Seat) -> tuple[int, int]:
        """Return how many promises a seat has kept and broken."""
        ...

    def promises(self, letters: Letters) -> list[PromiseRecord]:
        """Return the promises that were kept or broken; what ended with the game was kept."""
        ...

    def outcomes(self, letters: Letters, facts: Any) -> dict[int, list[Grounds]]:
        """Return what became of accepted proposals, by number; `facts` is None after the game."""
        ...

    def cautions(self, letters: Letters, facts: Any, seat: Seat, action: str) -> list[Caution]:
        """Return a caution for each promise of a seat that an action would break."""
        ...
