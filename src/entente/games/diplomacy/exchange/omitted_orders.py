"""Orders of a saved game that cannot be imported; every one is reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.exchange.replay import (
    adjusted,
    adjustments_read,
    followed,
    retreats_read,
)
from entente.games.diplomacy.exchange.saved_game import DiplomacyMatch, SavedPhase, kind_now
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.rules.adjustments import REMOVE, WAIVE
from entente.kernel import Catalog, Refusal, refuse, say

VOID = "void"
_SURPLUS = ("refusal.no_more_builds", "refusal.no_more_removals", "refusal.removed_already")

# Reasons for omitting all orders of a phase.
NOT_ASKED = refuse("", "exchange.not_asked")
NOT_CARRIED_OUT = refuse("", "exchange.not_carried_out")
BETWEEN_RECORDS = refuse("", "exchange.between_records")


class OmittedOrder(NamedTuple):
    """An omitted order and the reason.

    `void`: the saved game itself marks it as without effect.
    """

    phase: str
    power: str
    order: str
    why: Refusal
    void: bool = False

    def line(self, catalog: Catalog) -> str:
        section = f" [{self.why.section}]" if self.why.section else ""
        return catalog.say(
            say(
                "exchange.left_out",
                phase=self.phase,
                power=self.power,
                text=self.order,
                reason=catalog.say(self.why.message) + section,
            )
        )


def omitted_orders(match: DiplomacyMatch, phase: SavedPhase) -> Iterator[OmittedOrder]:
    """Yield the orders of a phase that our match cannot accept."""
    europe = match.position.context
    each = {MOVEMENT: _movement, RETREATS: _retreats, ADJUSTMENTS: _winter}[kind_now(match)]
    for power in phase.orders:
        yield from each(europe, power, phase)


def all_omitted(phase: SavedPhase, why: Refusal) -> Iterator[OmittedOrder]:
    """Yield the orders of a phase that our rules skip, except those that change nothing."""
    for power, texts in phase.orders.items():
        for text in texts:
            if not _lost_anyway(phase, power, text) and text != WAIVE:
                yield OmittedOrder(phase.name, power, text, why)


def _movement(europe: DiplomacyContext, power: str, phase: SavedPhase) -> Iterator[OmittedOrder]:
    rows = list(followed(europe, power, phase))
    last = {row.unit: row.order for row in rows if row.why is None}
    for row in rows:
        if row.why is not None:
            words = phase.results.get(row.unit or " ".join(row.text.split()[:2]), ())
            void = row.idle or VOID in words
            yield OmittedOrder(phase.name, power, row.text, row.why, void)
        elif last[row.unit] != row.order:
            yield OmittedOrder(phase.name, power, row.text, _replaced(row.unit))


def _retreats(europe: DiplomacyContext, power: str, phase: SavedPhase) -> Iterator[OmittedOrder]:
    rows = list(retreats_read(europe, power, phase))
    last = {read.unit: read for _, read in rows if not isinstance(read, Refusal)}
    for text, read in rows:
        if isinstance(read, Refusal):
            if not _lost_anyway(phase, power, text):
                yield OmittedOrder(phase.name, power, text, read)
        elif last[read.unit] != read:
            yield OmittedOrder(phase.name, power, text, _replaced(" ".join(text.split()[:2])))


def _winter(europe: DiplomacyContext, power: str, phase: SavedPhase) -> Iterator[OmittedOrder]:
    """Yield the builds and removals that the package saves beyond those due, without effect."""
    rows = list(adjustments_read(europe, power, phase))
    done = adjusted(europe, power, rows)
    fates, units = iter(done.fates), europe.position.units
    for text, read in rows:
        if isinstance(read, Refusal):
            yield OmittedOrder(phase.name, power, text, read)
            continue
        why, unit = next(fates), read.unit
        if why is None or unit is None:
            continue
        gone = read.kind == REMOVE and unit not in units
        if not (gone and _lost_anyway(phase, power, text)):
            place = europe.board.province_of[unit.location]
            again = any(europe.board.province_of[each.location] == place for each in done.built)
            void = why.message.key in _SURPLUS or again
            yield OmittedOrder(phase.name, power, text, why, void)


def _lost_anyway(phase: SavedPhase, power: str, text: str) -> bool:
    """Return whether an order disbands a unit that our rules removed automatically.

    Our rules do not ask for impossible retreats, nor for removals of all units.
    """
    unit, _, sign = text.rpartition(" ")
    here = phase.dislodged if phase.dislodged else phase.units
    return sign == "D" and unit in here.get(power, ())


def _replaced(unit: str) -> Refusal:
    return refuse("III.1", "exchange.replaced", unit=unit)
