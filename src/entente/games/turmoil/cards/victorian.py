"""The Victorian era: cards that are in the deck from the first turn."""

from __future__ import annotations

from entente.games.turmoil.board import (
    ARMY,
    AUSTRIA_HUNGARY,
    AUTHORITARIAN,
    BALKANS,
    BOURGEOISIE,
    CHURCH,
    EIGHT_NATIONS,
    FARMER,
    FRANCE,
    GERMANY,
    INTELLECTUAL,
    LIBERAL,
    MONARCH,
    RESTORED,
    RUSSIA,
    SECULAR,
    SIDES,
    WORKER,
)
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.dice import roll
from entente.games.turmoil.effects import Remove
from entente.games.turmoil.events import Script, event, unplayable
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.questions import SeatQuestion
from entente.games.turmoil.space_filters import (
    ANYWHERE,
    at,
    held_by,
    in_region,
    support_of,
    with_icon,
)
from entente.games.turmoil.stability import card_text, no_stability_card, spend_stability
from entente.games.turmoil.tension import flip
from entente.kernel import END, STAY, Action, Frame, Message, Refusal, Seat, refuse, say


@event(1, "Admiral von Tirpitz")
def admiral_von_tirpitz(do: Script) -> None:
    do.tension(+1)
    do.crisis()
    do.then(
        "tirpitz", side=AUTHORITARIAN, of=AUTHORITARIAN, where=in_region(GERMANY), left=2, may=1
    )


@steps.ask("tirpitz")
class Tirpitz(Remove):
    """C1: for each SP taken off Germany the German Navy moves forward one box."""

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.tirpitz", card=frame.text("card"), left=frame.number("left"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.take(AUTHORITARIAN, action.args[0])
        over = self.chose(t, frame, action.args[0])
        t.state.push(step("advance_navy", side=AUTHORITARIAN, boxes=1))
        return END if over else STAY


@event(2, "State Secularism in France")
def state_secularism(do: Script) -> None:
    do.then("secularize")
    do.lasts()


@steps.auto
def secularize(t: TurmoilContext, frame: Frame) -> None:
    """C2: remove French Catholic Church and all its links."""
    for side in SIDES:
        t.take(side, "french_catholic_church", 99)
    t.reshape(SECULAR)
    t.log("log.secular", space="french_catholic_church")


def calm_enough(t: TurmoilContext, side: str) -> Refusal | None:
    high = t.state.tension >= 3
    return refuse("7.1", "refusal.tension", tension=t.state.tension) if high else None


@event(3, "Second International", calm_enough)
def second_international(do: Script) -> None:
    do.place(LIBERAL, 4, ~support_of(AUTHORITARIAN), at_most=1, optional=True)


@event(4, "Franz Ferdinand")
def franz_ferdinand(do: Script) -> None:
    where = in_region(AUSTRIA_HUNGARY) & ~held_by(LIBERAL)
    do.place(AUTHORITARIAN, 3, where, at_most=1, optional=True)
    do.lasts()


@event(5, "Dreyfus Affair")
def dreyfus_affair(do: Script) -> None:
    do.place(do.side, 2, in_region(FRANCE))
    do.lasts()


@event(9, "Russo-Japanese War")
def russo_japanese_war(do: Script) -> None:
    shaken = at("tsarist_army", "nicolas_ii", "saint_petersburg", "moscow")
    do.remove(AUTHORITARIAN, 4, shaken, at_most=2)


@event(10, "Entente Cordiale")
def entente_cordiale(do: Script) -> None:
    do.track("entente_cordiale")
    do.place(LIBERAL, 4, in_region(FRANCE) & ~held_by(AUTHORITARIAN), at_most=2)


@event(11, "Foreign Investments")
def foreign_investments(do: Script) -> None:
    workers = in_region(FRANCE, GERMANY) & with_icon(WORKER)
    do.shift(LIBERAL, 4, workers, in_region(RUSSIA, AUSTRIA_HUNGARY, BALKANS), at_most=2)


@event(13, "Traditionalism")
def traditionalism(do: Script) -> None:
    do.place(AUTHORITARIAN, 4, with_icon(FARMER), at_most=2)


@event(14, "Radical Party Founded")
def radical_party_founded(do: Script) -> None:
    where = in_region(FRANCE) & ~held_by(AUTHORITARIAN)
    do.place(LIBERAL, 4, where, at_most=1, optional=True)


@event(15, "Lord Fisher")
def lord_fisher(do: Script) -> None:
    do.lasts()
    if do.t.state.navy[LIBERAL] == 0:
        do.advance(LIBERAL, 1)


@event(16, "Stymied")
def stymied(do: Script) -> None:
    do.lasts()


def never_alone(t: TurmoilContext, side: str) -> Refusal | None:
    return refuse("5.2", "refusal.never_alone", card=EIGHT_NATIONS)


@event(17, "Eight Nation Alliance", never_alone)
def eight_nation_alliance(do: Script) -> None:
    """Played together with another card: see `play.PlayCard`."""


def three_monarchs(t: TurmoilContext, side: str) -> Refusal | None:
    count = t.count(with_icon(MONARCH) & held_by(AUTHORITARIAN))
    return refuse("7.1", "refusal.monarchs", count=count) if count < 3 else None


@event(18, "Bernhard von Bülow", three_monarchs)
def bernhard_von_bulow(do: Script) -> None:
    do.then("pick_event", side=do.side)


@event(19, "Union of Liberation")
def union_of_liberation(do: Script) -> None:
    do.remove(AUTHORITARIAN, 2, in_region(RUSSIA))
    do.check(LIBERAL, 1, in_region(RUSSIA))


@event(20, "Bonapartism/Monarchism")
def bonapartism(do: Script) -> None:
    do.seize(AUTHORITARIAN, "french_armed_forces")
    do.check(AUTHORITARIAN, 1, in_region(FRANCE))
    if do.t.on("french_monarchy") and not do.t.holds(AUTHORITARIAN, "paris"):
        do.then("restore_monarchy")


@steps.auto
def restore_monarchy(t: TurmoilContext, frame: Frame) -> None:
    """12, optional: if the check gave Paris to the Authoritarian, it is a Monarch space now."""
    if t.holds(AUTHORITARIAN, "paris"):
        t.reshape(RESTORED)
        t.log("log.restored")


@event(21, "Prussian Spirit")
def prussian_spirit(do: Script) -> None:
    do.place(AUTHORITARIAN, 3, in_region(GERMANY))


@event(22, "Socialist Movements")
def socialist_movements(do: Script) -> None:
    do.place(LIBERAL, 2, with_icon(WORKER))


@event(23, "Third Department/Okhrana")
def okhrana(do: Script) -> None:
    do.then("okhrana", side=AUTHORITARIAN)


@steps.ask("okhrana")
class Okhrana(SeatQuestion):
    """C23: one of the Liberal's available stability cards becomes unavailable."""

    section = "9.1"
    grammar = ("suppress <stability_card>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [f"suppress {card}" for card in t.state.stability[LIBERAL]]

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return card_text(action)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.log("log.suppress", side=LIBERAL, card=action["stability_card"])
        spend_stability(t, LIBERAL, action["stability_card"])
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return no_stability_card(t, LIBERAL, action["stability_card"])


@event(24, "Tsarist Repression")
def tsarist_repression(do: Script) -> None:
    do.frames.append(roll(AUTHORITARIAN))
    do.then("repression")


@steps.auto
def repression(t: TurmoilContext, frame: Frame) -> None:
    """C24: move Liberal SP to Siberia, or from a total of 6 to Saint Petersburg."""
    total = t.state.die + t.era
    target = "siberia" if total < 6 else "saint_petersburg"
    t.log("log.repression", die=t.state.die, total=total, space=target)
    script = Script(t, "C24", AUTHORITARIAN)
    exiles = in_region(RUSSIA) & ~at(target)
    script.shift(AUTHORITARIAN, total, exiles, at(target), of=LIBERAL, optional=False)
    t.state.push(*script.frames)


@event(25, "Legacy of Bismarck")
def legacy_of_bismarck(do: Script) -> None:
    do.lasts()


@event(26, "Franco-Russian Alliance")
def franco_russian_alliance(do: Script) -> None:
    do.place(LIBERAL, 2, in_region(FRANCE, RUSSIA) & ~held_by(AUTHORITARIAN))
    do.then("ally_with_russia")


@steps.auto
def ally_with_russia(t: TurmoilContext, frame: Frame) -> None:
    flip(t, "three_emperor_league", "franco_russian_alliance")


@event(27, "The Dual Alliance")
def dual_alliance(do: Script) -> None:
    do.place(AUTHORITARIAN, 2, in_region(AUSTRIA_HUNGARY, GERMANY) & ~held_by(LIBERAL))
    do.track("dual_alliance")


@event(28, "Scramble for Africa")
def scramble_for_africa(do: Script) -> None:
    congo = ("belgium",) if do.t.happened("C45") else ()
    do.place(AUTHORITARIAN, 3, at("morocco", "algeria", "tunisia", "libya", *congo))


@event(29, "Two-power Standard")
def two_power_standard(do: Script) -> None:
    do.then("set_standard")


@steps.auto
def set_standard(t: TurmoilContext, frame: Frame) -> None:
    """C29: the Liberal's next 2 actions, or 3 if the German Navy is ahead."""
    t.state.standard = 3 if t.ahead(AUTHORITARIAN) > 0 else 2
    t.log("log.standard", side=LIBERAL, count=t.state.standard)


@event(30, "Military Tradition")
def military_tradition(do: Script) -> None:
    do.place(AUTHORITARIAN, 2, with_icon(ARMY))


@event(31, "Status Quo")
def status_quo(do: Script) -> None:
    do.place(AUTHORITARIAN, 3, with_icon(BOURGEOISIE))


@event(33, "Modernism")
def modernism(do: Script) -> None:
    do.place(LIBERAL, 4, with_icon(INTELLECTUAL), at_most=2)


@event(34, "Government-sponsored Art")
def government_sponsored_art(do: Script) -> None:
    do.add_each(AUTHORITARIAN, with_icon(INTELLECTUAL) & ~at("bosnia", "siberia"))


@event(35, "Absolutism")
def absolutism(do: Script) -> None:
    do.lasts()


@event(36, "March of History")
def march_of_history(do: Script) -> None:
    do.lasts()


@event(37, "Ferdinand Esterhazy")
def ferdinand_esterhazy(do: Script) -> None:
    do.then("esterhazy")


@steps.auto
def esterhazy(t: TurmoilContext, frame: Frame) -> None:
    """C37: a card of the Liberal at random; an Authoritarian event on it happens at once."""
    state = t.state
    hand = state.hand[LIBERAL]
    if not hand:
        return
    card = hand[state.chance.below(len(hand))]
    state.reveal()
    t.put_down(LIBERAL, card)
    t.log("log.discard", side=LIBERAL, card=card)
    own = t.board.is_event_of(card, AUTHORITARIAN)
    if own and unplayable(t, card, AUTHORITARIAN) is None:
        state.push(step("take_place", card=card, side=AUTHORITARIAN), step("put_away", card=card))
    else:
        t.discard(card)


@event(38, "Kulturkampf")
def kulturkampf(do: Script) -> None:
    do.check(LIBERAL, 2, with_icon(CHURCH, INTELLECTUAL), ignoring=True)


@event(40, "Indecisiveness")
def indecisiveness(do: Script) -> None:
    do.tension(-1)
    do.place(do.side, 1, ANYWHERE)


@event(78, "Revolution of 1905")
def revolution_of_1905(do: Script) -> None:
    do.tension(+1)
    do.check(LIBERAL, do.ops, in_region(RUSSIA), tension=True)
    do.crisis()
