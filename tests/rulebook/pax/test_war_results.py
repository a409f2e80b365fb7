"""«La guerre» (12.6 to 12.10): cases from the rulebook about battles, losses, and how wars end."""

from __future__ import annotations

import pytest

from entente.games.pax.belligerents import at_war, change, need
from entente.games.pax.board import ARMY, NAVY, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import WarUnit
from entente.games.pax.war.battle import Battle, Side, fight_battle
from entente.games.pax.war.ending import exhausted, occupied
from entente.games.pax.war.retreats import retreat_ends
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.peace import (
    INFLUENCE,
    INTEREST,
    POSSESSION,
    PROTECTORATE,
    adjust,
    combat,
    do,
    end_movement,
    leave_all,
    movement,
)
from tests.games.pax.talks import asked
from tests.games.pax.wars import navy, now, possess, without_units
from tests.games.pax.worlds import (
    answer,
    armies,
    army,
    call,
    clear,
    leave,
    log,
    question,
    run,
    world,
)

# -- battles


def fight(made: PaxContext, kind: str, place: str, die: int, *attackers: str) -> Battle:
    made.state.chance.script = [die]
    battle = fight_battle(made, now(made).id, kind, place, Side(attackers))
    run(made)
    return battle


def at_sea(british: tuple[int, ...], french: tuple[int, ...], sea: str) -> PaxContext:
    made = world()
    without_units(made, "great_britain", "france")
    navy(made, "great_britain", sea, *british)
    navy(made, "france", sea, *french)
    make.at_war(made, ("great_britain",), ("france",))
    return made


@pytest.mark.parametrize(("british", "die"), [((10,), 4), ((10,), 2), ((3, 3, 3, 1), 4)])
def test_equal_navies_destroy_each_other(british: tuple[int, ...], die: int) -> None:
    """Case 123 (ruling P43): in a half exchange the attacker is the smaller, and a navy of strength
    10 is lost for 5."""
    made = at_sea(british, (10,), "north_atlantic")
    fight(made, NAVY, "north_atlantic", die, "great_britain")
    assert made.navies("great_britain", "north_atlantic") == ()
    assert made.navies("france", "north_atlantic") == ()
    assert now(made).surrendered == ()


def test_attacking_navy_retreats() -> None:
    """Case 123: home, or to a sea nearby with coal."""
    made = at_sea((10,), (10,), "north_atlantic")
    assert fight(made, NAVY, "north_atlantic", 1, "great_britain").result == "AR"
    ask, frame = question(made)
    menu = ask.menu(made, frame, "great_britain")
    start = "flee great_britain navy 10 north_atlantic"
    assert f"{start} {made.board.berth('home_great_britain', 'north_atlantic')}" in menu
    assert f"{start} south_atlantic" in menu
    assert f"{start} baltic" not in menu


def test_army_that_is_left_alone_at_sea_surrenders() -> None:
    """Case 124: and comes home when the war is over; armies do not fight at sea."""
    made = at_sea((10,), (3,), "mediterranean")
    army(made, "france", "mediterranean", 3)
    battle = fight(made, NAVY, "mediterranean", 4, "great_britain")
    assert (battle.attack, battle.defence, battle.result) == (10, 3, "DE")
    assert made.armies("france", "mediterranean") == ()
    assert [(u.kind, u.strength) for u in now(made).surrendered] == [("army", 3)]
    call(made, step("leave_war", war=now(made).id, powers="great_britain france"))
    assert made.armies("france", "home_france") == (3,)


@pytest.mark.parametrize("goal", ["home_france", "algiers"])
def test_army_retreats_with_its_navy(goal: str) -> None:
    """Case 124: together."""
    made = at_sea((10,), (3,), "mediterranean")
    army(made, "france", "mediterranean", 3)
    assert fight(made, NAVY, "mediterranean", 2, "great_britain").result == "DR"
    port = made.board.berth(goal, "mediterranean")
    answer(made, {"france": f"flee france navy 3 mediterranean {port}"})
    leave_all(made)
    assert made.armies("france", goal) == (3,)
    assert made.navies("france", port) == (3,)


def test_retreat_into_the_enemy() -> None:
    """Case 125: navies only to friends, armies never; who comes late adds nothing."""
    made = at_sea((10,), (3,), "mediterranean")
    navy(made, "great_britain", "north_atlantic", 10)
    war = now(made)
    unit = WarUnit("france", NAVY, "mediterranean", 3)
    assert "north_atlantic" not in retreat_ends(made, war, unit)
    navy(made, "france", "north_atlantic", 3)
    assert "north_atlantic" in retreat_ends(made, war, unit)
    fight(made, NAVY, "mediterranean", 2, "great_britain")
    answer(made, {"france": "flee france navy 3 mediterranean north_atlantic"})
    battle = fight(made, NAVY, "north_atlantic", 4, "great_britain")
    assert (battle.attack, battle.defence) == (10, 3)
    assert made.navies("france", "north_atlantic") == ()


def test_army_never_retreats_to_enemies() -> None:
    """Case 125: friends or not."""
    made = world()
    without_units(made, "great_britain", "russia", "japan")
    make.at_war(made, ("great_britain", "japan"), ("russia",))
    army(made, "great_britain", "punjab", 3)
    army(made, "russia", "kashmir", 3)
    army(made, "japan", "kashmir", 3)
    ends = retreat_ends(made, now(made), WarUnit("great_britain", ARMY, "punjab", 3))
    assert "kashmir" not in ends
    assert "rajputana" in ends


def allies(russian: tuple[int, ...], french: tuple[int, ...] = ()) -> PaxContext:
    """Britain and Japan with three points each against Russia, and France, in Manchuria."""
    made = world()
    without_units(made, "great_britain", "japan", "russia", "france")
    possess(made, "russia", "manchuria")
    for power in ("great_britain", "japan"):
        army(made, power, "manchuria", 3)
    army(made, "russia", "manchuria", *russian)
    army(made, "france", "manchuria", *french)
    enemies = ("russia", "france") if french else ("russia",)
    war = make.at_war(made, ("great_britain", "japan"), enemies)
    call(made, step("attack_phase", war=war.id, camp="japan"))
    return made


@pytest.mark.parametrize("joins", [True, False])
def test_odds_by_joining(joins: bool) -> None:
    """Case 126: an ally that stays out suffers nothing."""
    made = allies((3, 1, 1))
    made.state.chance.script = [1]
    answer(made, {"japan": "fight japan army manchuria"})
    answer(made, {"great_britain": f"{'join' if joins else 'hold'} great_britain"})
    ((attack, defence),) = [(a["attack"], a["defence"]) for a in log(made, "log.battle")]
    assert (attack, defence) == (6 if joins else 3, 5)
    columns = made.board.tables.combat.odds.columns
    assert tuple(columns[made.board.odds(6 if joins else 3, 5)]) == ((1, 1) if joins else (1, 2))
    if not joins:
        assert made.armies("great_britain", "manchuria") == (3,)


def test_all_enemies_defend() -> None:
    """Case 126."""
    made = allies((3,), (1, 1))
    made.state.chance.script = [6]
    answer(made, {"japan": "fight japan army manchuria"})
    answer(made, {"great_britain": "join great_britain"})
    assert log(made, "log.battle")[0]["defence"] == 5


def test_majors_lose_before_minors() -> None:
    """Case 127."""
    made = world()
    without_units(made, "great_britain", "portugal", "russia")
    possess(made, "russia", "manchuria")
    army(made, "great_britain", "manchuria", 3, 3)
    army(made, "portugal", "manchuria", 3)
    army(made, "russia", "manchuria", 3, 1, 1)
    make.at_war(made, ("great_britain", "portugal"), ("russia",))
    assert fight(made, ARMY, "manchuria", 1, "great_britain", "portugal").result == "EX"
    assert armies(made, "manchuria") == {"portugal": (3,)}


@pytest.mark.parametrize("agreed", [True, False])
def test_losses_are_agreed_or_all_go(agreed: bool) -> None:
    """Case 127."""
    made = world()
    without_units(made, "great_britain", "france", "russia")
    possess(made, "russia", "manchuria")
    for power in ("great_britain", "france", "russia"):
        army(made, power, "manchuria", 3)
    make.at_war(made, ("great_britain", "france"), ("russia",))
    assert fight(made, ARMY, "manchuria", 1, "great_britain", "france").result == "EX"
    none = {"great_britain": "great_britain none", "france": "france none"}
    if agreed:
        answer(made, {**none, "france": "france 3"})
        assert armies(made, "manchuria") == {"great_britain": (3,)}
        return
    for _ in range(3):
        answer(made, none)
    assert armies(made, "manchuria") == {}


# -- how wars end


def end_test(made: PaxContext) -> None:
    call(made, step("end_test", war=now(made).id))


def spanish_war() -> PaxContext:
    """The United States against Spain, which has no unit left outside its home."""
    made = world()
    for kind, where, strength in list(made.units("spain")):
        if not where.startswith("home_spain"):
            made.remove_unit("spain", kind, where, strength)
    make.at_war(made, ("united_states",), ("spain",))
    return made


def test_exhaustion() -> None:
    """Case 133: what is in reach is conquered, the rest stays; no tension, no states."""
    made = spanish_war()
    end_test(made)
    ask, frame = question(made)
    assert frame.step == "spoils"
    assert set(frame.text("areas").split()) == {"cuba", "porto_rico", "philippines"}
    menu = str(ask.menu(made, frame, "united_states"))
    assert "possession" in menu
    assert "state" not in menu.replace("united_states", "")
    leave_all(made)
    assert made.holders("rio_de_oro") == ["spain"]
    assert made.status("spain", "marocco") is INFLUENCE
    for area in ("cuba", "porto_rico", "philippines"):
        assert made.established("united_states", area) is POSSESSION
        assert made.status("spain", area) is Status.NONE
    assert made.state.tension == 0
    assert made.money("united_states") == 0


def test_navy_at_sea_averts_exhaustion() -> None:
    """Case 133 (ruling P31)."""
    made = spanish_war()
    navy(made, "spain", "caribbean", 1)
    assert not exhausted(made, ("spain",))


def test_occupation() -> None:
    """Case 134: every area occupied; the navy at sea does not matter."""
    made = world()
    without_units(made, "portugal")
    navy(made, "portugal", "south_atlantic", 3)
    for area in ("angola", "mozambique"):
        army(made, "great_britain", area, 3)
    war = make.at_war(made, ("great_britain",), ("portugal",))
    assert not exhausted(made, ("portugal",))
    assert occupied(made, war, ("portugal",))
    change(made, war.id, conquered=dict.fromkeys(("angola", "mozambique"), "great_britain"))
    end_test(made)
    leave_all(made)
    assert made.state.wars == ()
    assert made.holders("angola") == ["great_britain"]


def test_both_exhausted_in_round_one() -> None:
    """Case 135 (ruling P31): a stalemate."""
    made = world()
    make.declare(made, "germany", "russia")
    call(made, "other_wars")
    leave_all(made)
    assert made.state.wars == ()
    assert len(log(made, "log.war_stalemate")) == 1
    assert made.state.tension == 7


def test_one_navy_at_sea_wins() -> None:
    """Case 135: and nothing changes hands."""
    made = world()
    make.declare(made, "germany", "russia")
    made.move_unit("germany", NAVY, made.navy_ports("germany")[0], "baltic", 10)
    end_test(made)
    assert log(made, "log.exhausted") == [{"powers": ["russia"]}]
    leave_all(made)
    assert made.state.wars == ()


def egypt_at_war() -> PaxContext:
    """Both have established a protectorate in Egypt this turn, and Britain declares war."""
    made = world()
    made.state.unrest = ("egypt",)
    movement(made, great_britain=20, france=20)
    for seat in ("great_britain", "france"):
        do(made, seat, "place egypt protectorate")
        army(made, seat, "egypt", 10)
    end_movement(made)
    combat(made, 5, 5)
    adjust(made)
    call(made, "war")
    while asked(made) == "declare_war":
        ask, frame = question(made)
        (seat,) = ask.seats(made, frame)
        british = seat == "great_britain" and not at_war(made, "great_britain")
        answer(made, {seat: "declare great_britain france" if british else "pass"})
    return made


def test_stalemate_over_egypt() -> None:
    """Case 136: three rounds without an attack; both keep an influence."""
    made = egypt_at_war()
    leave_all(made)
    assert made.state.wars == ()
    assert made.state.tension == 11
    for power in ("great_britain", "france"):
        assert made.established(power, "egypt") is INFLUENCE
    assert armies(made, "egypt") == {}


def test_attack_starts_the_count_again() -> None:
    """Case 136."""
    made = egypt_at_war()
    attacked = False
    while made.state.stack:
        now_ = made.state.wars[0] if made.state.wars else None
        if asked(made) == "attacks" and now_ and now_.round == 2 and not attacked:
            ask, frame = question(made)
            (seat,) = ask.seats(made, frame)
            made.state.chance.script = [1]  # one to one: the attacker retreats
            answer(made, {seat: f"fight {seat} army egypt"})
            attacked = True
        else:
            leave(made)
    assert attacked
    assert made.state.tension >= 5 + 2 * 5


def test_unreachable() -> None:
    """Case 137 (ruling P45): either may end it, and both keep everything."""
    made = world()
    possess(made, "japan", "korea", status=PROTECTORATE)
    possess(made, "italy", "eritrea", status=PROTECTORATE)
    army(made, "japan", "korea", 1)
    army(made, "italy", "eritrea", 1)
    make.at_war(made, ("japan",), ("italy",))
    end_test(made)
    assert asked(made) == "end_unreachable"
    answer(made, {"japan": "finish"})
    leave_all(made)
    assert made.state.wars == ()
    assert made.holds("japan", "korea")
    assert made.holds("italy", "eritrea")


@pytest.mark.parametrize("japan_signs", [True, False])
def test_separate_peace(japan_signs: bool) -> None:
    """Case 138: blamed on the power that leaves; its minor ally follows."""
    made = world()
    make.at_war(made, ("great_britain", "japan", "portugal"), ("russia",))
    call(made, step("peace_window", war=now(made).id))
    answer(made, {"russia": "status_quo"})
    answer(made, {"great_britain": "accept", "japan": "accept" if japan_signs else "refuse"})
    run(made)
    if japan_signs:
        assert made.state.tension == 0
        assert made.state.wars == ()
        return
    assert made.state.tension == 5
    assert made.state.rises[-1].seat == "great_britain"
    assert at_war(made, "japan", "russia")
    assert not at_war(made, "great_britain")


def test_victorious_minor() -> None:
    """Case 139: possession with one army of strength 1, the others home."""
    made = world()
    without_units(made, "germany", "austria_hungary")
    possess(made, "germany", "kamerun", "togoland")
    made.move_unit("belgium", ARMY, "home_belgium", "kamerun", 3)
    war = make.at_war(made, ("belgium",), ("germany",))
    change(made, war.id, conquered={"kamerun": "belgium"})
    end_test(made)
    leave_all(made)
    assert made.established("belgium", "kamerun") is POSSESSION
    assert armies(made, "kamerun") == {"belgium": (1,)}
    assert made.state.wars == ()


def test_conquest_beside_a_neutral_interest() -> None:
    """Case 140: a protectorate leaves room for it."""
    made = world()
    possess(made, "belgium", "kongo", status=PROTECTORATE)
    possess(made, "france", "kongo", status=INTEREST)
    war = make.at_war(made, ("germany",), ("belgium",))
    change(made, war.id, conquered={"kongo": "germany"}, quiet=3)
    end_test(made)
    answer(made, {"germany": "give germany kongo protectorate"})
    leave_all(made)
    assert {p: m.status for p, m in made.markers("kongo").items()} == {
        "germany": PROTECTORATE,
        "france": INTEREST,
    }
    assert made.state.tension == 0


def hawaii_entered() -> PaxContext:
    """Britain, at war with Japan, moves an army into Hawaii, which the United States share."""
    made = world()
    possess(made, "japan", "hawaii", status=PROTECTORATE)
    possess(made, "united_states", "hawaii", status=PROTECTORATE)
    made.share("hawaii", ("japan", "united_states"))
    made.set_fleets("great_britain", (*made.fleets("great_britain"), "north_pacific"))
    army(made, "great_britain", "north_pacific", 3)
    war = make.at_war(made, ("great_britain",), ("japan",))
    call(made, step("manoeuvre_phase", war=war.id, camp="great_britain"))
    answer(made, {"great_britain": "move great_britain army 3 north_pacific hawaii"})
    assert asked(made) == "declare_at_once"
    return made


def test_neutral_partner_declares_at_that_moment() -> None:
    """Case 141."""
    made = hawaii_entered()
    answer(made, {"united_states": "declare united_states great_britain"})
    assert made.state.tension == 5
    assert at_war(made, "united_states", "great_britain")


def test_neutral_partner_lets_it_pass() -> None:
    """Case 141: for good; in the end the conqueror is beside it."""
    made = hawaii_entered()
    answer(made, {"united_states": "pass"})
    assert not any(c.holder == "united_states" for c in made.state.causes)
    made.state.stack.clear()
    war = change(made, now(made).id, conquered={"hawaii": "great_britain"}, quiet=3)
    call(made, step("end_test", war=war.id))
    answer(made, {"great_britain": "give great_britain hawaii protectorate"})
    leave_all(made)
    assert set(made.holders("hawaii")) == {"united_states", "great_britain"}


def test_minor_attacks_with_its_ally() -> None:
    """Case 142: where both stand it follows."""
    made = world()
    without_units(made, "spain", "france", "great_britain")
    for power in ("france", "spain"):
        army(made, power, "gold_coast", 3)
    army(made, "great_britain", "gold_coast", 1)
    war = make.at_war(made, ("france", "spain"), ("great_britain",))
    change(made, war.id, leaders={"spain": "france"})
    made.state.chance.script = [6]
    call(made, step("attack_phase", war=war.id, camp="france"))
    answer(made, {"france": "fight france army gold_coast"})
    assert log(made, "log.battle")[0]["attack"] == 6


@pytest.mark.parametrize("wish", ["join", "hold"])
def test_minor_alone_needs_all_its_allies(wish: str) -> None:
    """Case 142."""
    made = world()
    without_units(made, "spain", "france", "great_britain", "italy")
    army(made, "spain", "gold_coast", 3)
    army(made, "great_britain", "gold_coast", 1)
    war = make.at_war(made, ("france", "italy", "spain"), ("great_britain",))
    change(made, war.id, leaders={"spain": "france"})
    made.state.chance.script = [6]
    call(made, step("attack_phase", war=war.id, camp="france"))
    answer(made, {"france": "fight spain army gold_coast"})
    answer(made, {"italy": f"{wish} italy"})
    assert bool(log(made, "log.battle")) is (wish == "join")


def test_minor_without_ally_is_moved_by_a_neutral() -> None:
    """Case 142."""
    made = world()
    war = make.at_war(made, ("great_britain",), ("spain",))
    call(made, step("war_leaders", war=war.id))
    ask, frame = question(made)
    assert frame.step == "volunteer"
    assert "great_britain" not in ask.seats(made, frame)
    answer(made, {"italy": "lead"})
    assert need(made, war.id).leaders == {"spain": "italy"}


def test_undivided_conquest() -> None:
    """Case 144 (ruling P32): a congress at once, which fails."""
    made = world()
    clear(made, "port_arthur")
    without_units(made, "russia")
    possess(made, "russia", "port_arthur", status=PROTECTORATE)
    made.state.phase = "war"
    war = make.at_war(made, ("great_britain", "japan"), ("russia",))
    change(made, war.id, conquered={"port_arthur": "japan"})
    end_test(made)
    for _ in range(3):
        _, frame = question(made)
        seat = frame.text("seat")
        other = "japan" if seat == "great_britain" else "great_britain"
        nothing = "give great_britain port_arthur none; give japan port_arthur none"
        answer(made, {seat: nothing})
        answer(made, {other: "disagree"})
    assert made.state.congress is not None
    assert made.state.tension == 3
    leave_all(made)
    assert made.state.tension == 6
    assert {p: m.status for p, m in made.markers("port_arthur").items()} == {"russia": INFLUENCE}
