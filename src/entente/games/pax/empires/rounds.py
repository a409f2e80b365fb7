"""The rounds of a rebellion, and of an Ottoman war in which no power helps the Empire (11.2, 11.3):
the empire first, by its rules; then its enemies, as in any war."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax.belligerents import (
    change,
    close_war,
    enemies_of,
    home_of,
    leader,
    need,
    starter,
)
from entente.games.pax.board import ARMY, Area, Power, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.war import REBELLION, War
from entente.games.pax.tension import raise_tension
from entente.games.pax.war import attack, manoeuvre, minor_leaders  # noqa: F401  (their steps)
from entente.games.pax.war.battle import Side, fight_battle
from entente.games.pax.war.imperial_armies import (
    advance,
    defeat,
    empire_of,
    enemies_in,
    fall_back,
    in_reach,
    nearest_enemy,
    people_with,
)
from entente.games.pax.war.resolution import bring_home
from entente.games.pax.war.support import surrender_unsupported
from entente.kernel import Action, Choose, DecisionStep, Frame, Menu, Message, Seat, say, step

END_WAR, GO_ON = "end", "continue"
LOST, WON, STANDSTILL = "lost", "won", "standstill"  # how such a war ends for its enemies


def call_round(world: PaxContext, number: int) -> None:
    """Start another round."""
    world.state.push(step("campaign_round", war=number))


@steps.auto
def campaign_round(world: PaxContext, frame: Frame) -> None:
    """11.2.3: manoeuvre and attack of the empire, then manoeuvre, attack and support of the others;
    tension; the end is tested."""
    number = frame.number("war")
    war = need(world, number)
    change(world, number, round=war.round + 1, attacked=False)
    world.log("log.war_round", round=war.round + 1, powers=list(war.entered))
    near = nearest_enemy(world, war)
    leaders = [step("war_leaders", war=number)] if war.kind != REBELLION else []
    world.state.push(
        *leaders,
        step("empire_moves", war=number),
        step("empire_attacks", war=number),
        *second_alliance_steps(world, number),
        step("campaign_round_ends", war=number, near=near),
    )


def empire_enemies(world: PaxContext, number: int) -> tuple[Power, ...]:
    """Return the second alliance, all against the empire."""
    war = need(world, number)
    return enemies_of(war, empire_of(war))


def second_alliance_steps(world: PaxContext, number: int) -> list[Frame]:
    """Return what the empire's enemies do in a round."""
    enemies = empire_enemies(world, number)
    if not enemies:
        return []
    camp = enemies[0]
    return [
        step("manoeuvre_phase", war=number, camp=camp),
        step("attack_phase", war=number, camp=camp),
        step("lose_markers", war=number),
        step("campaign_support", war=number),
    ]


# -- the empire


@steps.auto
def empire_moves(world: PaxContext, frame: Frame) -> None:
    """11.2.4: move its armies by rule."""
    advance(world, need(world, frame.number("war")))


@steps.auto
def empire_attacks(world: PaxContext, frame: Frame) -> None:
    """11.2.5: attack in every area where its armies meet an enemy's."""
    number = frame.number("war")
    war = need(world, number)
    empire = empire_of(war)
    places = [a for a in war.theatre if world.armies(empire, a) and enemies_in(world, war, a)]
    world.state.push(*[step("empire_attack", war=number, area=area) for area in places])


@steps.auto
def empire_attack(world: PaxContext, frame: Frame) -> None:
    """11.2.5, 11.2.6: all its armies in an area together, with the people where no power has
    control, against all enemy armies together."""
    number, area = frame.number("war"), frame.text("area")
    war = need(world, number)
    foes = tuple(enemies_in(world, war, area))
    empire = empire_of(war)
    if not foes or not world.armies(empire, area):
        return
    attackers = Side((empire,), people_with(world, war, (empire,), area))
    battle = fight_battle(world, number, ARMY, area, attackers, Side(foes))
    if battle.result in ("AR", "AE"):
        defeat(world, need(world, number), area)


@steps.auto
def eastern_retreat(world: PaxContext, frame: Frame) -> None:
    """11.2.7: the armies of an empire without a leader retreat by rule."""
    fall_back(world, need(world, frame.number("war")), frame.text("place"))


# -- after the attacks of the others


@steps.auto
def lose_markers(world: PaxContext, frame: Frame) -> None:
    """11.2.8: where there are Chinese armies and no colonial ones, all markers go; an area without
    its control marker has its strength again."""
    war = need(world, frame.number("war"))
    if war.kind != REBELLION:
        return
    for area in war.theatre:
        if world.armies(empire_of(war), area) and not enemies_in(world, war, area):
            clear_markers(world, area)


def clear_markers(world: PaxContext, area: Area) -> None:
    """Remove all markers from an area."""
    if powers := list(world.markers(area)):
        for power in powers:
            world.put_marker(power, area, Status.NONE)
        world.log("log.markers_gone", area=area, powers=powers)


@steps.auto
def campaign_support(world: PaxContext, frame: Frame) -> None:
    """12.9 for the empire's enemies; nothing is conquered in these wars."""
    number = frame.number("war")
    surrender_unsupported(world, number, empire_enemies(world, number))


@steps.auto
def campaign_over(world: PaxContext, frame: Frame) -> None:
    """11.2.11: what surrendered or is at sea goes home; units without right move as in peace."""
    number = frame.number("war")
    war = need(world, number)
    powers = [power for power in war.entered if home_of(world, power) is not None]
    bring_home(world, number, powers)
    close_war(world, number)
    world.state.push(step("legal_places", powers=" ".join(powers)))


# -- the end of a round


@steps.auto
def campaign_round_ends(world: PaxContext, frame: Frame) -> None:
    """12.3: tension rises; no one is to blame in an undeclared war. Every round without an attack
    counts towards a standstill (P69)."""
    number = frame.number("war")
    war = need(world, number)
    raise_tension(world, "war_round", None, starter=starter(world, war))
    if world.state.outcome is not None:
        return
    counts = world.since(3) or not _came_nearer(world, war, frame)
    change(world, number, quiet=0 if war.attacked else war.quiet + counts)
    name = "rebellion_end_test" if war.kind == REBELLION else "ottoman_end_test"
    world.state.push(step(name, war=number))


def _came_nearer(world: PaxContext, war: War, frame: Frame) -> bool:
    """Until version 3 a round in which the empire's armies came nearer did not count."""
    before, now = frame.number("near"), nearest_enemy(world, war)
    return now >= 0 and (before < 0 or now < before)


def is_out_of_reach(world: PaxContext, war: War) -> bool:
    """11.2.9: whether every enemy army in the theatre is out of reach of the empire's."""
    reached = in_reach(world, war)
    places = [area for area in war.theatre if enemies_in(world, war, area)]
    return bool(places) and not any(area in reached for area in places)


def stranded_seats(world: PaxContext, war: War) -> tuple[Seat, ...]:
    """Return the seats that decide for the armies in the theatre."""
    powers = {power for area in war.theatre for power in enemies_in(world, war, area)}
    seats = {seat for power in powers if (seat := leader(world, war, power)) is not None}
    return tuple(world.by_precedence(seats))


def result_of(world: PaxContext, war: War, *, invaded: bool) -> str:
    """11.2.9, 11.3: how such a war ends now, where the empire has enemies in its own land or not;
    empty: it goes on, or may be ended by agreement."""
    if not invaded:
        return LOST
    if not world.army_places(empire_of(war)):
        return WON
    return STANDSTILL if war.quiet >= world.board.constants.stalemate_rounds else ""


def end_or_continue(world: PaxContext, war: War, result: str, ending: str) -> None:
    """At the end of a round: it is over, may be ended by those out of reach, or another follows."""
    if result:
        world.state.push(step(ending, war=war.id, result=result))
    elif is_out_of_reach(world, war) and stranded_seats(world, war):
        world.state.push(step("end_campaign", war=war.id, ending=ending))
    else:
        call_round(world, war.id)


def armies_go(world: PaxContext, empire: Power) -> None:
    """11.2.9, 11.3: take the empire's armies off the map."""
    for area in world.army_places(empire):
        for strength in world.armies(empire, area):
            world.remove_unit(empire, ARMY, area, strength)


@steps.ask("end_campaign")
class EndCampaign(DecisionStep[PaxContext]):
    """11.2.9, 11.3: those whose armies the empire cannot reach may end it, if all agree."""

    section = "11.2"
    sealed = True
    grammar = (END_WAR, GO_ON)

    def rule(self, world: PaxContext, frame: Frame) -> str:
        return "11.2" if need(world, frame.number("war")).kind == REBELLION else "11.3"

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return stranded_seats(world, need(world, frame.number("war")))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        war = need(world, frame.number("war"))
        return say("prompt.end_campaign", power=empire_of(war))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose((END_WAR, GO_ON))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """Return the end of the war, which three more rounds would bring too, with more tension."""
        return END_WAR

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        number = frame.number("war")
        if all(answer == END_WAR for answer in answers.values()):
            world.state.push(step(frame.text("ending"), war=number, result=STANDSTILL))
        else:
            call_round(world, number)
