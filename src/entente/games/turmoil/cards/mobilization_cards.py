"""The 35 mobilization cards of the optional rule 8.4.4."""

from __future__ import annotations

from entente.games.turmoil.board import (
    ANNEX,
    AUSTRIA_HUNGARY,
    AUTHORITARIAN,
    BALKANS,
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    LIBERAL,
    OTTOMAN_EMPIRE,
    RUSSIA,
    SIDES,
)
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.mobilization import (
    Campaign,
    cards_of,
    lay_down,
    mobilization_card,
)
from entente.games.turmoil.questions import DONE, SeatQuestion
from entente.games.turmoil.space_filters import at, held_by, in_region, near, with_icon
from entente.kernel import END, Action, Frame, Refusal, refuse

GREAT_GAME_ABOVE = 4


# -- Austria-Hungary


@mobilization_card("A1", "Serbien muß Sterbien")
def serbia_must_die(do: Campaign) -> bool:
    do.seize(AUTHORITARIAN, "serbia")
    do.cancels("B2")
    return do.in_effect("dual_alliance")


@mobilization_card("A2", "Poland Campaign")
def poland_campaign(do: Campaign) -> bool:
    do.award(1)
    do.seize(AUTHORITARIAN, "poland")
    alone = do.in_effect("dual_alliance") and not do.fights(RUSSIA, AUTHORITARIAN)
    return alone and do.t.holds(AUTHORITARIAN, "galicia_przemysl")


@mobilization_card("A3", "Isonzo Campaign")
def isonzo_campaign(do: Campaign) -> bool:
    do.seize(AUTHORITARIAN, "italy")
    return True


# -- the Balkans


@mobilization_card("B1", "Third Balkan War")
def third_balkan_war(do: Campaign) -> bool:
    where = in_region(BALKANS)
    for _ in range(2):
        do.then("remove_any", side=do.side, left=2, where=where, may=0)
        do.then("remove_any", side=do.other, left=1, where=where, may=1)
    return True


@mobilization_card("B2", "War of Liberation (Austria-Hungary)")
def liberation_from_austria(do: Campaign) -> bool:
    do.seize(LIBERAL, "bosnia")
    do.seize(LIBERAL, "croatia")
    return do.fights(BALKANS, LIBERAL)


@mobilization_card("B3", "War of Liberation (Ottoman Empire)")
def liberation_from_the_ottomans(do: Campaign) -> bool:
    for side in SIDES:
        do.take(side, "constantinople", 99)
    return True


# -- Britain


@mobilization_card("E1", "Blockade")
def blockade(do: Campaign) -> bool:
    do.add_each(LIBERAL, in_region(GERMANY))
    do.seize(LIBERAL, "kiel")
    return do.t.ahead(LIBERAL) > 0


@mobilization_card("E2", "British Expeditionary Force")
def expeditionary_force(do: Campaign) -> bool:
    americans = do.in_effect("us_interventionism")
    do.award(2 if americans else 1)
    where = in_region(FRANCE) & ~held_by(AUTHORITARIAN)
    do.place(LIBERAL, 6 if americans else 3, where, at_most=1)
    return True


@mobilization_card("E3", "Gallipoli / Allenby")
def gallipoli(do: Campaign) -> bool:
    do.seize(LIBERAL, "constantinople")
    return do.fights(OTTOMAN_EMPIRE, AUTHORITARIAN)


@mobilization_card("E4", "Salonika")
def salonika(do: Campaign) -> bool:
    do.then("claim", side=LIBERAL, where=in_region(BALKANS))
    return any(do.fights(nation, AUTHORITARIAN) for nation in (BALKANS, AUSTRIA_HUNGARY))


@mobilization_card("E5", "Salerno / Anzio")
def salerno(do: Campaign) -> bool:
    do.seize(LIBERAL, "italy")
    return do.fights(ITALY, AUTHORITARIAN)


# -- France


@mobilization_card("F1", "Avenging Pavia")
def avenging_pavia(do: Campaign) -> bool:
    do.seize(LIBERAL, "italy")
    return do.fights(ITALY, AUTHORITARIAN)


@mobilization_card("F2", "Plan XVI")
def plan_xvi(do: Campaign) -> bool:
    do.changes(-2, "G4", "G5")
    return do.t.holds(LIBERAL, "french_armed_forces")


@mobilization_card("F3", "Plan XVII")
def plan_xvii(do: Campaign) -> bool:
    do.award(1)
    do.shift(LIBERAL, 3, at("french_armed_forces"), at("alsace_lorraine"))
    return True


@mobilization_card("F4", "Colonial Sunset")
def colonial_sunset(do: Campaign) -> bool:
    colonies = do.t.find(near("colonials") & with_icon(ANNEX))
    do.place(LIBERAL, 8, at("colonials", *colonies))
    do.changes(+1, *do.france_first)
    return do.t.ahead(LIBERAL) > 0


@mobilization_card("F5", "Plan XV")
def plan_xv(do: Campaign) -> bool:
    do.place(LIBERAL, 1, in_region(FRANCE))
    do.changes(-1, *do.france_first)
    return True


# -- Germany


@mobilization_card("G1", "Von Lettow-Vorbeck")
def lettow_vorbeck(do: Campaign) -> bool:
    congo = ("belgium",) if do.t.happened("C45") else ()
    colonies = at("libya", "algeria", "tunisia", "morocco", *congo)
    do.award(do.t.count(colonies & held_by(AUTHORITARIAN)))
    return do.t.ahead(AUTHORITARIAN) > 0


@mobilization_card("G2", "U-boat Offensive")
def u_boat_offensive(do: Campaign) -> bool:
    do.award(-2)
    do.then("catch_up")
    return True


@steps.auto
def catch_up(t: TurmoilContext, frame: Frame) -> None:
    """15: the German Navy moves up to the British without any reward."""
    navy = t.state.navy
    if navy[AUTHORITARIAN] < navy[LIBERAL]:
        t.state.navy = {**navy, AUTHORITARIAN: navy[LIBERAL]}
        if navy[LIBERAL] > t.state.high_water:  # 6.3.8
            t.state.high_water = 0
        t.log("log.navy", side=AUTHORITARIAN, box=f"box{navy[LIBERAL]}")


@mobilization_card("G3", "East Wall / West Wall")
def east_and_west_wall(do: Campaign) -> bool:
    do.then("wall_in")
    return True


@steps.auto
def wall_in(t: TurmoilContext, frame: Frame) -> None:
    t.state.walled = True


def army_reforms(do: Campaign) -> int:
    """Count German Army Expansion and von Bethmann-Hollweg in effect."""
    return sum(do.in_effect(marker) for marker in ("german_army_expansion", "von_bethmann_hollweg"))


@mobilization_card("G4", "Guns of August")
def guns_of_august(do: Campaign) -> bool:
    do.award(6)
    do.take(AUTHORITARIAN, "belgium", 99)
    do.remove(LIBERAL, 2 + 2 * army_reforms(do), in_region(FRANCE))
    return do.in_effect("schlieffen")


@mobilization_card("G5", "Two Front War")
def two_front_war(do: Campaign) -> bool:
    do.award(2 + army_reforms(do))
    do.take_each(AUTHORITARIAN, in_region(GERMANY) & held_by(AUTHORITARIAN))
    return True


@mobilization_card("G6", "Kaiser Wilhelm's Plan")
def kaiser_wilhelms_plan(do: Campaign) -> bool:
    do.award(2)
    do.cancels("R3", "R4")
    return True


# -- Italy


@mobilization_card("I1", "Tirol War")
def tirol_war(do: Campaign) -> bool:
    do.award(1)
    do.seize(LIBERAL, "alto_adige")
    enemies = do.fights(ITALY, LIBERAL) and do.fights(AUSTRIA_HUNGARY, AUTHORITARIAN)
    return enemies and do.t.holds(LIBERAL, "italy")


@mobilization_card("I2", "Neutrality")
def neutrality(do: Campaign) -> bool:
    do.add(do.side, "alto_adige", 2)
    return True


@mobilization_card("I3", "Mare Nostrum")
def mare_nostrum(do: Campaign) -> bool:
    for space in ("libya", "tunisia", "algeria", "spain_portugal", "morocco"):
        do.add(do.side, space)
    return do.fights(OTTOMAN_EMPIRE, do.other)


@mobilization_card("I4", "Savoyard War")
def savoyard_war(do: Campaign) -> bool:
    do.then("award", side=AUTHORITARIAN, points=1)
    do.seize(AUTHORITARIAN, "nice")
    return do.t.holds(AUTHORITARIAN, "italy")


# -- the Ottoman Empire


@mobilization_card("O1", "Balkan Reconquista")
def balkan_reconquista(do: Campaign) -> bool:
    for space in ("greece", "macedonia", "romania", "bulgaria"):
        do.add(do.side, space)
    return BALKANS in do.t.state.alliance and do.t.holds(do.side, "constantinople")


@mobilization_card("O2", "North-African Empire")
def north_african_empire(do: Campaign) -> bool:
    for space in ("libya", "tunisia", "algeria", "morocco"):
        do.add(AUTHORITARIAN, space)
    return do.t.holds(AUTHORITARIAN, "constantinople")


@mobilization_card("O3", "Persian Campaign")
def persian_campaign(do: Campaign) -> bool:
    do.award(1)
    return do.t.holds(do.side, "constantinople")


@mobilization_card("O4", "Caucasus Campaign")
def ottoman_caucasus_campaign(do: Campaign) -> bool:
    do.award(2)
    return do.t.holds(do.side, "constantinople")


# -- Russia


@mobilization_card("R1", "The Great Game")
def the_great_game(do: Campaign) -> bool:
    do.then("award", side=AUTHORITARIAN, points=3)
    do.then("call_britain")
    do.then("great_game", side=LIBERAL)
    return do.fights(RUSSIA, AUTHORITARIAN)


@steps.auto
def call_britain(t: TurmoilContext, frame: Frame) -> None:
    """R1: Britain joins the Entente if it has not yet."""
    if BRITAIN not in t.state.alliance:
        t.state.alliance = {**t.state.alliance, BRITAIN: LIBERAL}
        t.log("log.joins", nation=BRITAIN, side=LIBERAL)


@steps.ask("great_game")
class GreatGame(SeatQuestion):
    """R1: the Liberal may choose one British card of a priority above 4, in secret."""

    section = "8.4.4"
    secret = True
    grammar = ("mobilize <mobilization_card>", DONE)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        rows, chosen = t.board.mobilization, t.state.mobilized[LIBERAL]
        cards = [card for card in cards_of(t, BRITAIN) if card not in chosen]
        able = [card for card in cards if rows[card].priority > GREAT_GAME_ABOVE]
        return [*(f"mobilize {card}" for card in able), DONE] if able else []

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        lay_down(t, LIBERAL, action["mobilization_card"])
        return END

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(
            self.section,
            "refusal.great_game",
            card=action["mobilization_card"],
            count=GREAT_GAME_ABOVE,
        )


@mobilization_card("R2", "Day 15 Attack")
def day_15_attack(do: Campaign) -> bool:
    do.award(-1)
    do.changes(-2, "G4")
    do.changes(+2, "G6")
    return do.fights(RUSSIA, LIBERAL)


@mobilization_card("R3", "Six Weeks Attack")
def six_weeks_attack(do: Campaign) -> bool:
    do.seize(LIBERAL, "east_prussia")
    return do.fights(RUSSIA, LIBERAL)


@mobilization_card("R4", "Galician Campaign")
def galician_campaign(do: Campaign) -> bool:
    do.award(1)
    do.seize(LIBERAL, "galicia_przemysl")
    do.seize(LIBERAL, "budapest")
    return do.fights(RUSSIA, LIBERAL) and do.fights(AUSTRIA_HUNGARY, AUTHORITARIAN)


@mobilization_card("R5", "Caucasus Campaign")
def russian_caucasus_campaign(do: Campaign) -> bool:
    do.seize(do.side, "constantinople")
    return True
