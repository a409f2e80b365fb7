"""The phase of one camp in a war: all its leaders act, in any order, until all are done."""

from __future__ import annotations

from entente.games.pax.belligerents import Camp, acting, camp_seats, change, need, war_of
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import War
from entente.kernel import END, STAY, DecisionStep, Frame, Seat

DONE = "done"


class CampTurn(DecisionStep[PaxContext]):
    """12.5, 12.6: asked of those in a camp who still have something to do and are not done."""

    def able(self, world: PaxContext, war: War, camp: Camp, seat: Seat) -> bool:
        """Return whether a seat has something to do."""
        raise NotImplementedError

    def _camp(self, world: PaxContext, frame: Frame) -> tuple[War, Camp]:
        war = need(world, frame.number("war"))
        return war, acting(world, war, frame.text("camp"))

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        war = war_of(world, frame.number("war"))
        return war is not None and bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        war, camp = self._camp(world, frame)
        return tuple(
            seat
            for seat in camp_seats(world, war, camp)
            if seat not in war.done and self.able(world, war, camp, seat)
        )

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: an absent player does nothing."""
        return DONE

    def is_done(self, world: PaxContext, frame: Frame, seat: Seat) -> bool:
        """Mark a seat as done."""
        number = frame.number("war")
        change(world, number, done=(*need(world, number).done, seat))
        return self.goes_on(world, frame)

    def goes_on(self, world: PaxContext, frame: Frame) -> bool:
        """Return whether a seat still has something to do."""
        return STAY if self.seats(world, frame) else END
