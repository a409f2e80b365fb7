"""12.4, 12.6, 12.7: attacks, both tables on land and at sea, retreats, losses, who joins."""

from __future__ import annotations

import pytest

from entente.games.pax.belligerents import change, strength_at
from entente.games.pax.board import ARMY, NAVY
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import WarUnit
from entente.games.pax.war.attack import targets_of
from entente.games.pax.war.battle import Side, counted, fight_battle, loser_of
from entente.games.pax.war.retreats import retreat_ends, why_no_retreat
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.wars import navy, possess, without_units
from tests.games.pax.worlds import answer, armies, army, call, leave, log, question, run, world


def field(attack: tuple[int, ...], defence: tuple[int, ...], kind: str = ARMY) -> PaxContext:
    """Germans and Britons face each other in Punjab, or in the North Atlantic."""
    it = world()
    without_units(it, "germany", "great_britain")
    make.at_war(it, ("germany",), ("great_britain",))
    place = "punjab" if kind == ARMY else "north_atlantic"
    for strength in attack:
        it.add_unit("germany", kind, place, strength)
    for strength in defence:
        it.add_unit("great_britain", kind, place, strength)
    return it


def fight(it: PaxContext, die: int, kind: str = ARMY) -> str:
    place = "punjab" if kind == ARMY else "north_atlantic"
    it.state.chance.script = [die]
    battle = fight_battle(it, make.now(it).id, kind, place, Side(("germany",)))
    run(it)
    return battle.result


def left(it: PaxContext, kind: str = ARMY) -> tuple[int, int]:
    place = "punjab" if kind == ARMY else "north_atlantic"
    return (
        strength_at(it, ["germany"], kind, place),
        strength_at(it, ["great_britain"], kind, place),
    )


# -- results: table 1 (the smaller side below 5), then table 2

CASES = [
    ("AE", (3,), (3,), 1, (0, 3)),
    ("AR", (3,), (3,), 2, (0, 3)),
    ("EX", (3,), (3,), 3, (0, 0)),
    ("EX", (3, 1), (1,), 1, (3, 0)),  # three to one is EX on a 1
    ("DR", (3,), (3,), 5, (3, 0)),
    ("DE", (3,), (3,), 6, (3, 0)),
    ("AE", (10,), (10, 10), 1, (0, 20)),
    ("AR", (10,), (10,), 1, (0, 10)),
    ("EX", (10,), (10,), 2, (0, 0)),
    ("HX", (10,), (10,), 4, (0, 0)),  # the attacker is the smaller; the other loses half of ten
    ("HX", (10, 10), (10,), 2, (10, 0)),
    ("DR", (10,), (10,), 6, (10, 0)),
    ("DE", (10, 10), (10,), 6, (20, 0)),
]


@pytest.mark.parametrize("kind", [ARMY, NAVY])
@pytest.mark.parametrize(("result", "attack", "defence", "die", "after"), CASES)
def test_results(
    kind: str,
    result: str,
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    die: int,
    after: tuple[int, int],
) -> None:
    it = field(attack, defence, kind)
    assert fight(it, die, kind) == result
    while it.state.stack:
        leave(it)
    assert left(it, kind) == after
    assert make.now(it).attacked


def test_a_half_exchange_costs_the_larger_half_of_the_smaller_rounded_up() -> None:
    it = field((10, 3, 3, 1), (5,) * 1)
    # seventeen against five is three to one: HX on a 1; half of five is three
    assert fight(it, 1) == "HX"
    assert armies(it, "punjab") == {"germany": (10, 3, 1)}


def test_equal_strength_in_a_half_exchange_makes_the_attacker_the_smaller() -> None:
    assert loser_of("HX", 6, 6) == "attacker"
    assert loser_of("EX", 6, 6) == ""


def test_the_strength_of_the_area_never_counts() -> None:
    it = field((3,), (1,))
    fight(it, 6)
    assert log(it, "log.battle")[0]["defence"] == 1


def test_the_mirrored_table_by_option() -> None:
    it = field((10, 10), (10, 10, 10, 10, 10))
    it.state.options["table_2"] = "mirrored"
    assert fight(it, 3) == "AR"
    other = field((10, 10), (10, 10, 10, 10, 10))
    assert fight(other, 4) == "HX"


# -- retreats


def test_a_retreat_is_one_legal_step_and_a_stack_may_split() -> None:
    it = field((3, 1), (3, 3))
    possess(it, "germany", "sin_kiang", "afghanistan")
    it.state.chance.script = [3]
    battle = fight_battle(it, make.now(it).id, ARMY, "punjab", Side(("germany",)))
    assert battle.result == "AR"
    run(it)
    ask, frame = question(it)
    menu = list(ask.menu(it, frame, "germany"))
    assert {way.split()[-1] for way in menu} >= {"afghanistan"}
    assert "flee germany army 3 punjab kashmir" in menu  # an enemy's area without armies
    answer(it, {"germany": "flee germany army 3 punjab afghanistan"})
    answer(it, {"germany": "flee germany army 1 punjab kashmir"})
    assert armies(it, "afghanistan") == {"germany": (3,)}
    assert armies(it, "kashmir") == {"germany": (1,)}


def test_armies_never_retreat_to_enemy_armies() -> None:
    it = field((3,), (3,))
    army(it, "great_britain", "kashmir", 1)
    ends = retreat_ends(it, make.now(it), WarUnit("germany", ARMY, "punjab", 3))
    assert "kashmir" not in ends


def test_units_that_cannot_retreat_surrender_and_wait_aside() -> None:
    it = field((3,), (3,))
    for area in it.links.routes["punjab"]:
        army(it, "great_britain", area, 1)
    assert fight(it, 2) == "AR"
    assert make.now(it).surrendered == (WarUnit("germany", ARMY, "", 3),)
    assert it.aside("germany", 3) == 1


def test_navies_retreat_to_enemies_only_where_friends_are() -> None:
    it = field((), (), NAVY)
    navy(it, "germany", "north_atlantic", 3)
    navy(it, "great_britain", "south_atlantic", 3)
    navy(it, "germany", "canada@north_atlantic", 1)
    unit = WarUnit("germany", NAVY, "north_atlantic", 3)
    assert "home_germany@north_atlantic" in retreat_ends(it, make.now(it), unit)
    assert "canada@north_atlantic" in retreat_ends(it, make.now(it), unit)
    navy(it, "great_britain", "canada@north_atlantic", 1)
    assert "canada@north_atlantic" in retreat_ends(it, make.now(it), unit)  # a friend is there
    it.remove_unit("germany", NAVY, "canada@north_atlantic", 1)
    assert "canada@north_atlantic" not in retreat_ends(it, make.now(it), unit)


def test_navies_that_retreat_into_a_battle_add_nothing_but_share_its_result() -> None:
    it = field((), (), NAVY)
    navy(it, "germany", "canada@north_atlantic", 1)
    navy(it, "great_britain", "canada@north_atlantic", 3)
    navy(it, "germany", "north_atlantic", 3)
    war = make.now(it)
    call(it, step("war_retreat", war=war.id, kind=NAVY, place="north_atlantic", power="germany"))
    answer(it, {"germany": "flee germany navy 3 north_atlantic canada@north_atlantic"})
    war = make.now(it)
    assert war.late == (WarUnit("germany", NAVY, "canada@north_atlantic", 3),)
    assert counted(it, war, Side(("germany",)), NAVY, "canada") == 1
    it.state.chance.script = [6]
    battle = fight_battle(it, war.id, NAVY, "canada", Side(("great_britain",)))
    assert (battle.attack, battle.defence, battle.result) == (3, 1, "DE")
    assert not it.navies_at("germany", "canada")


def test_armies_at_sea_retreat_with_their_navies() -> None:
    it = field((3,), (3,), NAVY)
    army(it, "germany", "north_atlantic", 1)
    it.state.chance.script = [2]
    fight_battle(it, make.now(it).id, NAVY, "north_atlantic", Side(("germany",)))
    run(it)
    answer(it, {"germany": "flee germany navy 3 north_atlantic home_germany@north_atlantic"})
    assert armies(it, "home_germany") == {"germany": (1,)}
    assert make.now(it).surrendered == ()


def test_armies_left_alone_with_enemy_navies_surrender() -> None:
    it = field((3,), (3,), NAVY)
    army(it, "germany", "north_atlantic", 1)
    assert fight(it, 1, NAVY) == "AE"
    assert make.now(it).surrendered == (WarUnit("germany", ARMY, "", 1),)


# -- who attacks


def attack_phase(it: PaxContext, power: str) -> None:
    call(it, step("attack_phase", war=make.now(it).id, camp=power))


def test_no_attack_is_compulsory_and_each_kind_fights_apart() -> None:
    it = field((3,), (3,))
    navy(it, "germany", "north_atlantic", 3)
    navy(it, "great_britain", "north_atlantic", 3)
    attack_phase(it, "germany")
    ask, frame = question(it)
    menu = list(ask.menu(it, frame, "germany"))
    assert menu == [
        "done",
        "fight germany army punjab",
        "fight germany navy north_atlantic",
    ]
    assert ask.default_answer(it, frame, "germany") == "done"
    answer(it, {"germany": "done"})
    assert not make.now(it).attacked


def test_a_power_attacks_once_a_phase_in_a_place_with_all_its_units() -> None:
    it = field((10, 10), (10,))
    attack_phase(it, "germany")
    it.state.chance.script = [2]  # HX: both still there? the defender is gone
    answer(it, {"germany": "fight germany army punjab"})
    assert armies(it, "punjab") == {"germany": (10,)}
    assert it.state.stack == []


def test_allies_join_or_not_and_what_they_add_decides_the_odds() -> None:
    for joins, column in (("join italy", 8), ("hold italy", 7)):
        it = world()
        without_units(it, "japan", "russia", "italy")
        make.at_war(it, ("japan", "italy"), ("russia",))
        army(it, "japan", "manchuria", 3, 3, 1)
        army(it, "italy", "manchuria", 1)
        army(it, "russia", "manchuria", 3, 1, 1)
        attack_phase(it, "japan")
        answer(it, {"japan": "fight japan army manchuria"})
        it.state.chance.script = [6]
        answer(it, {"italy": joins})
        line = log(it, "log.battle")[0]
        assert line["attack"] == column
        assert ("italy" in line["powers"]) == (joins == "join italy")  # type: ignore[operator]


def test_all_enemies_in_the_place_defend_together_but_not_those_of_another_war() -> None:
    it = world()
    without_units(it, "japan", "russia", "italy", "france", "germany")
    make.at_war(it, ("japan",), ("russia", "italy"))
    make.at_war(it, ("france",), ("germany",))
    for power in ("japan", "russia", "italy", "france", "germany"):
        army(it, power, "manchuria", 3)
    it.state.chance.script = [6]
    fight_battle(it, 1, ARMY, "manchuria", Side(("japan",)))
    line = log(it, "log.battle")[0]
    assert line["enemies"] == ["russia", "italy"]
    assert line["defence"] == 6
    assert it.armies("germany", "manchuria") == (3,)


def test_the_larger_side_loses_majors_before_minors_and_majors_must_agree() -> None:
    it = world()
    without_units(it, "japan", "russia", "italy", "spain")
    make.at_war(it, ("japan", "italy", "spain"), ("russia",))
    for power in ("japan", "italy", "spain"):
        army(it, power, "manchuria", 3, 3)
    army(it, "russia", "manchuria", 3, 3)
    it.state.chance.script = [1]  # three to one in table 2: HX
    battle = fight_battle(it, 1, ARMY, "manchuria", Side(("japan", "italy", "spain")))
    assert battle.result == "HX"
    run(it)
    for _ in range(3):
        answer(it, {"japan": "japan none", "italy": "italy none"})
    assert armies(it, "manchuria") == {"spain": (3, 3)}


# -- minors


def test_a_minor_attacks_with_its_major_ally_and_not_by_itself_beside_it() -> None:
    it = world()
    without_units(it, "japan", "russia", "spain")
    war = make.at_war(it, ("japan", "spain"), ("russia",))
    change(it, war.id, leaders={"spain": "japan"})
    army(it, "japan", "manchuria", 3)
    army(it, "spain", "manchuria", 3)
    army(it, "russia", "manchuria", 3)
    assert targets_of(it, make.now(it), "spain") == []
    attack_phase(it, "japan")
    it.state.chance.script = [6]
    answer(it, {"japan": "fight japan army manchuria"})
    assert log(it, "log.battle")[0]["powers"] == ["japan", "spain"]


@pytest.mark.parametrize("wish", ["join italy", "hold italy"])
def test_a_minor_alone_attacks_only_if_all_its_allies_wish(wish: str) -> None:
    it = world()
    without_units(it, "japan", "russia", "spain", "italy")
    war = make.at_war(it, ("japan", "italy", "spain"), ("russia",))
    change(it, war.id, leaders={"spain": "japan"})
    army(it, "spain", "manchuria", 3)
    army(it, "russia", "manchuria", 3)
    attack_phase(it, "japan")
    answer(it, {"japan": "fight spain army manchuria"})
    it.state.chance.script = [6]
    answer(it, {"italy": wish})
    assert bool(log(it, "log.battle")) == (wish == "join italy")
    assert it.state.stack == []


def test_a_minor_without_a_leader_attacks_at_two_to_one() -> None:
    it = world()
    without_units(it, "russia", "spain")
    make.at_war(it, ("spain",), ("russia",))
    army(it, "spain", "manchuria", 3, 3)
    army(it, "russia", "manchuria", 3)
    it.state.chance.script = [6]
    attack_phase(it, "spain")
    assert armies(it, "manchuria") == {"spain": (3, 3)}


def test_the_leader_of_a_minor() -> None:
    it = world()
    war = make.at_war(it, ("japan", "spain"), ("russia", "portugal", "italy"))
    it.state.push(step("war_leaders", war=war.id))
    run(it)
    assert make.now(it).leaders["spain"] == "japan"  # its only ally
    answer(it, {"russia": "name italy", "italy": "name italy"})
    assert make.now(it).leaders["portugal"] == "italy"  # as they agree


def test_allies_that_do_not_agree_leave_it_to_precedence() -> None:
    it = world()
    war = make.at_war(it, ("japan",), ("russia", "portugal", "italy"))
    it.state.push(step("war_leaders", war=war.id))
    run(it)
    answer(it, {"russia": "name italy", "italy": "name russia"})
    assert make.now(it).leaders["portugal"] == "russia"


def test_a_minor_without_allies_is_led_by_a_volunteer_or_by_lot() -> None:
    it = world()
    war = make.at_war(it, ("united_states",), ("spain",))
    call(it, step("war_leaders", war=war.id))
    answer(it, {"italy": "lead", "japan": "lead"})
    assert make.now(it).leaders == {"spain": "japan"}
    other = world()
    war = make.at_war(other, ("united_states",), ("spain",))
    call(other, step("war_leaders", war=war.id))
    answer(other, {})
    assert make.now(other).leaders["spain"] in other.seats


def test_without_a_neutral_seat_the_rules_lead() -> None:
    it = world(players=4)
    camp = tuple(it.seats)
    war = make.at_war(it, camp, ("spain",))
    call(it, step("war_leaders", war=war.id))
    assert make.now(it).leaders == {"spain": ""}


# -- why not


def why(it: PaxContext, seat: str, action: str) -> tuple[str, str]:
    """The rule and the reason why the open decision refuses an action."""
    ask, frame = question(it)
    assert action not in ask.menu(it, frame, seat)
    refusal = ask.why_not(it, frame, seat, ask.parse(action))
    assert refusal is not None, action
    return refusal.section, refusal.message.key.removeprefix("why.")


def test_a_refused_retreat_of_an_army_names_the_rule() -> None:
    it = field((3, 1), (3, 3))
    possess(it, "germany", "sin_kiang", "afghanistan")
    army(it, "great_britain", "kashmir", 1)
    it.state.chance.script = [3]
    fight_battle(it, make.now(it).id, ARMY, "punjab", Side(("germany",)))
    run(it)
    assert why(it, "germany", "flee germany army 3 punjab kashmir")[1] == "past_enemies"
    assert why(it, "germany", "flee germany army 3 punjab japan") == ("12.5", "not_adjacent")
    assert why(it, "germany", "flee germany army 5 punjab afghanistan") == ("12.7", "must_leave")
    assert why(it, "germany", "flee germany army 1 sin_kiang punjab") == ("12.7", "must_leave")


def test_a_refused_retreat_of_a_navy_names_the_rule() -> None:
    it = field((), (), NAVY)
    navy(it, "great_britain", "canada@north_atlantic", 3)
    war, unit = make.now(it), WarUnit("germany", NAVY, "north_atlantic", 3)
    it.add_unit("germany", NAVY, "north_atlantic", 3)
    refusal = why_no_retreat(it, war, unit, "canada@north_atlantic")
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("12.7", "why.retreat_without_friends")


def test_a_refused_retreat_of_an_army_at_sea_names_the_rule() -> None:
    it = field((3,), (3,), NAVY)
    army(it, "germany", "north_atlantic", 1)
    unit = WarUnit("germany", ARMY, "north_atlantic", 1)
    refusal = why_no_retreat(it, make.now(it), unit, "home_germany")
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("12.7", "why.retreat_with_navies")
