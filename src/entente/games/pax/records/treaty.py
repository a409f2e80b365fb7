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
    """One clause of a treaty."""

    kind: str
    """The kind of clause."""
    args: Args
    """Its terms; lists are words joined by spaces."""
    when: str = ""
    """The condition as it was written; empty if there is none."""
    start: int = 0
    """The first turn in which it holds; 0 if none is named."""
    until: int = 0
    """The last turn in which it holds; 0 if none is named."""

    def text(self, name: str) -> str:
        """Return a term that is a text; empty if it is not there."""
        value = self.args.get(name, "")
        assert isinstance(value, str)
        return value

    def number(self, name: str) -> int:
        """Return a term that is a number."""
        value = self.args[name]
        assert isinstance(value, int)
        return value

    def listed(self, name: str) -> list[str]:
        """Return a term that is a list."""
        return self.text(name).split()

    @property
    def mode(self) -> str:
        """How clauses of this kind are carried out."""
        return CLAUSE_KINDS[self.kind].mode


class Treaty(msgspec.Struct, frozen=True):
    """An agreement, offered or in force. Breaches of a secret treaty stay between its parties until
    it is published."""

    id: str
    """Its name."""
    by: Power
    """The power that offered it."""
    parties: tuple[Power, ...]
    """The powers it is between."""
    clauses: tuple[Clause, ...]
    """What they agree on."""
    secret: bool = False
    """Whether only the parties know of it."""
    until: int = 0
    """The last turn in which it is in force; 0 if none is named."""
    state: str = OFFERED
    """`offered`, `in_force`, `fulfilled`, `expired` or `ended`."""
    turn: int = 0
    """The turn in which it was signed."""
    signed: tuple[Power, ...] = ()
    """The powers that have signed."""
    ending: tuple[Power, ...] = ()
    """The powers that want to end it."""
    released: tuple[Power, ...] = ()
    """The parties that have left it."""
    done: tuple[int, ...] = ()
    """The clauses that have been executed for good."""
    breaches: tuple[Breach, ...] = ()
    """Who broke which clause in which turn."""
    since: int = 0
    """How many units had been bought in all when it was signed."""
    origin: str = "desk"
    """Where it was made: `desk`, `congress` or `peace`."""
    leaving: dict[Seat, tuple[Seat, ...]] | msgspec.UnsetType = msgspec.UNSET
    """The seats that want to leave it with the consent of all, and who has agreed (P63)."""
    tried: tuple[ChargeVerdict, ...] | msgspec.UnsetType = msgspec.UNSET
    """The verdicts on charges under it."""
    paid: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    """The turn in which a yearly payment with a condition was last made, by clause."""
    left: dict[Power, int] | msgspec.UnsetType = msgspec.UNSET
    """The powers that have left it, and in which turn."""

    def binds(self, power: Power) -> bool:
        """Return whether it is in force and binds a power."""
        return self.state == IN_FORCE and power in self.parties and power not in self.released

    @property
    def bound(self) -> tuple[Power, ...]:
        """The parties that have not left it."""
        return tuple(power for power in self.parties if power not in self.released)

    @property
    def leavers(self) -> dict[Seat, tuple[Seat, ...]]:
        """The seats that want to leave it, and who has agreed (P63)."""
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
        """The powers that have broken it."""
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
    """The treaty."""
    power: Power
    """The power that is accused."""
    by: Seat
    """The seat that accuses it."""
    jury: tuple[Seat, ...]
    """The seats that vote."""
    turn: int
    """The turn of the accusation."""
    votes: dict[Seat, str] = {}
    """The votes; those of others are hidden until the verdict."""
    clause: int | msgspec.UnsetType = msgspec.UNSET
    """The clause, counted from 0."""
    acted: int | msgspec.UnsetType = msgspec.UNSET
    """The turn in which it was broken, as the accuser says."""

    @property
    def names_clause(self) -> bool:
        """Whether it names a clause."""
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
