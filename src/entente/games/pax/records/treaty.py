"""Treaties as data (9.4): parties, clauses, conditions, and their state."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Power
from entente.games.pax.records.clause_kinds import CLAUSE_KINDS
from entente.kernel import Seat

ArgValue = str | int
Args = dict[str, ArgValue]

OFFERED, IN_FORCE, FULFILLED, EXPIRED, ENDED = (
    "offered",
    "in_force",
    "fulfilled",
    "expired",
    "ended",
)

MARKER_CLAUSES = ("cede", "exchange", "remove", "lower", "codominion")


class Clause(msgspec.Struct, frozen=True):
    """One clause. Lists in `args` are words joined by spaces. `when` is a condition as it was
    written, empty for none; `start` and `until` are turns, 0 for none."""

    kind: str
    args: Args
    when: str = ""
    start: int = 0
    until: int = 0

    def text(self, name: str) -> str:
        value = self.args.get(name, "")
        assert isinstance(value, str)
        return value

    def number(self, name: str) -> int:
        value = self.args[name]
        assert isinstance(value, int)
        return value

    def listed(self, name: str) -> list[str]:
        return self.text(name).split()

    @property
    def mode(self) -> str:
        return CLAUSE_KINDS[self.kind].mode


class Treaty(msgspec.Struct, frozen=True):
    """An agreement, offered or in force.

    `done` are the clauses that have been executed for good. `breaches` says who broke which clause
    in which turn; of a secret treaty that stays between its parties until it is published.
    """

    id: str
    by: Power
    parties: tuple[Power, ...]
    clauses: tuple[Clause, ...]
    secret: bool = False
    until: int = 0
    state: str = OFFERED
    turn: int = 0  # in which it was signed
    signed: tuple[Power, ...] = ()
    ending: tuple[Power, ...] = ()  # who wants to end it
    released: tuple[Power, ...] = ()
    done: tuple[int, ...] = ()
    breaches: tuple[Breach, ...] = ()
    since: int = 0  # how many units had been bought in all when it was signed
    origin: str = "desk"  # desk, congress, peace
    # Who wants to leave it with the consent of all, and who has agreed to that (P63).
    leaving: dict[Seat, tuple[Seat, ...]] | msgspec.UnsetType = msgspec.UNSET
    tried: tuple[ChargeVerdict, ...] | msgspec.UnsetType = msgspec.UNSET  # see `trials`
    left: dict[Power, int] | msgspec.UnsetType = msgspec.UNSET  # who left it in which turn

    def binds(self, power: Power) -> bool:
        return self.state == IN_FORCE and power in self.parties and power not in self.released

    @property
    def bound(self) -> tuple[Power, ...]:
        """The parties that have not left it."""
        return tuple(power for power in self.parties if power not in self.released)

    @property
    def leavers(self) -> dict[Seat, tuple[Seat, ...]]:
        return {} if self.leaving is msgspec.UNSET else self.leaving

    def last_turn_of(self, power: Power) -> int:
        """Return the last turn in which it bound a power; 0: it still does."""
        gone = 0 if self.left is msgspec.UNSET else self.left.get(power, 0)
        return gone or self.until

    @property
    def trials(self) -> tuple[ChargeVerdict, ...]:
        """The verdicts on charges under it (P77)."""
        return () if self.tried is msgspec.UNSET else self.tried

    @property
    def breakers(self) -> tuple[Power, ...]:
        return tuple(dict.fromkeys(breach.power for breach in self.breaches))


WHOLE = -1  # the clause of a breach that is a denunciation: all of them (P63)


class Breach(msgspec.Struct, frozen=True):
    """Who broke which clause, and when."""

    power: Power
    clause: int
    turn: int
    counted: bool  # whether it has had its consequences


class ChargeVerdict(msgspec.Struct, frozen=True):
    """A verdict: who was charged with breaking which clause in which turn, and whether it did."""

    power: Power
    clause: int
    turn: int
    broken: bool


class Charge(msgspec.Struct, frozen=True):
    """An accusation of having broken a clause that only people can judge (9.5). Up to version 2 of
    the rules it names neither the clause nor the turn of the act."""

    treaty: str
    power: Power
    by: Seat
    jury: tuple[Seat, ...]
    turn: int
    votes: dict[Seat, str] = {}
    clause: int | msgspec.UnsetType = msgspec.UNSET
    acted: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def names_clause(self) -> bool:
        return self.clause is not msgspec.UNSET

    @property
    def number(self) -> int:
        """The clause, counted from 0."""
        assert self.clause is not msgspec.UNSET
        return self.clause

    @property
    def act_turn(self) -> int:
        """The turn in which the clause was broken, as the accuser says."""
        assert self.acted is not msgspec.UNSET
        return self.acted


KEPT, BROKEN = "kept", "broken"
CAST = "cast"  # a vote as others see it until the verdict


def parties_to(clause: Clause) -> list[Power]:
    """Return the powers between which a clause holds: who owes something, and to whom by name."""
    return _named(clause, CLAUSE_KINDS[clause.kind].between)


def bound_by(clause: Clause) -> list[Power]:
    """Return the powers that a clause binds: they must sign. Whom it protects or grants a casus
    belli against need not (P79)."""
    return _named(clause, CLAUSE_KINDS[clause.kind].binds)


def _named(clause: Clause, names: tuple[str, ...]) -> list[Power]:
    powers = [word for name in names for word in clause.listed(name)]
    return list(dict.fromkeys(powers))
