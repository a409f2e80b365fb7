"""What the three questions of a year have in common: orders written down in secret (III.4)."""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.diplomacy.answers.conditional_answers import resolve_preferences
from entente.games.diplomacy.answers.refusals import too_long, why_not_choices
from entente.games.diplomacy.answers.typed_orders import answer_too_long, parts_of
from entente.games.diplomacy.context import DiplomacyContext, steps
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Catalog, DecisionStep, Frame, Refusal, Seat, Slots, refuse


class OrderQuestion(DecisionStep[DiplomacyContext]):
    """One order for each slot, all orders carried out at once."""

    sealed = True
    kind = ""  # of the phase, see `phase_names`
    silent = False  # X.1: no talk during retreats and adjustments

    def slots(self, europe: DiplomacyContext, seat: Seat) -> Slots:
        """What a seat is to order, one by one, and what it may."""
        raise NotImplementedError

    def read_order(
        self, europe: DiplomacyContext, seat: Seat, menu: Slots, text: str, catalog: Catalog
    ) -> str | Refusal:
        """One order as a person types it, in its exact spelling; or why it cannot be given."""
        raise NotImplementedError

    def completed(self, menu: Slots, orders: list[str]) -> str | None:
        """The whole answer that is meant by some orders; None if they make none."""
        return menu.canonical("; ".join(orders))

    def is_about(self, europe: DiplomacyContext, seat: Seat, power: str) -> bool:
        """Whether there is something to write for a power of a seat."""
        raise NotImplementedError

    # -- the same in all of them

    def menu(self, europe: DiplomacyContext, frame: Frame, seat: Seat) -> Slots:
        return self.slots(europe, seat)

    def why_not(self, europe: DiplomacyContext, frame: Frame, seat: Seat, action: str) -> Refusal:
        menu = self.slots(europe, seat)

        def read(text: str, catalog: Catalog) -> str | Refusal:
            return self.read_order(europe, seat, menu, text, catalog)

        return why_not_choices(read, action, menu, self.section)

    def read(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[str]:
        """The one answer that is meant, in its exact spelling; none where it is not understood."""
        menu, orders = self.slots(europe, seat), list[str]()
        if answer_too_long(text) is not None:
            return []
        for part in parts_of(text):
            order = too_long(part) or self.read_order(europe, seat, menu, part, catalog)
            if isinstance(order, Refusal):
                return []
            orders.append(order)
        answer = self.completed(menu, orders) if orders else None
        return [] if answer is None else [answer]

    def read_choices(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[str] | Refusal:
        """The exact spelling of each order of a text, or why the first of them cannot be given."""
        menu, orders = self.slots(europe, seat), list[str]()
        if (why := answer_too_long(text, self.section)) is not None:
            return why
        for part in parts_of(text):
            order = too_long(part) or self.read_order(europe, seat, menu, part, catalog)
            if isinstance(order, Refusal):
                return order
            orders.append(order)
        return orders

    def resolve_preferences(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, wishes: Sequence[str]
    ) -> str | None:
        return resolve_preferences(europe, self.slots(europe, seat), wishes)

    def chat_restriction(self, europe: DiplomacyContext, frame: Frame) -> Refusal | None:
        return refuse("X.1", "refusal.silence") if self.silent else None


def current_question(state: DiplomacyState) -> OrderQuestion | None:
    """The question that is asked; None when the game is over."""
    ask = steps.asking.get(state.step)
    assert ask is None or isinstance(ask, OrderQuestion)
    return ask
