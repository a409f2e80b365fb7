"""The Edwardian era: cards that join the deck in turn 4."""

from __future__ import annotations

from entente.games.turmoil.board import (
    ANNEX,
    ANNEXED,
    ARMY,
    AUSTRIA_HUNGARY,
    AUTHORITARIAN,
    BALKANS,
    BOURGEOISIE,
    CHURCH,
    CONGO,
    FARMER,
    FRANCE,
    GERMANY,
    GOVERNMENT,
    INDEPENDENT,
    INTELLECTUAL,
    LIBERAL,
    MONARCH,
    NORWAY,
    REGIONS,
    RUSSIA,
    WORKER,
)
from entente.games.turmoil.cards.choices import (
    OneRegion,
    OneSpace,
    alternatives,
    choose_one,
)
from entente.games.turmoil.context import TurmoilContext, frame_number, steps
from entente.games.turmoil.dice import roll
from entente.games.turmoil.events import Script, event, event_side, unplayable
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.naval import discard_from_hand, draw_cards, not_in_hand, retreat
from entente.games.turmoil.operations import operations_of
from entente.games.turmoil.questions import DONE, SeatQuestion, again
from entente.games.turmoil.space_filters import (
    ANYWHERE,
    at,
    held_by,
    in_region,
    near,
    support_of,
    with_icon,
)
from entente.games.turmoil.stability import refresh
from entente.games.turmoil.tension import put_beside
from entente.kernel import END, STAY, Action, Frame, Message, Refusal, Seat, refuse, say
from entente.kernel.capabilities import Repeatable


@event(12, "Magyarization")
def magyarization(do: Script) -> None:
    do.add(LIBERAL, "budapest", 3)
    do.check(LIBERAL, 1, in_region(AUSTRIA_HUNGARY))


@event(32, "Copenhagenization")
def copenhagenization(do: Script) -> None:
    do.tension(+1)
    do.crisis()
    do.then("retreat_navy", boxes=2)


@steps.auto
def retreat_navy(t: TurmoilContext, frame: Frame) -> None:
    retreat(t, frame.number("boxes"))


@event(39, "Spiritism and Mysticism")
def spiritism_and_mysticism(do: Script) -> None:
    salons = with_icon(BOURGEOISIE, MONARCH, CHURCH)
    do.remove(AUTHORITARIAN, 4, salons, at_most=1, per_region=2, optional=True)


def writers_held(t: TurmoilContext, side: str) -> Refusal | None:
    held = t.state.writers == LIBERAL
    return None if held else refuse("7.1", "refusal.writers", space="french_writers")


@event(41, "Dreyfus Rehabilitated", writers_held)
def dreyfus_rehabilitated(do: Script) -> None:
    do.take(AUTHORITARIAN, "french_armed_forces", 2)
    do.remove(AUTHORITARIAN, 2, in_region(FRANCE) & ~at("french_armed_forces"))
    do.check(LIBERAL, 1, in_region(FRANCE))


@event(42, "The Kaiser Intervenes")
def the_kaiser_intervenes(do: Script) -> None:
    do.tension(+1)
    do.place(AUTHORITARIAN, 1, ANYWHERE)


@event(44, "Second Hague Conference")
def second_hague_conference(do: Script) -> None:
    choose_one(do, AUTHORITARIAN)


def hague_sabre(do: Script) -> None:
    do.tension(+1)
    do.gain(AUTHORITARIAN, 2)


def hague_armies(do: Script) -> None:
    do.place(AUTHORITARIAN, 4, with_icon(ARMY, MONARCH), at_most=1)


alternatives(44, rattle=hague_sabre, rally=hague_armies)


@event(45, "Belgian Rule in Congo")
def belgian_rule_in_congo(do: Script) -> None:
    choose_one(do, LIBERAL)


def congo_protest(do: Script) -> None:
    do.gain(LIBERAL, -2)


def congo_annexed(do: Script) -> None:
    do.seize(AUTHORITARIAN, "belgium")
    do.then("annex_congo")


alternatives(45, protest=congo_protest, annex=congo_annexed)


@steps.auto
def annex_congo(t: TurmoilContext, frame: Frame) -> None:
    """C45: Belgium is permanently an Annex space as well."""
    t.reshape(CONGO)


@event(46, "Liberals gain Power in UK")
def liberals_gain_power(do: Script) -> None:
    offices = with_icon(GOVERNMENT)
    regions = [region for region in REGIONS if do.t.find(in_region(region) & offices)]
    do.place(LIBERAL, len(regions), in_region(*REGIONS) & offices, at_most=1, per_region=1)
    do.place(LIBERAL, 1, in_region(INDEPENDENT))


@event(47, "Young Turk Revolution")
def young_turk_revolution(do: Script) -> None:
    do.place(LIBERAL, 2, at("constantinople") | in_region(BALKANS), at_most=1)
    do.check(LIBERAL, 2, in_region(BALKANS))


@event(48, "Enver Pasha")
def enver_pasha(do: Script) -> None:
    do.add(AUTHORITARIAN, "constantinople", 2)
    do.lasts()  # stability.extra_cards


@event(49, "Austria Annexes Bosnia")
def austria_annexes_bosnia(do: Script) -> None:
    do.tension(+1)
    do.crisis()
    do.add(AUTHORITARIAN, "bosnia", 3)
    do.then("annex_bosnia")


@steps.auto
def annex_bosnia(t: TurmoilContext, frame: Frame) -> None:
    """C49: Bosnia belongs to Austria-Hungary and to the Balkans."""
    t.reshape(ANNEXED)


@event(50, "Schlieffen Plan Adopted")
def schlieffen_plan(do: Script) -> None:
    do.add(AUTHORITARIAN, "belgium")
    do.then("put_marker_beside", marker="schlieffen")


@steps.auto
def put_marker_beside(t: TurmoilContext, frame: Frame) -> None:
    put_beside(t, frame.text("marker"))


@event(51, "Norwegian Independence")
def norwegian_independence(do: Script) -> None:
    do.then("free_norway")
    do.add(LIBERAL, "norway", 2)


@steps.auto
def free_norway(t: TurmoilContext, frame: Frame) -> None:
    """C51: Norway is open."""
    t.reshape(NORWAY)


@event(52, "Conrad von Hötzendorf")
def conrad_von_hotzendorf(do: Script) -> None:
    do.add_each(AUTHORITARIAN, in_region(AUSTRIA_HUNGARY) & with_icon(ARMY, GOVERNMENT))
    do.tension(+1)


@event(54, "Traditionalists Gain Power")
def traditionalists_gain_power(do: Script) -> None:
    pillars, offices = with_icon(ARMY, FARMER), with_icon(GOVERNMENT)
    do.shift(AUTHORITARIAN, 4, pillars, offices, same_region=True)


@event(55, "Viscount Grey")
def viscount_grey(do: Script) -> None:
    do.then("grey")


@steps.auto
def grey(t: TurmoilContext, frame: Frame) -> None:
    """C55: 3 OPs, 4 in the Georgian era, to which Authoritarian control is no obstacle."""
    t.state.push(operations_of(t, LIBERAL, "C55", 4 if t.era == 2 else 3, by_event=True, grey=True))


def fleet_ahead(t: TurmoilContext, side: str) -> Refusal | None:
    return None if t.ahead(side) > 0 else refuse("7.1", "refusal.not_ahead", side=side)


@event(56, "Control of the Channel", fleet_ahead)
def control_of_the_channel(do: Script) -> None:
    do.then("pick_event", side=do.side)


@event(57, "Naval Bill/Fleet Law")
def naval_bill(do: Script) -> None:
    do.tension(+1)
    do.crisis()
    do.advance(do.side, 1)


@event(58, "US Interventionism")
def us_interventionism(do: Script) -> None:
    do.then("refresh_stability", side=LIBERAL)
    do.then("put_marker_beside", marker="us_interventionism")


@steps.auto
def refresh_stability(t: TurmoilContext, frame: Frame) -> None:
    refresh(t, frame.text("side"))


@event(59, "Declaration of Independence")
def declaration_of_independence(do: Script) -> None:
    where = in_region(BALKANS) & ~held_by(LIBERAL)
    do.then("claim", side=AUTHORITARIAN, where=where)


@event(60, "Legacy of 1848")
def legacy_of_1848(do: Script) -> None:
    do.then("show_red_cards")


@steps.auto
def show_red_cards(t: TurmoilContext, frame: Frame) -> None:
    """C60: the Authoritarian shows the cards with a red title in hand."""
    cards = [card for card in t.state.hand[AUTHORITARIAN] if t.board.cards[card].red]
    t.show(LIBERAL, cards)
    t.rule_out("red", [card for card in t.state.hand[AUTHORITARIAN] if card not in cards])
    t.state.reveal()
    t.log("log.red_cards", side=AUTHORITARIAN, cards=cards)
    t.state.push(step("take_red_card", side=LIBERAL, card=frame.text("card")))


@steps.ask("take_red_card")
class TakeRedCard(SeatQuestion):
    """C60: one of the cards shown, its event happening at once; or the OPs of this card."""

    section = "7.1"
    grammar = ("take <shown_card:card>", "operate")

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        shown = [card for card in t.state.seen[LIBERAL] if t.board.cards[card].red]
        able = [c for c in shown if unplayable(t, c, event_side(t, c, LIBERAL)) is None]
        return [*(f"take {card}" for card in able), "operate"]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        if action.verb == "operate":
            t.state.push(operations_of(t, LIBERAL, frame.text("card"), by_event=True))
            return END
        card = action["shown_card"]
        t.put_down(AUTHORITARIAN, card)
        t.log("log.take_card", side=LIBERAL, card=card)
        event = step("take_place", card=card, side=event_side(t, card, LIBERAL))
        t.state.push(event, step("put_away", card=card))
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        card = action["shown_card"]
        if card not in t.state.seen[LIBERAL] or not t.board.cards[card].red:
            return refuse(self.section, "refusal.not_shown", card=card)
        return unplayable(t, card, event_side(t, card, LIBERAL))


@event(62, "Jozef Piłsudski")
def jozef_pilsudski(do: Script) -> None:
    do.place(LIBERAL, 2, at("poland") | near("poland"))
    do.check(LIBERAL, 1, at("poland"))


@event(63, "October Manifesto")
def october_manifesto(do: Script) -> None:
    do.place(LIBERAL, 5, in_region(RUSSIA), at_most=2)


@event(64, "Diagonal Politics")
def diagonal_politics(do: Script) -> None:
    do.add_each(LIBERAL, in_region(GERMANY) & held_by(AUTHORITARIAN))


@event(65, "Second Duma Disbanded")
def second_duma_disbanded(do: Script) -> None:
    where = in_region(RUSSIA) & ~at("siberia") & support_of(LIBERAL)
    do.then("disband", side=AUTHORITARIAN, where=where)


@steps.ask("disband")
class Disband(OneSpace):
    """C65: all Liberal SP of one Russian space go to Siberia."""

    grammar = ("disband <space>",)

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        t.add(LIBERAL, "siberia", t.take(LIBERAL, space, 99))


@event(66, "Henry Wilson")
def henry_wilson(do: Script) -> None:
    do.then("replace_support", side=LIBERAL, space="french_armed_forces")
    do.check(LIBERAL, 1, in_region(FRANCE))


@steps.auto
def replace_support(t: TurmoilContext, frame: Frame) -> None:
    """Replace an SP of the opponent, if there is one."""
    t.replace(frame.text("side"), frame.text("space"))


@event(67, "Landslide Electoral Victory")
def landslide_electoral_victory(do: Script) -> None:
    do.place(LIBERAL, 4, held_by(LIBERAL), at_most=1)


@event(68, "Triple Alliance")
def triple_alliance(do: Script) -> None:
    do.seize(AUTHORITARIAN, "italy")
    do.track("triple_alliance")


@event(69, "Prince Heinrich", fleet_ahead)
def prince_heinrich(do: Script) -> None:
    do.gain(AUTHORITARIAN, do.t.ahead(AUTHORITARIAN))


@event(70, "Winston Churchill", fleet_ahead)
def winston_churchill(do: Script) -> None:
    do.then("churchill", side=LIBERAL, left=do.t.ahead(LIBERAL), drawn=0)


@steps.ask("churchill")
class Churchill(SeatQuestion, Repeatable[TurmoilContext]):
    """C70: as many cards as boxes of lead may be discarded; then as many are drawn."""

    section = "7.1"
    grammar = ("discard <hand_card:card>", DONE)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        if frame.number("left") <= 0:
            return []
        offers = [f"discard {card}" for card in t.state.hand[LIBERAL]]
        return [*offers, DONE] if offers else []

    def stop(self) -> str:
        return DONE

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.churchill", card=frame.text("card"), left=frame.number("left"))

    def apply(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> bool:
        drawn, left = frame_number(frame, "drawn"), frame.number("left")
        if action != DONE:
            discard_from_hand(t, LIBERAL, action["hand_card"])
            drawn, left = drawn + 1, left - 1
            if left and t.state.hand[LIBERAL]:
                again(t, frame, left=left, drawn=drawn)
                return STAY
        if drawn:
            draw_cards(t, LIBERAL, drawn)
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return not_in_hand(t, LIBERAL, action["hand_card"], self.section)


@event(71, "Local Uprising")
def local_uprising(do: Script) -> None:
    do.tension(+1)
    do.place(LIBERAL, 3, with_icon(ANNEX))


@event(72, "Military Parade")
def military_parade(do: Script) -> None:
    where = with_icon(ARMY) & held_by(AUTHORITARIAN)
    do.then("parade", side=AUTHORITARIAN, where=where)


@steps.ask("parade")
class Parade(OneSpace):
    """C72: one SP in every space adjacent to an Army space."""

    grammar = ("parade <space>",)

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        for each in t.find(near(space)):
            t.add(AUTHORITARIAN, each)


@event(73, "Central Authority")
def central_authority(do: Script) -> None:
    do.then("strengthen", side=AUTHORITARIAN)


@steps.ask("strengthen")
class Strengthen(OneRegion):
    """C73: one SP in every Authoritarian-controlled space of a region."""

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        for space in t.find(in_region(action.args[0]) & held_by(AUTHORITARIAN)):
            t.add(AUTHORITARIAN, space)
        return END


@event(74, "von Bethmann-Hollweg")
def von_bethmann_hollweg(do: Script) -> None:
    do.lasts()  # naval.regular_attempts, naval.fails_anyway
    do.then("put_marker_beside", marker="von_bethmann_hollweg")


@event(75, "Jean Jaures")
def jean_jaures(do: Script) -> None:
    do.tension(-1)
    do.lasts()  # tension.crisis


@event(76, "Georges Clemenceau")
def georges_clemenceau(do: Script) -> None:
    both = support_of(LIBERAL) & support_of(AUTHORITARIAN)
    do.take_each(AUTHORITARIAN, in_region(FRANCE) & both)
    do.lasts()  # turmoil.costs


@event(77, "Alsace-Lorraine")
def alsace_lorraine(do: Script) -> None:
    if do.t.holds(AUTHORITARIAN, "alsace_lorraine"):
        do.gain(AUTHORITARIAN, 2)
    do.add(AUTHORITARIAN, "alsace_lorraine", 2)
    do.tension(+1)


@event(79, "Victor Chernov")
def victor_chernov(do: Script) -> None:
    do.replace(3, in_region(RUSSIA))
    do.lasts()  # stability.extra_cards


@event(80, "Tangier Crisis")
def tangier_crisis(do: Script) -> None:
    choose_one(do, LIBERAL)


def tangier_conceded(do: Script) -> None:
    do.gain(LIBERAL, -3)


def tangier_resisted(do: Script) -> None:
    if do.t.holds(AUTHORITARIAN, "french_armed_forces"):
        do.then("reinforce", side=AUTHORITARIAN, where=in_region(FRANCE))
    else:
        do.add(AUTHORITARIAN, "french_armed_forces", 2)
    do.tension(+1)
    do.crisis()


alternatives(80, concede=tangier_conceded, resist=tangier_resisted)


@steps.ask("reinforce")
class Reinforce(OneSpace):
    """C80: two SP in one French space."""

    grammar = ("reinforce <space>",)

    def happen(self, t: TurmoilContext, frame: Frame, space: str) -> None:
        t.add(AUTHORITARIAN, space, 2)


@event(97, "Exiles Escape/Return")
def exiles_escape(do: Script) -> None:
    home = in_region(RUSSIA) & ~at("siberia")
    do.shift(LIBERAL, 4, at("siberia"), home, at_most=1)


@event(105, "Rosa Luxemburg")
def rosa_luxemburg(do: Script) -> None:
    do.frames.append(roll(LIBERAL))
    do.then("luxemburg")


@steps.auto
def luxemburg(t: TurmoilContext, frame: Frame) -> None:
    """C105: above 4, a Liberal event with a red title in the discard pile happens."""
    friends = with_icon(INTELLECTUAL, WORKER) & in_region(GERMANY) & held_by(LIBERAL)
    die, bonus = t.state.die, t.count(friends)
    t.log("log.event_die", card="C105", die=die, bonus=bonus, total=die + bonus)
    if die + bonus > 4:
        t.state.push(step("pick_event", card="C105", side=LIBERAL, red=1))
