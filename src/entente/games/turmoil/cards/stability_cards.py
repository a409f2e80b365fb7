"""The twenty stability cards (9)."""

from __future__ import annotations

from entente.games.turmoil.board import (
    ANNEX,
    ARMY,
    AUTHORITARIAN,
    BOURGEOISIE,
    CHURCH,
    FARMER,
    FRANCE,
    GOVERNMENT,
    INTELLECTUAL,
    LIBERAL,
    MONARCH,
    SIDES,
    WORKER,
)
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.effects import no_support
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.naval import (
    at_the_end,
    attempt,
    discard_from_hand,
    draw_cards,
    not_in_hand,
)
from entente.games.turmoil.questions import SeatQuestion
from entente.games.turmoil.space_filters import UNCONTROLLED, at, beside, held_by, with_icon
from entente.games.turmoil.stability import StabilityScript, stability, unrevealed
from entente.kernel import END, Action, Frame, Message, Refusal, Seat, refuse, say


@stability(1, "Workers Unite")
def workers_unite(do: StabilityScript) -> bool:
    for space in do.t.find(do.icons(WORKER) & ~held_by(AUTHORITARIAN)):
        do.seize(LIBERAL, space)
    return True


@stability(2, "Farmer Collectives")
def farmer_collectives(do: StabilityScript) -> bool:
    do.place(LIBERAL, 2, do.icons(FARMER), at_most=1, optional=True)
    return True


@stability(3, "Testimonials")
def testimonials(do: StabilityScript) -> bool:
    do.place(LIBERAL, 2, do.icons(FARMER, WORKER, ANNEX), at_most=1, optional=True)
    return do.holds(CHURCH)


@stability(4, "Popular Uproar")
def popular_uproar(do: StabilityScript) -> bool:
    """Cancel the scoring; the Authoritarian gets the card back and an extra round."""
    t, region = do.t, do.region
    near = {n for space in t.land.regions[region] for n in t.land.near[space]}
    annexes = t.find(with_icon(ANNEX) & held_by(LIBERAL))
    inside = t.land.regions[region]
    if do.by != AUTHORITARIAN or not any(s in near or s in inside for s in annexes):
        return False
    do.place(LIBERAL, 1, do.here)
    do.then("call_off", scored=do.scored)
    return True


@steps.auto
def call_off(t: TurmoilContext, frame: Frame) -> None:
    """S4: unplayed cards stay available, and the action round ends."""
    state, scored = t.state, frame.text("scored")
    for side in SIDES:  # a second choice may have made cards available again
        if any(card not in state.stability[side] for card in unrevealed(t, side)):
            played = state.revealed[side]
            left = [card for card in t.board.stability_cards[side] if card not in played]
            state.stability = {**state.stability, side: left}
    state.chosen = state.revealed = {}
    state.drop_to("check_victory")
    t.from_table(scored)
    t.enter_hand(AUTHORITARIAN, scored, openly=True)
    state.more_rounds += 1
    t.log("log.called_off", card=scored)


@stability(5, "Intelligentsia")
def intelligentsia(do: StabilityScript) -> bool:
    do.tension(-1)
    do.then("recover", side=LIBERAL)
    return do.holds(INTELLECTUAL)


@steps.ask("recover")
class Recover(SeatQuestion):
    """S5: a card with a printed value of 2 OPs comes back from the discard pile."""

    section = "9.2"
    grammar = ("recover <discarded_card:card>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        cards = t.board.cards
        return [f"recover {card}" for card in t.sorted(t.state.discard) if cards[card].ops == 2]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side, card = frame.text("side"), action["discarded_card"]
        t.state.discard = [c for c in t.state.discard if c != card]
        t.enter_hand(side, card, openly=True)
        t.log("log.recover", side=side, card=card)
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        if action["discarded_card"] not in t.state.discard:
            return refuse(self.section, "refusal.not_discarded", card=action["discarded_card"])
        return refuse(self.section, "refusal.not_two", card=action["discarded_card"])


@stability(6, "Left-wing Governments")
def left_wing_governments(do: StabilityScript) -> bool:
    do.place(LIBERAL, 3, do.here & UNCONTROLLED, at_most=1, optional=True)
    return do.holds(GOVERNMENT)


@stability(7, "Anarchist Attack")
def anarchist_attack(do: StabilityScript) -> bool:
    both = do.holds(INTELLECTUAL) and do.holds(WORKER)
    do.then("strike", side=LIBERAL, where=do.icons(MONARCH, GOVERNMENT), count=3 if both else 1)
    return do.holds(INTELLECTUAL, WORKER)


@steps.ask("strike")
class Strike(SeatQuestion):
    """S7: one space loses Authoritarian SP."""

    section = "9.2"
    open_menu = True
    grammar = ("strike <space>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        spaces = t.find(frame.text("where"))
        return [f"strike {space}" for space in spaces if t.removable(AUTHORITARIAN, space) > 0]

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.strike", card=frame.text("card"), count=frame.number("count"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.take(AUTHORITARIAN, action["space"], frame.number("count"))
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        reason = t.why_not_there(frame.text("where"), action["space"], self.section)
        return reason or no_support(t, AUTHORITARIAN, action["space"], self.section)


@stability(8, "Blockade")
def blockade(do: StabilityScript) -> bool:
    do.remove(AUTHORITARIAN, 2, with_icon(ANNEX), at_most=1, optional=True)
    return do.t.ahead(LIBERAL) > 0


@stability(9, "Silent Majority")
def silent_majority(do: StabilityScript) -> bool:
    do.place(LIBERAL, 1, ~do.here)
    return do.t.count(do.here & held_by(LIBERAL)) >= 4


@stability(10, "Most Favoured Nation")
def liberal_favoured_nation(do: StabilityScript) -> bool:
    do.place(LIBERAL, 2, beside(do.region) & UNCONTROLLED, at_most=1, optional=True)
    return True


@stability(11, "Support of the Farmers")
def support_of_the_farmers(do: StabilityScript) -> bool:
    farmers = do.t.count(do.icons(FARMER) & held_by(AUTHORITARIAN))
    if farmers:
        do.place(AUTHORITARIAN, farmers, do.icons(CHURCH, GOVERNMENT), at_most=1)
    return farmers > 0


@stability(12, "Absolutist Rule")
def absolutist_rule(do: StabilityScript) -> bool:
    """Succeed with the region's Monarch (Paris in France) and one more space of the state."""
    monarch = do.icons(MONARCH) & held_by(AUTHORITARIAN)
    if do.region == FRANCE and not do.t.on("french_monarchy"):
        monarch = at("paris") & held_by(AUTHORITARIAN)
    thrones = set(do.t.find(monarch))
    pillars = set(do.t.find(do.icons(ANNEX, ARMY, GOVERNMENT) & held_by(AUTHORITARIAN)))
    do.gain(AUTHORITARIAN, 2)
    return any(pillars - {throne} for throne in thrones)


@stability(13, "Support of the Generals")
def support_of_the_generals(do: StabilityScript) -> bool:
    do.tension(+1)
    do.check(AUTHORITARIAN, 1, do.here, ops=do.t.value(AUTHORITARIAN, 3, by_event=True))
    return do.holds(ARMY)


@stability(14, "Secret Treaty Clauses")
def secret_treaty_clauses(do: StabilityScript) -> bool:
    annexes = do.t.count(do.icons(ANNEX) & held_by(AUTHORITARIAN))
    neighbours = do.t.count(beside(do.region) & held_by(AUTHORITARIAN))
    do.then("secret_clauses", side=AUTHORITARIAN)
    return annexes + neighbours >= 2


@steps.auto
def secret_clauses(t: TurmoilContext, frame: Frame) -> None:
    side = frame.text("side")
    draw_cards(t, side, 1)
    t.state.push(step("give_up", side=side, card=frame.text("card")))


@steps.ask("give_up")
class GiveUp(SeatQuestion):
    """S14: a card of the hand is discarded; it may be a scoring card."""

    section = "9.2"
    grammar = ("discard <hand_card:card>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [f"discard {card}" for card in t.state.hand[frame.text("side")]]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        discard_from_hand(t, frame.text("side"), action["hand_card"])
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return not_in_hand(t, frame.text("side"), action["hand_card"], self.section)


@stability(15, "Most Favoured Nation")
def authoritarian_favoured_nation(do: StabilityScript) -> bool:
    do.place(AUTHORITARIAN, 2, beside(do.region) & UNCONTROLLED, at_most=1, optional=True)
    return True


@stability(16, "Naval Law Amendment")
def naval_law_amendment(do: StabilityScript) -> bool:
    do.then("naval_law", side=AUTHORITARIAN)
    return do.t.ahead(AUTHORITARIAN) < 0


@steps.auto
def naval_law(t: TurmoilContext, frame: Frame) -> None:
    """S16: an attempt worth 2 OPs, outside the limit of the turn."""
    side = frame.text("side")
    if not at_the_end(t, side):
        attempt(t, side, frame.text("card"), t.value(side, 2, by_event=True), own=False)


@stability(17, "Elitist Art")
def elitist_art(do: StabilityScript) -> bool:
    do.gain(AUTHORITARIAN, 1)
    return do.holds(INTELLECTUAL)


@stability(18, "Government Suppression")
def government_suppression(do: StabilityScript) -> bool:
    do.place(AUTHORITARIAN, 3, do.here & UNCONTROLLED, at_most=1, optional=True)
    return do.holds(GOVERNMENT)


@stability(19, "Ecclesial Influence")
def ecclesial_influence(do: StabilityScript) -> bool:
    do.place(AUTHORITARIAN, 2, do.icons(FARMER, WORKER, ARMY))
    return do.holds(CHURCH)


@stability(20, "Limited Franchise")
def limited_franchise(do: StabilityScript) -> bool:
    do.place(AUTHORITARIAN, 2, do.icons(GOVERNMENT, MONARCH))
    return do.holds(BOURGEOISIE)
