"""Section 10: scoring, the VP track, and the ends of the game short of war."""

from __future__ import annotations

import pytest

from entente.games.turmoil.scoring import score
from entente.kernel import Seat
from tests.games.turmoil.table import A, L, Table

CARDS = {"france": 6, "austria_hungary": 7, "russia": 8, "balkans": 43, "germany": 53}
BATTLEGROUNDS = {
    "france": (
        "beau_monde",
        "french_writers",
        "french_catholic_church",
        "paris",
        "french_armed_forces",
        "colonials",
    ),
    "germany": ("kiel", "east_prussia", "imperial_army", "wilhelm_ii", "alsace_lorraine"),
    "austria_hungary": ("vienna", "budapest"),
    "russia": (
        "saint_petersburg",
        "nicolas_ii",
        "moscow",
        "poland",
        "tsarist_army",
        "orthodox_church",
    ),
    "balkans": ("bosnia", "serbia", "romania", "bulgaria", "macedonia"),
}
NORMAL = {
    "france": ("brittany_normandy", "picardy", "fauvism", "bordeaux", "dijon", "nice"),
    "germany": (
        "hanover_oldenburg",
        "jugendstil",
        "berlin",
        "silesia",
        "industrialists",
        "saxony",
        "bavaria",
    ),
    "austria_hungary": (
        "bohemia",
        "moravia",
        "galicia_przemysl",
        "viennese_secession",
        "alto_adige",
        "trieste",
        "ah_catholic_church",
        "dual_monarchy",
        "transylvania",
        "croatia",
    ),
    "russia": (
        "finland",
        "siberia",
        "russian_bourgeoisie",
        "baltic_states",
        "symbolism",
        "belarus",
        "ukraine",
        "crimea",
    ),
    "balkans": ("montenegro", "greece"),
}
NEIGHBOURS = {
    "france": {
        "belgium",
        "switzerland",
        "italy",
        "spain_portugal",
        "morocco",
        "algeria",
        "tunisia",
    },
    "germany": {"norway", "sweden", "denmark", "netherlands", "belgium", "switzerland"},
    "austria_hungary": {"switzerland", "italy"},
    "russia": {"norway", "sweden", "constantinople"},
    "balkans": {"italy", "constantinople"},
}
INDEPENDENT = sorted(set().union(*NEIGHBOURS.values()) | {"libya"})
REGIONS = list(CARDS)
VALUES = {
    "france": (3, 6, 9),
    "germany": (3, 6, 9),
    "russia": (3, 6, 9),
    "austria_hungary": (2, 4, 6),
    "balkans": (2, 4, 6),
}


def europe() -> Table:
    """No support anywhere."""
    return Table().clear()


def hold(table: Table, side: Seat, *spaces: str) -> Table:
    """Just enough support for control."""
    for space in spaces:
        number = table.game.board.stability[space]
        table.put(space, *((number, 0) if side == L else (0, number)))
    return table


def scored(table: Table, region: str, by: Seat = A) -> Table:
    """The scoring card is played, with stability cards that do nothing; both go on with a card."""
    card = CARDS[region]
    table.give(A, 40).give(L, 16).give(by, card).to_play(by).do(f"score C{card}")
    return table.choose(authoritarian="choose S16", liberal="choose S8")


def levels(table: Table, region: str) -> tuple[str, str]:
    """As the book writes it: Liberal, Authoritarian."""
    return table.level(L, region), table.level(A, region)


# -- 10.1.1 presence, domination, control


@pytest.mark.parametrize("region", REGIONS)
def test_support_without_control_of_a_space_is_no_presence(region: str) -> None:
    """10.1.1."""
    table = europe()
    for space in (*BATTLEGROUNDS[region], *NORMAL[region]):
        table.put(space, 1, 1)
    assert levels(table, region) == ("none", "none")


@pytest.mark.parametrize("region", REGIONS)
def test_one_space_is_presence(region: str) -> None:
    """10.1.1."""
    table = hold(hold(europe(), L, NORMAL[region][0]), A, BATTLEGROUNDS[region][0])
    assert levels(table, region) == ("presence", "presence")


@pytest.mark.parametrize("region", REGIONS)
def test_a_battleground_and_a_normal_space_dominate_an_empty_region(region: str) -> None:
    """10.1.1: more spaces, more battlegrounds, one of each kind."""
    table = hold(europe(), L, NORMAL[region][0], BATTLEGROUNDS[region][0])
    assert levels(table, region) == ("domination", "none")


@pytest.mark.parametrize("region", REGIONS)
def test_domination_needs_a_normal_space(region: str) -> None:
    """10.1.1: more spaces and more battlegrounds than the opponent are not enough."""
    table = hold(europe(), A, BATTLEGROUNDS[region][0])
    assert levels(table, region) == ("none", "presence")


def test_two_battlegrounds_against_a_normal_space_are_no_domination() -> None:
    """10.1.1."""
    table = hold(hold(europe(), L, "paris", "french_writers"), A, "fauvism")
    assert levels(table, "france") == ("presence", "presence")


@pytest.mark.parametrize("region", ["france", "germany", "austria_hungary", "russia"])
def test_domination_needs_more_spaces(region: str) -> None:
    """10.1.1: two spaces each, the Liberal's with a battleground more."""
    normal = NORMAL[region]
    table = hold(hold(europe(), L, BATTLEGROUNDS[region][0], normal[0]), A, *normal[1:3])
    assert levels(table, region) == ("presence", "presence")


@pytest.mark.parametrize("region", REGIONS)
def test_domination_needs_more_battlegrounds(region: str) -> None:
    """10.1.1: more spaces, but one battleground each."""
    first, second, *_ = BATTLEGROUNDS[region]
    table = hold(hold(europe(), L, first, NORMAL[region][0]), A, second)
    assert levels(table, region) == ("presence", "presence")


@pytest.mark.parametrize("region", REGIONS)
def test_more_spaces_without_a_battleground_are_presence(region: str) -> None:
    """10.1.1."""
    table = hold(europe(), A, *NORMAL[region])
    assert levels(table, region) == ("none", "presence")


@pytest.mark.parametrize("region", REGIONS)
def test_all_battlegrounds_and_more_spaces_are_control(region: str) -> None:
    """10.1.1: control, unlike domination, needs no normal space."""
    grounds = BATTLEGROUNDS[region]
    table = hold(europe(), L, *grounds)
    hold(table, A, *NORMAL[region][: len(grounds) - 1])
    assert table.level(L, region) == "control"


@pytest.mark.parametrize("region", ["france", "germany", "austria_hungary", "russia"])
def test_all_battlegrounds_without_more_spaces_are_only_presence(region: str) -> None:
    """10.1.1: as many normal spaces for the opponent; the Balkans have only two."""
    grounds = BATTLEGROUNDS[region]
    table = hold(europe(), L, *grounds)
    hold(table, A, *NORMAL[region][: len(grounds)])
    assert levels(table, region) == ("presence", "presence")


@pytest.mark.parametrize("region", ["france", "germany", "russia", "balkans"])
def test_one_battleground_short_of_control_is_domination(region: str) -> None:
    """10.1.1: neither side controls the last battleground."""
    table = hold(europe(), A, *BATTLEGROUNDS[region][1:], *NORMAL[region])
    assert levels(table, region) == ("none", "domination")


def test_the_region_of_a_space_is_what_counts() -> None:
    """10.1.1: spaces of other regions and independent ones are no presence."""
    table = hold(europe(), L, *INDEPENDENT, *NORMAL["germany"])
    assert levels(table, "france") == ("none", "none")


# -- 10.1.2 to 10.1.4 the VP


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize(("side", "sign"), [(L, 1), (A, -1)])
def test_presence_scores_its_value(region: str, side: Seat, sign: int) -> None:
    """10.1.2."""
    table = scored(hold(europe(), side, NORMAL[region][0]), region)
    assert table.state.vp == sign * VALUES[region][0]


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize(("side", "sign"), [(L, 1), (A, -1)])
def test_domination_scores_its_value_and_the_battleground(
    region: str, side: Seat, sign: int
) -> None:
    """10.1.2, 10.1.3."""
    table = hold(europe(), side, NORMAL[region][0], BATTLEGROUNDS[region][0])
    assert scored(table, region).state.vp == sign * (VALUES[region][1] + 1)


@pytest.mark.parametrize("region", REGIONS)
def test_control_scores_its_value_and_all_battlegrounds(region: str) -> None:
    """10.1.2, 10.1.3."""
    table = hold(europe(), A, *BATTLEGROUNDS[region])
    points = VALUES[region][2] + len(BATTLEGROUNDS[region])
    assert scored(table, region).state.vp == -points


def test_the_number_of_battlegrounds() -> None:
    """The map: France 6, Germany 5, Austria-Hungary 2, Russia 6, Balkans 5."""
    spaces = Table().game.board.battlegrounds
    assert spaces == set().union(*BATTLEGROUNDS.values())
    assert len(spaces) == 24


def test_only_the_highest_level_scores() -> None:
    """10.1.2: Liberal domination of France, 6 and not 3 + 6."""
    table = hold(europe(), L, "paris", "nice", "dijon")
    assert scored(table, "france").state.vp == 6 + 1


@pytest.mark.parametrize("region", REGIONS)
def test_each_independent_neighbour_scores_one(region: str) -> None:
    """10.1.4; 15: the independent spaces only, and Libya never."""
    found = set()
    for space in INDEPENDENT:
        table = hold(europe(), A, space)
        found |= {space} if score(table.t, A, region).independents == 1 else set()
        assert score(table.t, L, region).total == 0
    assert found == NEIGHBOURS[region]


@pytest.mark.parametrize("region", REGIONS)
def test_neighbours_score_even_without_presence(region: str) -> None:
    """10.1.4."""
    table = hold(europe(), L, *INDEPENDENT)
    assert scored(table, region).state.vp == len(NEIGHBOURS[region])


@pytest.mark.parametrize("region", REGIONS)
def test_the_boxes_never_score(region: str) -> None:
    """15: Great Britain, Egypt and the Ottoman Empire do not count."""
    assert scored(europe(), region).state.vp == 0


def test_neighbours_of_another_region_do_not_score() -> None:
    """10.1.4: spaces of a neighbouring scoring region are no independent countries."""
    table = hold(europe(), L, "alsace_lorraine")
    assert scored(table, "france").state.vp == 0


def test_only_the_difference_is_scored() -> None:
    """10.1.5: Liberal 6 + 2 + 1, Authoritarian 3 + 1 + 2."""
    table = hold(europe(), L, "paris", "beau_monde", "nice", "italy")
    hold(table, A, "colonials", "bordeaux", "algeria", "tunisia")
    scored(table, "france")
    assert [line["total"] for line in table.log_lines("score")] == [6, 9]
    assert table.log_lines("gain") == [{"side": L, "points": 3, "vp": 3, "leader": L, "lead": 3}]
    assert table.state.vp == 3


def test_equal_scores_leave_the_marker() -> None:
    """10.1.5."""
    table = hold(hold(europe(), L, "nice"), A, "dijon").set(vp=-4)
    assert scored(table, "france").state.vp == -4


def test_the_example_of_play_scores_france() -> None:
    """13, round 1.2: Liberal domination 6 + 3, Authoritarian presence 3 + 1."""
    table = hold(europe(), L, "french_writers", "paris", "beau_monde", "nice")
    hold(table, A, "french_catholic_church").put("picardy", 2, 2)
    assert scored(table, "france").state.vp == 5


def test_the_example_of_play_scores_austria_hungary() -> None:
    """13, round 1.3: Authoritarian control 6 + 2, Liberal presence 2; the marker was at 3."""
    table = hold(europe(), A, "vienna", "budapest", "dual_monarchy", "viennese_secession")
    hold(table, L, "bohemia", "moravia").set(vp=3)
    assert scored(table, "austria_hungary").state.vp == -3


# -- the map changes


def annexed() -> Table:
    """C49 has taken place; the 3 SP that it brings are gone again."""
    return europe().give(L, 16).event(49, A).put("bosnia", 0, 0)


def test_bosnia_is_a_space_of_the_balkans_only_until_it_is_annexed() -> None:
    """C49."""
    table = hold(europe(), A, "bosnia")
    assert (table.level(A, "balkans"), table.level(A, "austria_hungary")) == ("presence", "none")


def test_annexed_bosnia_belongs_to_both_regions() -> None:
    """C49: presence and a battleground in each."""
    for region in ("austria_hungary", "balkans"):
        table = scored(hold(annexed(), A, "bosnia"), region)
        assert table.state.vp == -(2 + 1)


def test_control_of_austria_hungary_then_needs_bosnia() -> None:
    """C49."""
    table = hold(annexed(), A, "vienna", "budapest", "dual_monarchy")
    assert table.level(A, "austria_hungary") == "domination"
    hold(table, A, "bosnia")
    assert table.level(A, "austria_hungary") == "control"
    assert scored(table, "austria_hungary").state.vp == -(6 + 3)


def test_control_of_the_balkans_still_needs_bosnia() -> None:
    """C49."""
    table = hold(annexed(), L, "serbia", "romania", "bulgaria", "macedonia", "greece")
    assert table.level(L, "balkans") == "domination"
    hold(table, L, "bosnia")
    assert table.level(L, "balkans") == "control"


def test_the_annexation_changes_no_independent_neighbours() -> None:
    """C49: Bosnia touches no independent space."""
    table = hold(annexed(), L, *INDEPENDENT)
    assert scored(table, "austria_hungary").state.vp == len(NEIGHBOURS["austria_hungary"])


def test_without_the_french_church_five_battlegrounds_are_control_of_france() -> None:
    """C2: the space is treated as missing."""
    grounds = [space for space in BATTLEGROUNDS["france"] if space != "french_catholic_church"]
    table = hold(europe(), L, *grounds)
    assert table.level(L, "france") == "presence"
    table.give(A, 40).event(2, L)
    assert table.level(L, "france") == "control"
    assert scored(table, "france").state.vp == 9 + 5


def test_the_french_church_that_is_gone_scores_nothing() -> None:
    """C2: it was the Authoritarian's only space."""
    table = hold(europe(), A, "french_catholic_church").give(A, 40).event(2, L)
    assert table.level(A, "france") == "none"
    assert scored(table, "france").state.vp == 0


def test_norway_scores_once_it_is_independent() -> None:
    """C51: with its 2 SP the Liberal controls Norway, next to Germany and Russia."""
    for region in ("germany", "russia"):
        table = europe().give(A, 40).event(51, L)
        assert scored(table, region).state.vp == 1


# -- 10.3 the VP track, 10.4.1 automatic victory


def test_a_gain_moves_the_marker_in_the_players_favour() -> None:
    """10.3.2: from 10 for the Liberal to 8 when the Authoritarian gains 2; C44."""
    table = Table().give(L, 16).set(vp=10).event(44, A).do("rattle")
    assert table.state.vp == 8


def test_zero_is_a_space_of_the_track() -> None:
    """10.3.1: from 1 for the Liberal, 3 for the Authoritarian lead to 2; C80."""
    table = Table().give(L, 16).set(vp=1).event(80, A).do("concede")
    assert table.state.vp == -2


def test_twenty_vp_win_for_the_liberal() -> None:
    """10.4.1: C86 gives 1 VP, the Liberal controlling none of its spaces."""
    table = europe().set(vp=19).event(86, L)
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.winners == (L,)
    assert outcome.scores == {A: 0.0, L: 1.0}
    assert outcome.reason.key == "outcome.points"
    assert table.position.required_by_seat() == {}


def test_twenty_vp_win_for_the_authoritarian() -> None:
    """10.4.1: C81 gives 1 VP."""
    table = Table().set(vp=-19).event(81, A)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)
    assert table.state.vp == -20


@pytest.mark.parametrize("vp", [-18, 18])
def test_nineteen_vp_do_not_win(vp: int) -> None:
    """10.4.1."""
    table = europe().give(L, 16).give(A, 40).set(vp=vp)
    if vp > 0:
        table.event(86, L)
    else:
        table.event(81, A)
    assert abs(table.state.vp) == 19
    assert table.state.outcome is None


def test_a_player_can_win_by_an_event_the_opponent_plays() -> None:
    """10.4.1 and 5.2: Raoul Villain, played by the Liberal for OPs."""
    table = Table().set(vp=-19).forced_event(81, by=L)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


def test_all_vp_of_an_event_are_applied_before_victory_is_checked() -> None:
    """10.4.1: C77 gives 2 VP, then Tension beyond 6 takes 1 of them away."""
    table = hold(europe(), A, "alsace_lorraine").give(L, 16).set(vp=-18, tension=6)
    table.event(77, A)
    assert table.state.vp == -19
    assert table.state.outcome is None


def test_vp_of_the_naval_race_win_too() -> None:
    """10.4.1: first in Bellerophon class, 2 VP; 6 + 4 reaches 6."""
    table = Table().navies(2, 0).set(vp=18).give(L, 16).to_play(L).dice(6).do("naval C16")
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)


def test_a_scoring_that_reaches_twenty_wins() -> None:
    """10.4.1 and 9: once all its steps are done."""
    table = scored(hold(europe(), L, "nice").set(vp=17).dice(1), "france")
    assert table.log_lines("crisis") != []
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)


def test_victory_is_checked_only_after_the_crisis_roll_of_a_scoring() -> None:
    """9, note: at 20 the Liberal pays 1 VP for Jean Jaures before the roll and has not won."""
    table = hold(europe(), L, "nice").set(vp=17, tension=2).lasting(75, L).dice(1)
    scored(table, "france")
    assert table.state.vp == 20
    assert table.asked.step == "jaures"
    table.do("calm")
    assert table.state.vp == 19
    assert table.state.outcome is None


def test_war_at_the_end_of_a_scoring_comes_before_automatic_victory() -> None:
    """9, note, and 8.3.1: the crisis roll is a step of the scoring; 6 + 6 - 4 is war."""
    table = hold(europe(), L, "nice").set(vp=17, tension=6, track=["franco_russian_alliance"])
    scored(table.dice(6, 1, 1), "france")
    assert table.log_lines("outbreak") != []
    assert table.state.outcome is None


def test_vp_of_a_stability_card_wait_for_the_scoring() -> None:
    """9, note: Elitist Art brings the Authoritarian to 20, the scoring takes points away."""
    table = hold(hold(europe(), A, "fauvism"), L, "paris", "beau_monde", "nice").set(vp=-19)
    table.give(A, 40).give(L, 16).give(A, 6).to_play(A).do("score C6")
    table.choose(authoritarian="choose S17", liberal="choose S8")
    assert table.state.vp == -19 - 1 + (6 + 2) - 3
    assert table.state.outcome is None


# -- 10.4.1 Germany


def liberal_germany() -> Table:
    return hold(europe(), L, *BATTLEGROUNDS["germany"])


@pytest.mark.parametrize("by", [A, L])
@pytest.mark.parametrize("vp", [0, -19])
def test_the_liberal_wins_when_germany_is_scored_under_liberal_control(by: Seat, vp: int) -> None:
    """10.4.1: with either player of the card, at any VP."""
    table = scored(liberal_germany().set(vp=vp), "germany", by)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)
    assert table.state.outcome.reason.key == "outcome.germany"


def test_control_of_germany_wins_without_a_crisis_roll() -> None:
    """10.4.1: at Tension 6 the roll of 6 would mean war."""
    table = liberal_germany().set(tension=6, track=["franco_russian_alliance"]).dice(6)
    scored(table, "germany")
    assert table.log_lines("crisis") == []
    assert table.state.outcome is not None


def test_domination_of_germany_does_not_win() -> None:
    """10.4.1: control is needed."""
    table = hold(europe(), L, *BATTLEGROUNDS["germany"][1:], *NORMAL["germany"])
    scored(table, "germany")
    assert table.state.outcome is None
    assert table.state.vp == 6 + 4


def test_authoritarian_control_of_germany_only_scores() -> None:
    """10.4.1: the rule is for the Liberal."""
    table = scored(hold(europe(), A, *BATTLEGROUNDS["germany"]), "germany")
    assert table.state.outcome is None
    assert table.state.vp == -(9 + 5)


@pytest.mark.parametrize("region", ["france", "austria_hungary", "russia", "balkans"])
def test_liberal_control_of_another_region_only_scores(region: str) -> None:
    """10.4.1."""
    table = scored(hold(europe(), L, *BATTLEGROUNDS[region]), region)
    assert table.state.outcome is None


def test_control_of_germany_does_not_win_in_a_scoring_that_is_called_off() -> None:
    """15.22, S4: it is tested when the region is scored, and this one is not."""
    table = liberal_germany().give(A, 53, 13).give(L, 22).to_play(A).do("score C53")
    table.choose(authoritarian="choose S16", liberal="choose S4").do("place kiel")
    assert table.log_lines("called_off")
    assert table.state.outcome is None


def test_control_of_germany_does_not_win_when_another_region_is_scored() -> None:
    """10.4.1: when the Germany scoring card is played."""
    table = scored(liberal_germany(), "france")
    assert table.state.outcome is None


# -- 10.4.2 the end of turn 10


def last_card(table: Table, turn: int = 10) -> Table:
    """The Liberal plays the last card of a turn: Stymied, which asks nothing."""
    rounds = 7 if turn < 4 else 8
    return table.set(turn=turn, round=rounds).event(16, L)


def test_after_turn_10_every_region_is_scored() -> None:
    """10.4.2: Liberal presence in three regions, Authoritarian domination in one."""
    table = hold(europe(), L, "nice", "berlin", "croatia")
    last_card(hold(table, A, "moscow", "belarus"))
    assert table.state.vp == 3 + 3 + 2 - (6 + 1)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)
    assert table.state.outcome.reason.key == "outcome.last_turn"


def test_after_turn_10_the_new_vp_are_added_to_the_score() -> None:
    """10.4.2: 4 for the Authoritarian, then presence in France for the Liberal."""
    table = last_card(hold(europe(), L, "nice").set(vp=-4))
    assert table.state.vp == -1
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


def test_the_final_scoring_has_no_stability_cards_and_no_crisis_rolls() -> None:
    """10.4.2."""
    table = hold(europe(), L, "nice").set(tension=6, track=["franco_russian_alliance"])
    last_card(table.lasting(48, A).lasting(79, L).navies(8, 0).dice(6))
    assert table.log_lines("stability") == []
    assert table.log_lines("crisis") == []
    assert table.state.chance.script == [6]
    assert table.state.outcome is not None


def test_twenty_vp_in_the_final_scoring_do_not_end_it() -> None:
    """10.4.2: 10 and 15 for France take the Liberal past 20; 14, 15 and 11 follow."""
    table = hold(europe(), L, *BATTLEGROUNDS["france"])
    for region in ("germany", "russia", "balkans"):
        hold(table, A, *BATTLEGROUNDS[region])
    last_card(table.set(vp=10))
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


def test_a_positive_number_wins_for_the_liberal_however_small() -> None:
    """10.4.2."""
    table = last_card(europe().set(vp=1))
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)


def test_zero_after_the_final_scoring_is_a_draw() -> None:
    """10.4.2: 3 VP for the Authoritarian, and Liberal presence in France."""
    table = last_card(hold(europe(), L, "nice").set(vp=-3))
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.scores == {A: 0.5, L: 0.5}
    assert outcome.reason.key == "outcome.draw"


def test_control_of_germany_wins_the_final_scoring_regardless_of_vp() -> None:
    """10.4.2."""
    table = liberal_germany().set(vp=-19)
    for region in ("france", "russia", "balkans"):
        hold(table, A, *BATTLEGROUNDS[region])
    last_card(table)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)
    assert table.state.outcome.reason.key == "outcome.germany"


@pytest.mark.parametrize("turn", [1, 3, 7, 9])
def test_earlier_turns_end_without_a_final_scoring(turn: int) -> None:
    """4.5.6."""
    table = last_card(hold(europe(), L, "nice"), turn)
    assert table.state.turn == turn + 1
    assert table.state.vp == 0
    assert table.state.outcome is None


# -- 10.4.1 held scoring cards


def test_a_held_scoring_card_loses_for_the_authoritarian() -> None:
    """4.5.3."""
    table = last_card(Table().give(A, 6), turn=2)
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.winners == (L,)
    assert outcome.reason.key == "outcome.held"


def test_a_held_scoring_card_loses_for_the_liberal() -> None:
    """4.5.3: the Liberal had two of them and one round."""
    table = Table().set(turn=2, round=7).give(L, 6, 7).to_play(L).do("score C6")
    table.choose(authoritarian="choose S16", liberal="choose S8")
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)
    assert table.state.outcome.reason.key == "outcome.held"


def test_two_held_scoring_cards_are_a_draw() -> None:
    """10.4.1."""
    table = Table().set(turn=2, round=7).give(A, 8).give(L, 6, 7).to_play(L).do("score C6")
    table.choose(authoritarian="choose S16", liberal="choose S8")
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.scores == {A: 0.5, L: 0.5}
    assert outcome.reason.key == "outcome.both_held"


def test_other_cards_may_be_held() -> None:
    """4.5.2: the hand is filled up to eight."""
    table = last_card(Table().give(A, 21).give(L, 22), turn=2)
    assert table.state.outcome is None
    assert table.state.turn == 3
    assert (len(table.state.hand[A]), len(table.state.hand[L])) == (8, 8)
    assert "C21" in table.state.hand[A]


def test_held_cards_are_verified_before_the_final_scoring() -> None:
    """4.5: step 3 comes before step 6."""
    table = last_card(Table().set(vp=-10).give(A, 6))
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (L,)
