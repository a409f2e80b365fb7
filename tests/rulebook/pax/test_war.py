"""The rulebook's examples of wars and of the Great War."""

from __future__ import annotations

import pytest

from entente.games.pax.belligerents import change, open_war, wars
from entente.games.pax.board import ARMY, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.records.war import REBELLION
from entente.games.pax.war.battle import Side, fight_battle
from entente.games.pax.war.declarations import call_declaration
from entente.games.pax.war.joining import check_great_war, is_great_war, join
from entente.games.pax.war.manoeuvre import offended_by
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.wars import possess, without_units
from tests.games.pax.worlds import answer, armies, army, call, leave, log, run, world


def to_the_end(it: PaxContext) -> None:
    while it.state.stack:
        leave(it)


def over(it: PaxContext) -> bool:
    return it.state.outcome is not None


# -- odds


@pytest.mark.parametrize(
    ("attack", "column"), [((3, 3, 1), "1:1"), ((3, 3, 1, 1), "3:2"), ((10, 3), "2:1")]
)
def test_japan_in_manchuria(attack: tuple[int, ...], column: str) -> None:
    it = world()
    total = sum(attack)
    columns = [":".join(map(str, pair)) for pair in it.board.tables.combat.odds.columns]
    assert columns[it.board.odds(total, 5)] == column


def test_half_exchange_of_five_against_ten() -> None:
    it = world()
    without_units(it, "germany", "great_britain")
    make.at_war(it, ("germany",), ("great_britain",))
    army(it, "germany", "punjab", 3, 3, 3, 1)
    army(it, "great_britain", "punjab", 3, 1, 1)
    it.state.chance.script = [3]  # two to one: HX
    fight_battle(it, 1, ARMY, "punjab", Side(("germany",)))
    run(it)
    assert armies(it, "punjab") == {"germany": (3, 3, 1)}


# -- tension


def defence(it: PaxContext, power: str, protected: str, against: str) -> None:
    clause = Clause("defensive", {"power": power, "protected": protected, "against": against})
    made = Treaty("t", power, (power, protected), (clause,), state=IN_FORCE, turn=1)
    it.state.treaties = {"t": made}


def test_defensive_treaty_honoured_or_broken() -> None:
    it = world()
    defence(it, "germany", "france", "great_britain")
    call_declaration(it, "great_britain", "france")
    run(it)
    answer(it, {"germany": "honour germany great_britain"})
    assert it.state.tension == 10
    other = world()
    defence(other, "germany", "france", "great_britain")
    call_declaration(other, "great_britain", "france")
    run(other)
    answer(other, {"germany": "break germany great_britain"})
    assert other.state.tension == 10
    assert [(c.holder, c.against) for c in other.state.causes] == [("france", "germany")]


def test_a_declaration_counts_once_for_all_powers_drawn_in() -> None:
    it = world()
    make.declare(it, "japan", "germany")
    assert len(make.now(it).entered) == 3
    assert it.state.tension == 5


def test_three_rounds_of_a_war() -> None:
    it = world()
    war = make.at_war(it, ("great_britain",), ("france",))
    for _ in range(3):
        change(it, war.id, attacked=True)
        call(it, step("round_ends", war=war.id))
        to_the_end(it)
    assert it.state.tension == 6


# -- the Great War


@pytest.mark.parametrize(
    ("players", "powers", "great"),
    [
        (4, ("great_britain", "germany", "france"), True),
        (4, ("great_britain", "germany", "austria_hungary", "italy"), True),
        (4, ("great_britain", "germany", "italy"), False),
        (7, ("great_britain", "germany", "france"), False),
        (7, ("great_britain", "germany", "france", "japan"), False),
        (5, ("great_britain", "germany", "france", "russia"), True),
    ],
)
def test_great_war_by_number_of_powers(players: int, powers: tuple[str, ...], great: bool) -> None:
    """P37, P53: with four players three certain powers are enough, and so are any four."""
    it = world(players)
    war = make.at_war(it, powers[:1], powers[1:])
    assert is_great_war(it, war) == great


def test_austria_as_fourth_blames_only_the_first_declarer() -> None:
    it = world()
    make.declare(it, "france", "germany")
    assert not over(it)
    make.declare(it, "russia", "germany")
    assert over(it)
    assert it.state.guilty == ("france",)


def test_the_fourth_that_declares_is_guilty_with_the_first() -> None:
    it = world()
    make.declare(it, "germany", "great_britain")
    make.declare(it, "france", "germany")
    make.declare(it, "russia", "great_britain")
    assert over(it)
    assert it.state.guilty == ("germany", "russia")


def test_a_power_that_merges_wars_or_enters_alone_is_no_fourth() -> None:
    it = world()
    make.declare(it, "great_britain", "russia")
    make.declare(it, "france", "germany")
    assert not over(it)  # two wars
    make.declare(it, "russia", "france")
    assert over(it)
    assert it.state.guilty == ("great_britain",)  # the older war's; Russia was in it before
    other = world()
    make.declare(other, "italy", "russia")
    make.declare(other, "russia", "germany")  # and Austria-Hungary comes in as the fourth
    assert over(other)
    assert other.state.guilty == ("italy",)


def test_two_separate_wars_are_none() -> None:
    it = world()
    make.at_war(it, ("great_britain",), ("russia",))
    make.at_war(it, ("france",), ("germany",))
    assert not any(is_great_war(it, war) for war in wars(it))


def test_a_chinese_rebellion_is_none() -> None:
    it = world()
    members = ("great_britain", "france", "germany", "russia")
    war = open_war(it, REBELLION, [("china",), members])
    check_great_war(it, war)
    assert not over(it)


def test_minor_italy_and_russia_count() -> None:
    it = world(4)
    assert "russia" in it.minors
    assert "italy" in it.minors
    join(it, "great_britain", "italy", declared=True)
    war = join(it, "russia", "great_britain")
    war = join(it, "germany", "russia", declared=True)
    assert is_great_war(it, war)


def test_two_guilty_players_when_a_declaration_reaches_100() -> None:
    it = world()
    make.declare(it, "japan", "spain")
    it.state.tension = 96
    make.declare(it, "russia", "japan")
    assert over(it)
    assert it.state.guilty == ("japan", "russia")


def test_the_first_declarer_is_guilty_of_a_round_that_reaches_100() -> None:
    it = world()
    make.declare(it, "japan", "spain")
    it.state.tension = 98
    call(it, step("round_ends", war=make.now(it).id))
    assert it.state.guilty == ("japan",)


# -- codominions and spoils


def test_germany_enters_guiana() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("great_britain",))
    assert offended_by(it, war, "germany", "guiana") == ["france"]  # a minor may not


def hawaii() -> PaxContext:
    it = world()
    for power in ("germany", "great_britain", "united_states"):
        possess(it, power, "hawaii", status=Status.PROTECTORATE)
    it.share("hawaii", ("germany", "great_britain", "united_states"))
    return it


def test_hawaii_shared_by_both_camps_or_by_an_ally() -> None:
    it = hawaii()
    war = make.at_war(it, ("germany",), ("great_britain", "japan"))
    assert offended_by(it, war, "germany", "hawaii") == []
    assert offended_by(it, war, "japan", "hawaii") == []


def test_guiana_conquered_becomes_a_codominion_with_the_neutrals() -> None:
    it = world()
    war = make.at_war(it, ("germany",), ("great_britain",))
    it.remove_unit("great_britain", ARMY, "guiana", 1)
    army(it, "germany", "guiana", 1)
    change(it, war.id, conquered={"guiana": "germany"}, quiet=3)
    call(it, step("end_test", war=war.id))
    answer(it, {"germany": "give germany guiana possession"})
    to_the_end(it)
    assert sorted(it.holders("guiana")) == ["france", "germany", "netherlands"]
    assert set(it.state.codominions["guiana"]) == {"france", "germany", "netherlands"}


def test_kongo_conquered_the_neutral_interest_goes_without_tension() -> None:
    it = world()
    possess(it, "belgium", "kongo", status=Status.PROTECTORATE)
    possess(it, "france", "kongo", status=Status.INTEREST)
    war = make.at_war(it, ("germany",), ("belgium",))
    change(it, war.id, conquered={"kongo": "germany"}, quiet=3)
    call(it, step("end_test", war=war.id))
    answer(it, {"germany": "give germany kongo possession"})
    to_the_end(it)
    assert list(it.markers("kongo")) == ["germany"]
    assert it.state.tension == 0


def test_spain_keeps_tunis() -> None:
    it = world()
    without_units(it, "spain")
    possess(it, "spain", "tunis", status=Status.PROTECTORATE)
    army(it, "spain", "tunis", 1)
    it.set_fleets("united_states", (*it.fleets("united_states"), "north_atlantic"))
    war = make.at_war(it, ("united_states",), ("spain",))
    change(it, war.id, leaders={"spain": "italy"})
    call(it, step("end_test", war=war.id))
    while not log(it, "log.ends_war"):
        ask = it.state.stack[-1]
        seat = "italy" if ask.text("camp") == "spain" else "united_states"
        answer(it, {seat: "finish" if seat == "italy" else "fight_on"})
    taken = ("cuba", "philippines", "porto_rico", "rio_de_oro")
    order = [area for area in it.board.areas if area in taken]
    answer(it, {"united_states": "; ".join(f"give united_states {a} possession" for a in order)})
    to_the_end(it)
    assert all(it.holders(area) == ["united_states"] for area in taken)
    assert it.holders("tunis") == ["spain"]
    assert wars(it) == []


# -- the guilty (13.3)


def test_only_an_automatic_entry_of_austria_is_left_out_of_the_count() -> None:
    """P26: Russia declares on Austria-Hungary, Germany comes in by itself, France is the fourth."""
    it = world()
    make.declare(it, "russia", "austria_hungary")
    assert make.now(it).automatic == ("germany",)
    make.declare(it, "france", "austria_hungary")
    assert over(it)
    assert it.state.guilty == ("france", "russia")
    earlier = world(rules="2")
    make.declare(earlier, "russia", "austria_hungary")
    make.declare(earlier, "france", "austria_hungary")
    assert earlier.state.guilty == ("russia",)


def test_austria_that_declares_by_itself_is_a_fourth_like_any_other() -> None:
    """P26: only its automatic entry is not counted; its seat is Germany's."""
    it = world()
    make.declare(it, "russia", "great_britain")
    make.declare(it, "france", "russia")
    make.declare(it, "austria_hungary", "russia")
    assert over(it)
    assert it.state.guilty == ("germany", "russia")


def test_with_four_seats_completing_the_three_by_a_declaration_is_guilty() -> None:
    """P67, 13.2 (c)."""
    it = world(4)
    make.declare(it, "great_britain", "germany")
    make.declare(it, "france", "germany")
    assert over(it)
    assert it.state.guilty == ("great_britain", "france")
    earlier = world(4, rules="2")
    make.declare(earlier, "great_britain", "germany")
    make.declare(earlier, "france", "germany")
    assert earlier.state.guilty == ("great_britain",)


def test_with_four_seats_a_third_power_drawn_in_is_not_guilty() -> None:
    """P67: Germany enters for Austria-Hungary and completes the three without declaring."""
    it = world(4)
    make.declare(it, "great_britain", "france")
    make.declare(it, "france", "austria_hungary")
    assert over(it)
    assert it.state.guilty == ("great_britain",)


def test_with_four_seats_a_target_that_completes_the_three_is_not_guilty() -> None:
    """P67: France, already in the war, declares on Germany: neither entered by declaring."""
    it = world(4)
    make.declare(it, "great_britain", "france")
    make.declare(it, "france", "germany")
    assert over(it)
    assert it.state.guilty == ("great_britain",)
