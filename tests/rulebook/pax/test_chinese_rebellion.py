"""«Ressentiment chinois», «Rébellion chinoise» (11.1, 11.2): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax.belligerents import change, need, open_war
from entente.games.pax.board import CHINA, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.empires.chinese_rebellion import second_alliance
from entente.games.pax.records.war import REBELLION, War
from entente.games.pax.war.imperial_armies import native_strength, theatre
from entente.games.pax.war.support import supported
from entente.kernel import step
from tests.games.pax.peace import INFLUENCE, INTEREST, POSSESSION, PROTECTORATE, leave_all
from tests.games.pax.talks import asked
from tests.games.pax.worlds import answer, armies, army, call, clear, leave, log, question, world


def rebellion(made: PaxContext, *members: str) -> War:
    """A rebellion under way, without Chinese armies yet."""
    return open_war(made, REBELLION, [(CHINA,), members], theatre(made, CHINA, ()))


def until(made: PaxContext, name: str) -> None:
    """Leave every decision to its default until this one."""
    while made.state.stack and question(made)[1].step != name:
        leave(made)


# -- the index


@pytest.mark.parametrize(("dice", "rises"), [((1, 1, 2), True), ((1, 2, 2), False)])
def test_check(dice: tuple[int, ...], rises: bool) -> None:
    """Case 101: three for each control marker of the Empire, nothing for vassals."""
    made = world()
    made.put_marker("russia", "port_arthur", PROTECTORATE)
    made.put_marker("japan", "korea", PROTECTORATE)
    made.state.resentment = 45
    made.state.chance.script = list(dice)
    call(made, "resentment")
    assert made.state.resentment == 51
    assert made.state.rebellion is rises


def test_first_turn_has_no_rebellion() -> None:
    """Case 101: the least of three dice is above the figure of an index of 3."""
    made = world()
    made.state.chance.script = [1, 1, 1]
    call(made, "resentment")
    assert made.state.resentment == 3
    assert not made.state.rebellion


def test_divided_empire_does_not_rise() -> None:
    """Case 102: while all of it is possessions."""
    made = world()
    empire = made.board.of_type("chinese_empire")
    assert len(empire) == 15
    for area in empire:
        if area != "hong_kong":
            made.put_marker("great_britain", area, POSSESSION)
    made.state.resentment = 130
    made.state.chance.script = [1, 1, 1]
    call(made, "resentment")
    assert made.state.resentment == 175
    assert not made.state.rebellion
    clear(made, "shan_tung")
    made.state.chance.script = [6, 6, 6]
    call(made, "resentment")
    assert made.state.resentment == 217
    assert made.state.rebellion


# -- the war


def test_interest_does_not_make_an_enemy() -> None:
    """Case 103: an interest takes no part; there is no declaration, and each round counts."""
    made = world()
    made.put_marker("japan", "korea", INFLUENCE)
    made.put_marker("germany", "shan_tung", INTEREST)
    assert second_alliance(made) == ["great_britain", "japan"]
    made.state.rebellion = True
    made.state.chance.script = [1, 1]
    call(made, "rebellion")
    assert made.state.tension == 0
    war = made.state.wars[0]
    call_one_round_end(made, war)
    assert made.state.tension == 2
    assert made.status("germany", "shan_tung") is INTEREST


def call_one_round_end(made: PaxContext, war: War) -> None:
    made.state.stack.clear()
    call(made, step("campaign_round_ends", war=war.id, near=-1))


def hong_kong_attacked(die: int) -> PaxContext:
    """The opening with a rebellion of three armies, up to what Britain decides after the attack."""
    made = world()
    made.state.rebellion = True
    made.state.chance.script = [3, 6, 4, 1, die]
    call(made, "rebellion")
    return made


@pytest.mark.parametrize("die", [1, 2, 4])
def test_chinese_armies_march_on_hong_kong(die: int) -> None:
    """Case 104: where they appear, and one step each; five against one."""
    made = hong_kong_attacked(die)
    assert [args["area"] for args in log(made, "log.chinese_army")] == [
        "kwang_si",
        "shang_hai",
        "manchuria",
    ]
    assert made.armies(CHINA, "fukien") == (5,)
    assert made.armies(CHINA, "central_china") == (5,)
    ((attack, defence),) = [(a["attack"], a["defence"]) for a in log(made, "log.battle")]
    assert (attack, defence) == (5, 1)
    assert made.armies(CHINA, "hong_kong") == (() if die == 1 else (5,))
    assert made.armies("great_britain", "hong_kong") == ()


def test_british_army_retreats_inland() -> None:
    """Case 104: not to sea past enemy armies, not to Fukien; in Kwangsi it is supported."""
    made = hong_kong_attacked(2)
    until(made, "manoeuvre")
    assert made.armies("great_britain", "kwang_si") == (1,)
    assert supported(made, made.state.wars[0], "great_britain", "kwang_si")


def test_hong_kong_is_lost() -> None:
    """Case 105: its marker goes after the second attack phase, and its strength is back."""
    made = hong_kong_attacked(2)
    war = need(made, made.state.wars[0].id)
    assert native_strength(made, war, "hong_kong") == 0
    while made.status("great_britain", "hong_kong") is POSSESSION:
        leave(made)
    assert native_strength(made, war, "hong_kong") == made.board.strength("hong_kong") == 1


def shan_tung() -> tuple[PaxContext, War]:
    """A Chinese army and a Japanese one of strength 10 in Shantung, which is uncontrolled."""
    made = world()
    clear(made, "hong_kong")
    made.put_marker("japan", "korea", INFLUENCE)
    war = rebellion(made, "japan")
    army(made, CHINA, "shan_tung", 5)
    army(made, "japan", "shan_tung", 10)
    return made, war


@pytest.mark.parametrize(
    ("die", "defeated", "china", "japan"),
    [
        (1, False, True, True),
        (2, True, False, False),
        (3, True, False, False),
        (4, True, False, False),
        (5, True, False, False),
        (6, True, True, True),
    ],
)
def test_colonial_attack_on_the_people(die: int, defeated: bool, china: bool, japan: bool) -> None:
    """Case 106: ten against eight; whether the Chinese and the Japanese army are left."""
    made, war = shan_tung()
    made.state.chance.script = [die]
    call(made, step("attack_phase", war=war.id, camp="japan"))
    answer(made, {"japan": "fight japan army shan_tung"})
    until(made, "attacks")
    leave_all(made)
    assert ("shan_tung" in need(made, war.id).defeated) is defeated
    assert bool(made.army_places(CHINA)) is china
    abroad = [place for place in made.army_places("japan") if place != "home_japan"]
    assert bool(abroad) is japan
    assert (abroad == ["shan_tung"]) is (die == 6)
    assert made.armies(CHINA, "central_china") == ((5,) if die == 6 else ())


@pytest.mark.parametrize(
    ("die", "defeated"), [(1, True), (2, True), (3, False), (4, False), (5, False), (6, False)]
)
def test_chinese_attack_with_the_people(die: int, defeated: bool) -> None:
    """Case 107: eight against ten; only a plain defeat of the attack beats the people too."""
    made, war = shan_tung()
    made.state.chance.script = [die]
    call(made, step("empire_attack", war=war.id, area="shan_tung"))
    leave_all(made)
    ((attack, defence),) = [(a["attack"], a["defence"]) for a in log(made, "log.battle")]
    assert (attack, defence) == (8, 10)
    assert ("shan_tung" in need(made, war.id).defeated) is defeated
    assert made.armies(CHINA, "shan_tung") == ()
    assert bool(made.army_places(CHINA)) is defeated
    assert made.armies("japan", "shan_tung") == ((10,) if defeated else ())


# -- the end


def test_chinese_success() -> None:
    """Case 108 a: all markers of all powers go, vassals and Hong Kong too."""
    made = world()
    clear(made, "hong_kong")
    made.put_marker("great_britain", "hong_kong", POSSESSION)
    made.put_marker("japan", "korea", INFLUENCE)
    made.put_marker("germany", "shan_tung", INTEREST)
    made.state.resentment = 80
    war = rebellion(made, "great_britain", "japan")
    army(made, CHINA, "fukien", 5)
    call(made, step("rebellion_end_test", war=war.id))
    leave_all(made)
    for area in ("hong_kong", "korea", "shan_tung"):
        assert made.markers(area) == {}
    assert made.state.resentment == 0
    assert made.army_places(CHINA) == ()


def victory() -> PaxContext:
    """China is beaten; Shantung and Shanghai are defeated, Japan and Britain have armies there."""
    made = world()
    made.put_marker("japan", "korea", INFLUENCE)
    made.put_marker("germany", "shang_hai", INTEREST)
    made.state.resentment = 80
    war = rebellion(made, "great_britain", "japan")
    army(made, "japan", "shan_tung", 10)
    change(made, war.id, defeated=("shan_tung", "shang_hai"))
    call(made, step("rebellion_end_test", war=war.id))
    assert asked(made) == "claims"
    return made


def test_cessions() -> None:
    """Case 108 b: one defeated area each, free; the index counts them as placed."""
    made = victory()
    ask, frame = question(made)
    assert "claim kansu possession" not in ask.menu(made, frame, "japan")
    british = "claim shang_hai possession"
    answer(made, {"japan": "claim shan_tung protectorate", "great_britain": british})
    answer(made, {"japan": "ratify", "great_britain": "ratify"})
    leave_all(made)
    assert made.established("japan", "shan_tung") is PROTECTORATE
    assert made.established("great_britain", "shang_hai") is POSSESSION
    assert made.status("germany", "shang_hai") is Status.NONE
    assert made.state.resentment == 25
    assert made.state.tension == 0


def test_claims_that_clash_three_times() -> None:
    """Case 108 c: nothing is ceded."""
    made = victory()
    for _ in range(3):
        claim = "claim shang_hai possession"
        answer(made, {"japan": claim, "great_britain": claim})
    leave_all(made)
    assert set(made.markers("shang_hai")) == {"germany"}
    assert made.state.resentment == 0


def test_formosa() -> None:
    """Case 109: out of reach, and ended by agreement."""
    made = world()
    made.state.armies.pop("hong_kong")
    made.put_marker("japan", "formosa", PROTECTORATE)
    army(made, "japan", "formosa", 1)
    war = rebellion(made, "great_britain", "japan")
    army(made, CHINA, "fukien", 5, 5)
    call(made, step("rebellion_end_test", war=war.id))
    ask, frame = question(made)
    assert frame.step == "end_campaign"
    assert ask.seats(made, frame) == ("japan",)
    answer(made, {"japan": "end"})
    leave_all(made)
    assert made.status("japan", "formosa") is PROTECTORATE
    assert made.markers("hong_kong") == {}
    assert made.state.resentment == 0
    assert armies(made, "fukien") == {}


def test_minor_russia() -> None:
    """Case 110: with influence it takes part, moved by France; otherwise not."""
    made = world(players=5)
    assert "russia" not in second_alliance(made)
    made.put_marker("russia", "manchuria", INFLUENCE)
    assert "russia" in second_alliance(made)
    made.state.rebellion = True
    made.state.chance.script = [1, 2]
    call(made, "rebellion")
    assert made.state.wars[0].leaders["russia"] == "france"


def test_minor_russia_claims_last() -> None:
    """Case 110: after the majors, and only with all of them."""
    made = world(players=5)
    made.put_marker("russia", "manchuria", INFLUENCE)
    made.put_marker("japan", "korea", INFLUENCE)
    war = rebellion(made, "great_britain", "japan", "russia")
    army(made, "russia", "manchuria", 10)
    army(made, "japan", "shan_tung", 10)
    change(made, war.id, defeated=("shan_tung", "kansu"))
    call(made, step("rebellion_end_test", war=war.id))
    assert asked(made) == "claims"
    answer(made, {"japan": "claim shan_tung possession"})
    leave(made)
    ask, frame = question(made)
    assert frame.step == "allot"
    assert ask.seats(made, frame) == ("great_britain", "japan")
    answer(made, dict.fromkeys(("great_britain", "japan"), "allot kansu possession"))
    leave_all(made)
    assert made.established("russia", "kansu") is POSSESSION
