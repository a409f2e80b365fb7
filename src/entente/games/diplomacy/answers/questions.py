"""The base class of the three questions of a year: orders written in secret (III.4)."""

from __future__ import annotations

from entente.games.diplomacy.answers.refusals import too_long, why_not_choices
from entente.games.diplomacy.answers.typed_orders import answer_too_long, parts_of
from entente.games.diplomacy.context import DiplomacyContext, steps
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Action, Catalog, DecisionStep, Frame, Refusal, Seat, Slots, refuse
from entente.kernel.capabilities import (
    ChatRules,
    ClosingCheck,
    NotationReader,
    TargetExplainer,
    TypedPart,
)


class OrderQuestion(
    DecisionStep[DiplomacyContext],
    NotationReader[DiplomacyContext],
    TargetExplainer[DiplomacyContext],
    ChatRules[DiplomacyContext],
    ClosingCheck[DiplomacyContext],
):
    """One order for each slot, all carried out simultaneously."""

    sealed = True
    kind = ""  # of phase, see `phase_names`
    silent = False  # X.1: no negotiation during retreats and adjustments

    def slots(self, europe: DiplomacyContext, seat: Seat) -> Slots:
        """Return the slots of a seat with the legal orders for each."""
        raise NotImplementedError

    def read_order(
        self, europe: DiplomacyContext, seat: Seat, menu: Slots, text: str, catalog: Catalog
    ) -> str | Refusal:
        """Normalise one typed order, or explain why it cannot be given."""
        raise NotImplementedError

    def completed(self, menu: Slots, orders: list[str]) -> str | None:
        """Complete some orders to a whole answer; None if that is impossible."""
        return menu.canonical("; ".join(orders))

    def is_about(self, europe: DiplomacyContext, seat: Seat, power: str) -> bool:
        """Return whether a seat has something to write for a power."""
        raise NotImplementedError

    # -- common to all

    def menu(self, europe: DiplomacyContext, frame: Frame, seat: Seat) -> Slots:
        return self.slots(europe, seat)

    def why_not(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal:
        menu = self.slots(europe, seat)

        def read(text: str, catalog: Catalog) -> str | Refusal:
            return self.read_order(europe, seat, menu, text, catalog)

        return why_not_choices(read, action.text, menu, self.section)

    def read(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[str]:
        """Return the answer in its exact spelling; empty if it is not understood."""
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
    ) -> list[TypedPart]:
        """Return the exact spelling of each order of a text, or why it cannot be given."""
        if (why := answer_too_long(text, self.section)) is not None:
            return [TypedPart(text, why)]
        menu = self.slots(europe, seat)
        return [
            TypedPart(part, too_long(part) or self.read_order(europe, seat, menu, part, catalog))
            for part in parts_of(text)
        ]

    def chat_restriction(self, europe: DiplomacyContext, frame: Frame) -> Refusal | None:
        return refuse("X.1", "refusal.silence") if self.silent else None


def current_question(state: DiplomacyState) -> OrderQuestion | None:
    """Return the current question; None when the game is over."""
    ask = steps.asking.get(state.step)
    assert ask is None or isinstance(ask, OrderQuestion)
    return ask
