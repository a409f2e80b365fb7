"""The context of the rules: the board and the state together, and the operations all chapters
share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entente.games.turmoil.board import (
    AUTHORITARIAN,
    BALKANS,
    FRANCE,
    GERMANY,
    LIBERAL,
    NO_SIDE,
    OTHER,
    SCORING,
    Board,
    Land,
)
from entente.games.turmoil.filter_terms import Term, terms
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.targets import BOX, kind_of
from entente.kernel import Frame, Message, Refusal, Steps, refuse
from entente.kernel.message import Argument
from entente.kernel.state import UNHEARD

MOST_VP = 20
MOST_TENSION = 6
CAPPED_TENSION = 3
NASSAU, HELGOLAND, COLOSSUS, ORION, MOLTKE, KONIG = 2, 4, 5, 7, 8, 10
THIS_TURN = ("C5", "C16", "C25", "C35", "C36", "C84")

steps: Steps[TurmoilContext] = Steps()


class TurmoilContext:
    """The current position. Rules query it and change it through this object."""

    __slots__ = ("board", "land", "offered", "state")

    def __init__(self, board: Board, state: TurmoilState) -> None:
        self.board = board
        self.state = state
        self.offered: tuple[Frame, Sequence[str]] | None = None  # offers of the last question
        self.land: Land = board.land(state.land)

    def reshape(self, change: int) -> None:
        """Change the map permanently."""
        self.state.land |= change
        self.land = self.board.land(self.state.land)

    @property
    def era(self) -> int:
        """4.1: 0 Victorian, 1 Edwardian, 2 Georgian."""
        return 0 if self.state.turn < 4 else 1 if self.state.turn < 8 else 2

    def on(self, option: str) -> bool:
        return self.state.options[option] is True

    # -- spaces

    def holder(self, space: str) -> str:
        """2.1.3: the side that controls a space or a box."""
        return self.state.holder.get(space) or self.board.boxes.get(space, NO_SIDE)

    def holds(self, side: str, space: str) -> bool:
        return self.state.holder[space] == side

    def support(self, side: str, space: str) -> int:
        return self.state.support[side][space]

    def removable(self, side: str, space: str) -> int:
        """Return the SP of a side that can be removed: the Black Hand (C103) is permanent."""
        there = self.state.support[side][space]
        return there - 2 if side == AUTHORITARIAN and self.state.black_hand == space else there

    def find(self, where: str) -> list[str]:
        """Return the open spaces that match a filter, in the order of the list of spaces."""
        meant, position = self.land.matching(where)
        spaces = list(meant)
        if self.state.walled:
            german = self.land.regions[GERMANY]
            spaces = [space for space in spaces if space not in german]
        for term in position:
            spaces = self._filter(spaces, term)
        return spaces

    def _filter(self, spaces: Iterable[str], term: Term) -> list[str]:
        """Return the spaces for which a term about control or support is true."""
        kind, _, side = term.text.partition(":")
        denied = term.denied
        if kind == "held":
            holder, side = self.state.holder, NO_SIDE if side == "nobody" else side
            return [space for space in spaces if (holder[space] == side) != denied]
        there = self.state.support[side]
        return [space for space in spaces if (there[space] > 0) != denied]

    def _is_true(self, term: Term, space: str) -> bool:
        """Return whether a term is true of a space."""
        if term.dynamic:
            return bool(self._filter([space], term))
        return (space in self.land.spaces_for(term.text)) != term.denied

    def count(self, where: str) -> int:
        return len(self.find(where))

    def why_not_there(self, where: str, space: str, section: str) -> Refusal | None:
        """Return the first reason why a space does not match a filter."""
        if space not in self.board.rows:
            if kind_of(self.board, space) != BOX:
                return refuse(section, "refusal.unknown_space", word=space)
            owner = self.board.boxes.get(space, LIBERAL)  # only "britain" is missing
            return refuse("2.1", "refusal.box", space=space, side=owner)
        if space not in self.land.spaces:
            return refuse(section, "refusal.absent", space=space)
        if space not in self.land.open:
            return refuse(section, "refusal.closed", space=space)
        if self.state.walled and space in self.land.regions[GERMANY]:
            return refuse("8.4.4", "refusal.walled", space=space)
        for term in terms(where):
            if not self._is_true(term, space):
                return self._reason(term, space, section)
        return None

    def _reason(self, term: Term, space: str, section: str) -> Refusal:
        kind, _, rest = term.text.partition(":")
        if term.dynamic:
            if rest == "nobody":
                key, rest = "refusal.controlled", self.state.holder[space]
                return refuse(section, key, space=space, side=rest)
            key = f"refusal.{'not_' if not term.denied else ''}{kind}"
            return refuse(section, key, space=space, side=rest)
        if term.denied:
            return self._excepted(kind, rest.split(","), space, section)
        if "|" not in term.text and kind in ("in", "icon"):
            among = rest.split(",")
            several = "regions" if len(among) > 1 else "region"
            key = f"refusal.{several if kind == 'in' else kind}"
            return refuse(section, key, space=space, among=among)
        parts = [part.partition(":") for part in term.text.split("|")]
        regions = [region for name, _, them in parts if name == "in" for region in them.split(",")]
        inside = self.land.among(f"in:{','.join(regions)}") if regions else ()
        others = [
            s for s in self.land.open if s in self.land.spaces_for(term.text) and s not in inside
        ]
        key = "refusal.region_or" if regions else "refusal.area"
        return refuse(section, key, space=space, regions=regions, among=others)

    def _excepted(self, kind: str, among: list[str], space: str, section: str) -> Refusal:
        """Explain that a filter excludes a space."""
        if kind == "in":
            return refuse(section, "refusal.outside", space=space, among=among)
        return refuse(section, "refusal.excepted", space=space)

    def need(self, side: str, space: str) -> int:
        """Return the SP a side lacks to control a space."""
        own, other = self.support(side, space), self.support(OTHER[side], space)
        return max(0, self.board.stability[space] + other - own)

    # -- changing the position

    def change(self, side: str, space: str, amount: int) -> int:
        """Add SP of a side, or remove as many as there are; return the number changed."""
        state = self.state
        if amount < 0:
            amount = -min(-amount, self.removable(side, space))
        if state.walled and space in self.land.regions[GERMANY]:
            return 0
        state.support[side][space] += amount
        own, other = state.support[side][space], state.support[OTHER[side]][space]
        needed = self.board.stability[space]
        if own - other >= needed:
            state.holder[space] = side
        elif other - own >= needed:
            state.holder[space] = OTHER[side]
        else:
            state.holder[space] = NO_SIDE
        return abs(amount)

    def add(self, side: str, space: str, amount: int = 1) -> None:
        """Add SP to a space; a closed or absent space takes none."""
        if space in self.land.open:
            added = self.change(side, space, amount)
            if added:
                self._log_support("log.add", side, space, added)

    def take(self, side: str, space: str, amount: int = 1) -> int:
        """Remove SP from a space, as many as possible; return how many."""
        taken = self.change(side, space, -amount)
        if taken:
            self._log_support("log.remove", side, space, taken)
        return taken

    def seize(self, side: str, space: str) -> None:
        """Add enough SP for control."""
        need = self.need(side, space)
        if need:
            self.add(side, space, need)

    def replace(self, side: str, space: str, amount: int = 1) -> None:
        """Replace SP of the other side with this side's."""
        self.add(side, space, self.take(OTHER[side], space, amount))

    def _log_support(self, key: str, side: str, space: str, count: int) -> None:
        """Log the change of SP and the new total of each side."""
        if self.state.news is not UNHEARD:
            support = self.state.support
            there = {each: support[each][space] for each in (LIBERAL, AUTHORITARIAN)}
            self.log(key, side=side, space=space, count=count, **there)

    def gain(self, side: str, points: int) -> None:
        """10.3.2: move the marker in a player's favour; below 0, in the other's."""
        if points:
            self.state.vp += points if side == LIBERAL else -points
            key = "log.gain" if points > 0 else "log.lose"
            vp = max(-MOST_VP, min(MOST_VP, self.state.vp))
            leader = (LIBERAL if vp > 0 else AUTHORITARIAN) if vp else "nobody"
            points = abs(points)
            self.log(key, side=side, points=points, vp=vp, leader=leader, lead=abs(vp))

    # -- events

    def in_force(self, card: str, side: str = "") -> bool:
        """Return whether an event is in effect (for a side)."""
        there = self.state.lasting.get(card)
        return there is not None and (not side or side in there)

    def keep_in_effect(self, card: str, side: str) -> None:
        """Keep an event in effect for a side."""
        there = self.state.lasting.get(card, [])
        if side not in there:
            self.state.lasting = {**self.state.lasting, card: [*there, side]}

    def end(self, card: str) -> None:
        """End an event's effect."""
        if card in self.state.lasting:
            self.state.lasting = {c: s for c, s in self.state.lasting.items() if c != card}
            self.log("log.ended", card=card)

    def happened(self, card: str) -> bool:
        return card in self.state.happened

    def value(
        self, side: str, base: int, card: str = "", *, by_event: bool = False, pledged: bool = False
    ) -> int:
        """7.3, 6.3.9: OPs, changed by events and then by the Nassau class box; at least 1.

        15: Absolutism and March of History do not count for themselves, and 7.4 does not apply to
        them: they add nothing to OPs granted `by_event`, unless agreed (15.4). OPs `pledged` to
        the Balkans are 1 more (C84).
        """
        value = base + pledged
        lasting = self.state.lasting
        if lasting:
            other = OTHER[side]
            if "C16" in lasting and other in lasting["C16"]:
                value -= 1
            if not by_event or self.on("event_bonus"):
                if "C35" in lasting and side in lasting["C35"] and card != "C35":
                    value += 1
                if "C36" in lasting and side in lasting["C36"] and card != "C36":
                    value += 1
        value = max(1, value)
        if value >= 3 and side == self.state.phasing and self.leads(OTHER[side], NASSAU):
            value -= 1
        return value

    def worth(self, side: str, card: str) -> int:
        """Return the OPs of a card to a side that plays it for them."""
        return self.value(side, self.board.cards[card].ops, card)

    def worth_in_event(self, side: str, card: str) -> int:
        """7.4: the OPs of a card to the side that carries out its event."""
        return self.value(side, self.board.cards[card].ops, card, by_event=True)

    # -- the naval race

    def reached(self, side: str) -> int:
        """6.3.8: a navy's furthest box; for the German Navy, the High Water Mark."""
        box = self.state.navy[side]
        return max(box, self.state.high_water) if side == AUTHORITARIAN else box

    def leads(self, side: str, box: int) -> bool:
        """Return whether a side has the advantage of a box: it has reached it and the other has
        not."""
        return self.reached(side) >= box > self.reached(OTHER[side])

    def ahead(self, side: str) -> int:
        """Return a navy's lead in boxes; below 0 it is behind."""
        return self.state.navy[side] - self.state.navy[OTHER[side]]

    def used(self, what: str, side: str) -> bool:
        return f"{what} {side}" in self.state.used

    def use(self, what: str, side: str) -> None:
        self.state.used = [*self.state.used, f"{what} {side}"]

    # -- cards

    def is_scoring(self, card: str) -> bool:
        return self.board.side_of[card] == SCORING

    def put_down(self, side: str, card: str) -> None:
        """Move a card from a hand face up to the table."""
        self.leave_hand(side, card)
        self.state.reveal()
        self.state.table = [*self.state.table, card]

    def leave_hand(self, side: str, card: str) -> None:
        state, other = self.state, OTHER[side]
        state.hand = {**state.hand, side: [c for c in state.hand[side] if c != card]}
        if state.ruled_out:
            rest = {k: [c for c in held if c != card] for k, held in state.ruled_out.items()}
            state.ruled_out = rest
        if card in state.seen[other]:
            state.seen = {**state.seen, other: [c for c in state.seen[other] if c != card]}

    def enter_hand(self, side: str, *cards: str, openly: bool) -> None:
        state, other = self.state, OTHER[side]
        state.hand = {**state.hand, side: self.sorted([*state.hand[side], *cards])}
        if openly:
            self.show(other, cards)

    def show(self, seat: str, cards: Iterable[str]) -> None:
        """Show a seat cards in the other's hand."""
        known = self.state.seen[seat]
        both = self.sorted({*known, *cards})
        self.state.seen = {**self.state.seen, seat: both}

    def rule_out(self, kind: str, cards: Iterable[str]) -> None:
        """Reveal that cards in a hand are not of a kind."""
        known = self.state.ruled_out.get(kind, [])
        self.state.ruled_out = {**self.state.ruled_out, kind: self.sorted({*known, *cards})}

    def is_of(self, kind: str, card: str) -> bool:
        """Return whether a card is a scoring card, or has a red title."""
        return self.is_scoring(card) if kind == SCORING else self.board.cards[card].red

    def sorted(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.board.number_of.__getitem__)

    def from_table(self, card: str) -> None:
        self.state.table = [c for c in self.state.table if c != card]

    def discard(self, card: str) -> None:
        """Move a card from the table to the discard pile."""
        self.from_table(card)
        self.state.discard = [*self.state.discard, card]

    def remove(self, card: str) -> None:
        """2.2.5: remove a card on the table from the game."""
        self.from_table(card)
        self.state.removed = [*self.state.removed, card]

    def draw(self) -> str:
        """4.3: draw the top card; reshuffle the discards into an empty deck. Empty if there is no
        card."""
        state = self.state
        if not state.deck and state.discard:
            cards = list(state.discard)
            state.chance.shuffle(cards)
            state.deck, state.discard = cards, []
            self.log("log.reshuffle", count=len(cards))
        if not state.deck:
            return ""
        card = state.deck[-1]
        state.deck = state.deck[:-1]
        return card

    # -- words

    def log(self, key: str, **args: Argument) -> None:
        """Add a public line to the log."""
        if self.state.news is not UNHEARD:
            self.state.log(Message(key, args))

    def costs(self, side: str, space: str, *, grey: bool = False) -> int:
        """6.1.3: the OPs one SP costs here, and the events that change the cost."""
        return self._prices(side, (space,), grey=grey)[0]

    def affordable(
        self, side: str, spaces: Sequence[str], ops: int, *, grey: bool
    ) -> Sequence[str]:
        """6.1.3: the spaces in which an SP is affordable."""
        lasting = self.state.lasting
        if "C5" not in lasting and "C109" not in lasting and ops >= (1 if grey else 2):
            return spaces
        prices = self._prices(side, spaces, grey=grey)
        return [space for space, price in zip(spaces, prices, strict=True) if price <= ops]

    def _prices(self, side: str, spaces: Sequence[str], *, grey: bool) -> list[int]:
        """Return the cost of an SP in many spaces: C76 waives enemy control, C5 and C109 double the
        price."""
        lasting, regions = self.state.lasting, self.land.regions
        holder, enemy = self.state.holder, OTHER[side]
        waived = regions[FRANCE] if "C76" in lasting and side == LIBERAL else ()
        if grey:
            prices = [1] * len(spaces)
        else:
            prices = [2 if holder[s] == enemy and s not in waived else 1 for s in spaces]
        doubled = [regions[FRANCE]] if enemy in lasting.get("C5", ()) else []
        if "C109" in lasting:
            doubled.append(regions[BALKANS])
        for dear in doubled:
            prices = [
                2 * price if s in dear else price for s, price in zip(spaces, prices, strict=True)
            ]
        return prices


def frame_text(frame: Frame, name: str) -> str:
    """Return a text argument of a frame, or empty."""
    value = frame.args.get(name, "")
    assert isinstance(value, str)
    return value


def frame_number(frame: Frame, name: str) -> int:
    value = frame.args.get(name, 0)
    assert isinstance(value, int)
    return value
