"""«La guerre» (12.1 to 12.5, 12.9): cases from the rulebook about obliged allies, coal, capes,
armies at sea, blockades and passages."""

from __future__ import annotations

import pytest

from entente.games.pax.belligerents import at_war, need, passage_closed, serves
from entente.games.pax.board import ARMY, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import War, WarUnit
from entente.games.pax.turn.war_phase import roll_initiative
from entente.games.pax.war.declarations import choices
from entente.games.pax.war.field import army_steps, coaling, navy_steps
from entente.games.pax.war.manoeuvre import ends_of
from entente.games.pax.war.support import conquer, supported
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.peace import INFLUENCE, INTEREST, PROTECTORATE, line, turn_of
from tests.games.pax.talks import asked, at_desk, sign_treaty
from tests.games.pax.wars import navy, now, possess
from tests.games.pax.worlds import answer, army, call, clear, question, world

# -- the powers drawn in


def test_the_powers_drawn_in() -> None:
    """Case 115 (rulings P39, P52): no ally of an aggressor, and no Austria-Hungary."""
    made = world()
    for one, other in (("france", "russia"), ("russia", "france")):
        clause = f"defensive power={one}; protected={other}; against=[germany]"
        sign_treaty(made, "france", clause)
    sign_treaty(made, "italy", "defensive power=italy; protected=germany; against=[france]")
    make.declare(made, "germany", "russia")
    ask, frame = question(made)
    assert ask.seats(made, frame) == ("france",)
    answer(made, {"france": "honour france germany"})
    assert made.state.stack == []
    assert set(now(made).entered) == {"germany", "russia", "france"}
    assert made.state.tension == 10
    assert made.state.outcome is None


def test_ally_that_refuses_is_declared_upon() -> None:
    """Case 116 (ruling P26): the Great War by an automatic entry; only the first is guilty."""
    made = turn_of(world(), 1884)
    clause = "defensive power=germany; protected=france; against=[great_britain]"
    sign_treaty(made, "france", clause)
    make.declare(made, "great_britain", "france")
    answer(made, {"germany": "break germany great_britain"})
    assert made.state.tension == 10
    assert asked(made) == "declare_at_once"
    answer(made, {"france": "declare france germany"})
    assert made.state.tension == 15
    assert made.state.outcome is not None
    assert made.state.guilty == ("great_britain",)
    assert line(made, "great_britain", 30) == 255
    assert line(made, "france", 30) == line(made, "germany", 30) == 85


def test_three_camps() -> None:
    """Case 117: initiative for each."""
    made = world()
    make.declare(made, "united_states", "japan")
    make.declare(made, "japan", "russia")
    make.declare(made, "russia", "united_states")
    assert now(made).camps == (("united_states",), ("japan",), ("russia",))
    assert made.state.tension == 15
    made.state.chance.script = [5, 3, 2]
    ranked = roll_initiative(made, now(made))
    assert ranked == [("united_states",), ("japan",), ("russia",)]
    call(made, step("round_ends", war=now(made).id))
    assert made.state.tension == 17


def test_parallel_wars() -> None:
    """Case 118 (ruling P44)."""
    made = world()
    make.declare(made, "japan", "russia")
    make.declare(made, "united_states", "spain")
    assert len(made.state.wars) == 2
    made.state.tension = 0
    for war in made.state.wars:
        call(made, step("round_ends", war=war.id))
        made.state.stack.clear()
    assert made.state.tension == 4
    assert made.state.outcome is None


def test_no_cause_no_war() -> None:
    """Case 143: and by event 2-2 only the United States, only on Spain."""
    made = world()
    assert not any(choices(made, seat) for seat in made.seats)
    made.state.chance.script = [1, 2, 2]
    call(made, "events")
    assert {seat: choices(made, seat) for seat in made.seats if choices(made, seat)} == {
        "united_states": [("united_states", "spain")]
    }
    call(made, "war")
    answer(made, {"united_states": "declare united_states spain"})
    assert at_war(made, "united_states", "spain")
    assert made.state.tension == 5


# -- coal and capes


def test_coal_of_the_baltic() -> None:
    """Case 119: a Russian navy leaves it only with an ally's coal; no other power ever enters."""
    made = world()
    war = make.at_war(made, ("russia",), ("germany",))
    here = "home_russia@baltic"
    assert "baltic" in navy_steps(made, war, "russia", here)
    assert "north_atlantic" not in navy_steps(made, war, "russia", "baltic")
    other = world()
    war = make.at_war(other, ("russia", "france"), ("germany",))
    assert "north_atlantic" in navy_steps(other, war, "russia", "baltic")
    for power in ("france", "great_britain"):
        assert "baltic" not in navy_steps(other, war, power, "north_atlantic")


@pytest.mark.parametrize(("status", "coal"), [(INTEREST, False), (INFLUENCE, True)])
def test_influence_gives_coal(status: Status, coal: bool) -> None:
    """Case 119: in the Black Sea, beyond open straits."""
    made = world()
    made.put_marker("great_britain", "rumania", status)
    war = make.at_war(made, ("great_britain",), ("russia",))
    assert ("black_sea" in navy_steps(made, war, "great_britain", "mediterranean")) is coal


def test_granted_coal_stays_for_the_war() -> None:
    """Case 119: the grantor alone cannot withdraw it."""
    made = world()
    treaty = sign_treaty(made, "france", "coaling from=france; to=russia; areas=[guiana]")
    war = make.at_war(made, ("russia",), ("germany",))
    assert coaling(made, war, "russia", "north_atlantic")
    at_desk(made, "france", f"end {treaty.id}")
    assert coaling(made, war, "russia", "north_atlantic")


def test_capes() -> None:
    """Case 120: coal in one of its seas lets a navy in; armies need fleets in both."""
    made = world()
    made.put_marker("italy", "madagascar", INFLUENCE)
    war = make.at_war(made, ("italy", "great_britain"), ("japan",))
    alone = world()
    alone.put_marker("italy", "madagascar", INFLUENCE)
    lone = make.at_war(alone, ("italy",), ("japan",))
    assert "cape_good_hope" in navy_steps(alone, lone, "italy", "indian_ocean")
    assert "south_atlantic" not in navy_steps(alone, lone, "italy", "cape_good_hope")
    assert "cape_good_hope" not in army_steps(alone, lone, "italy", "indian_ocean")
    assert "south_atlantic" not in navy_steps(made, war, "great_britain", "indian_ocean")
    assert "south_atlantic" in navy_steps(made, war, "great_britain", "cape_good_hope")


def test_own_fleets_only() -> None:
    """Case 121."""
    made = world()
    war = make.at_war(made, ("germany", "austria_hungary"), ("italy", "japan"))
    assert "mediterranean" in made.fleets("germany")
    steps = army_steps(made, war, "austria_hungary", "home_austria_hungary")
    assert "mediterranean" not in steps
    steps = army_steps(made, war, "japan", "home_japan")
    assert "north_china_sea" in steps
    assert "north_pacific" not in steps


# -- armies


def manchuria() -> tuple[PaxContext, War]:
    """Japan against Russia, which controls Manchuria and Korea; a Japanese army at sea."""
    made = world()
    possess(made, "russia", "manchuria", "korea", status=PROTECTORATE)
    army(made, "russia", "korea", 1)
    army(made, "japan", "north_china_sea", 10)
    return made, make.at_war(made, ("japan",), ("russia",))


def test_landing() -> None:
    """Case 122: not where enemies stand; on by route in the next round."""
    made, war = manchuria()
    steps = army_steps(made, war, "japan", "north_china_sea")
    assert "manchuria" in steps
    assert "korea" not in steps
    assert "korea" in army_steps(made, war, "japan", "manchuria")
    army(made, "russia", "manchuria", 1)
    assert "korea" not in army_steps(made, war, "japan", "manchuria")


def test_navies_prevent_landings() -> None:
    """Case 122: in the area or in the sea."""
    made, war = manchuria()
    navy(made, "russia", "manchuria@north_china_sea", 1)
    assert "manchuria" not in army_steps(made, war, "japan", "north_china_sea")
    navy(made, "russia", "north_china_sea", 1)
    assert "north_china_sea" not in army_steps(made, war, "japan", "home_japan")
    navy(made, "japan", "north_china_sea", 1)
    assert "north_china_sea" in army_steps(made, war, "japan", "home_japan")


def test_indian_army_in_war() -> None:
    """Case 145: not to sea; to Burma only if a power in the war controls it."""
    made = world()
    war = make.at_war(made, ("great_britain",), ("france",))
    unit = WarUnit("great_britain", ARMY, "bengal", 10)
    assert "indian_ocean" not in ends_of(made, war, unit)
    assert "burma" not in ends_of(made, war, unit)
    possess(made, "france", "burma", status=PROTECTORATE)
    assert "burma" in ends_of(made, war, unit)


# -- conquest, support, blockade


def test_conquest_and_reconquest() -> None:
    """Case 128: coal and passage for the conqueror, until the marker's owner is back."""
    made = world()
    war = make.at_war(made, ("germany",), ("great_britain",))
    made.set_fleets("germany", ("north_atlantic", "south_atlantic"))
    assert not coaling(made, war, "germany", "south_atlantic")
    clear(made, "gold_coast")
    possess(made, "great_britain", "gold_coast")
    army(made, "germany", "gold_coast", 3)
    conquer(made, war.id, ("germany",))
    war = need(made, war.id)
    assert coaling(made, war, "germany", "south_atlantic")
    assert serves(made, war, ("germany",), "gold_coast")
    assert made.status("great_britain", "gold_coast") is Status.POSSESSION
    made.remove_unit("germany", ARMY, "gold_coast", 3)
    army(made, "great_britain", "gold_coast", 1)
    conquer(made, war.id, ("great_britain",))
    assert need(made, war.id).conquered == {}


def test_blockade() -> None:
    """Case 129 (rulings P27, P30): the garrison surrenders, and the area falls."""
    made = world()
    war = make.at_war(made, ("great_britain",), ("france",))
    navy(made, "france", "hong_kong@south_china_sea", 3)
    call(made, step("support_phase", war=war.id, camp="great_britain"))
    war = need(made, war.id)
    assert [(u.power, u.strength) for u in war.surrendered] == [("great_britain", 1)]
    assert war.conquered == {"hong_kong": "france"}


def test_blockaded_dominion() -> None:
    """Case 129: a source for what stands in it, for nothing else."""
    made = world()
    made.set_fleets("great_britain", ("indian_ocean", "north_pacific"))
    clear(made, "newfoundland")
    war = make.at_war(made, ("great_britain",), ("france",))
    army(made, "great_britain", "north_pacific", 1)
    assert supported(made, war, "great_britain", "north_pacific")
    coast = made.links.coasts["canada"][0]
    navy(made, "france", f"canada@{coast}", 10)
    assert supported(made, war, "great_britain", "canada")
    assert not supported(made, war, "great_britain", "north_pacific")


def test_lines_run_past_navies_at_sea() -> None:
    """Case 130: not into a blockaded area; homes are never blockaded."""
    made = world()
    war = make.at_war(made, ("great_britain",), ("france",))
    navy(made, "great_britain", "mediterranean", 10)
    assert supported(made, war, "france", "algiers")
    navy(made, "great_britain", "algiers@mediterranean", 1)
    assert not supported(made, war, "france", "algiers")


# -- passages


def egypt(*holders: str) -> PaxContext:
    made = world()
    for power in holders:
        made.put_marker(power, "egypt", PROTECTORATE)
    made.share("egypt", holders)
    return made


def round_begins(made: PaxContext) -> None:
    call(made, step("passages", war=now(made).id))


def is_shut(made: PaxContext, power: str) -> bool:
    return passage_closed(made, now(made), power, "mediterranean", "indian_ocean")


def test_suez_is_closed_by_a_belligerent() -> None:
    """Case 131: no French unit passes."""
    made = egypt("great_britain")
    make.at_war(made, ("great_britain",), ("france",))
    round_begins(made)
    answer(made, {"great_britain": "close suez france"})
    assert is_shut(made, "france")
    assert "indian_ocean" not in navy_steps(made, now(made), "france", "mediterranean")
    assert "indian_ocean" not in army_steps(made, now(made), "france", "mediterranean")


def test_suez_of_two_stays_open_if_one_refuses() -> None:
    """Case 131: the partner is neutral."""
    made = egypt("great_britain", "italy")
    make.at_war(made, ("great_britain",), ("france",))
    round_begins(made)
    answer(made, {"great_britain": "close suez france"})
    assert not is_shut(made, "france")


def test_neutral_that_closes_to_one_camp() -> None:
    """Case 131: it may be declared war upon at once."""
    made = egypt("great_britain")
    make.at_war(made, ("france",), ("italy",))
    round_begins(made)
    answer(made, {"great_britain": "close suez france; open suez italy"})
    assert asked(made) == "declare_at_once"
    answer(made, {"france": "declare france great_britain"})
    assert made.state.tension == 5
    assert set(now(made).camps[1]) == {"italy", "great_britain"}


def test_neutral_that_closes_to_both() -> None:
    """Case 131: gives no cause."""
    made = egypt("great_britain")
    make.at_war(made, ("france",), ("italy",))
    round_begins(made)
    answer(made, {"great_britain": "close suez france; close suez italy"})
    assert asked(made) == ""
    assert is_shut(made, "france")
    assert is_shut(made, "italy")


def test_no_power_closes_a_free_canal() -> None:
    """Case 131: while Egypt is uncontrolled."""
    made = world()
    make.at_war(made, ("great_britain",), ("france",))
    round_begins(made)
    assert asked(made) == ""


def test_two_canals() -> None:
    """Case 132: one of them cannot be closed, so no power is barred."""
    made = world()
    made.put_marker("united_states", "panama", PROTECTORATE)
    made.state.canals = {"panama": "united_states", "central_america": "united_states"}
    made.changed_map()
    make.at_war(made, ("united_states",), ("japan",))
    round_begins(made)
    answer(made, {"united_states": "close panama_canal japan"})
    assert not passage_closed(made, now(made), "japan", "caribbean", "south_pacific")
