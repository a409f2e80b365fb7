"""Section 8: Tension, the Great War status track, crisis rolls and the Great War."""

from __future__ import annotations

import pytest

from entente.games.turmoil.war import participants
from entente.kernel import Seat
from tests.games.turmoil.table import A, L, Table

LEAGUE, ALLIANCE, COLLAPSE = "three_emperor_league", "franco_russian_alliance", "russian_collapse"
CERTAIN = 20  # no die shows it: the crisis roll that brings the war in any position


def europe() -> Table:
    """No support anywhere; both players keep a neutral card to go on with."""
    return Table().clear().give(A, 5).give(L, 16)


# -- 8.1 Tension: the six cases of section 15


@pytest.mark.parametrize("by", [L, A])
def test_a_liberal_event_below_0_gives_the_liberal_1_vp(by: Seat) -> None:
    """8.1.2, 15: Jean Jaures, played by either side."""
    table = europe()
    table = table.event(75, L) if by == L else table.forced_event(75, by=A)
    assert (table.state.tension, table.state.vp) == (0, 1)


@pytest.mark.parametrize("by", [L, A])
def test_a_liberal_event_above_6_costs_the_liberal_1_vp(by: Seat) -> None:
    """8.1.2, 15: Local Uprising."""
    table = europe().set(tension=6)
    table = table.event(71, L) if by == L else table.forced_event(71, by=A)
    assert (table.state.tension, table.state.vp) == (6, -1)


@pytest.mark.parametrize("by", [A, L])
def test_an_authoritarian_event_below_0_gives_the_authoritarian_1_vp(by: Seat) -> None:
    """8.1.2, 15: Weltpolitik, which is itself worth 4 VP."""
    table = europe()
    table = table.event(108, A) if by == A else table.forced_event(108, by=L)
    assert (table.state.tension, table.state.vp) == (0, -(4 + 1))


@pytest.mark.parametrize("by", [A, L])
def test_an_authoritarian_event_above_6_costs_the_authoritarian_1_vp(by: Seat) -> None:
    """8.1.2, 15: The Kaiser Intervenes."""
    table = europe().set(tension=6)
    table = table.event(42, A) if by == A else table.forced_event(42, by=L)
    assert (table.state.tension, table.state.vp) == (6, 1)


@pytest.mark.parametrize(("by", "vp"), [(L, 1), (A, -1)])
def test_a_neutral_event_below_0_gives_its_player_1_vp(by: Seat, vp: int) -> None:
    """8.1.2, 15: Indecisiveness."""
    table = europe().event(40, by)
    assert (table.state.tension, table.state.vp) == (0, vp)


@pytest.mark.parametrize(("by", "vp"), [(L, -1), (A, 1)])
def test_a_neutral_event_above_6_costs_its_player_1_vp(by: Seat, vp: int) -> None:
    """8.1.2, 15: Naval Bill/Fleet Law."""
    table = europe().set(tension=6).dice(1).event(57, by)
    assert (table.state.tension, table.state.vp) == (6, vp)


def test_each_point_below_0_counts() -> None:
    """8.1.2: Preventive War gives 2 VP and lowers Tension by 2."""
    table = europe().put("paris", 0, 3).event(106, A).do("region france")
    table.do(*["remove paris"] * 3)
    assert (table.state.tension, table.state.vp) == (0, -(2 + 2))


def test_tension_is_lowered_as_far_as_possible_first() -> None:
    """8.1.2: one point resolved, one not."""
    table = europe().put("paris", 0, 3).set(tension=1).event(106, A).do("region france")
    table.do(*["remove paris"] * 3)
    assert (table.state.tension, table.state.vp) == (0, -(2 + 1))


@pytest.mark.parametrize(("tension", "lost"), [(4, 0), (5, 1), (6, 2)])
def test_each_point_above_6_counts(tension: int, lost: int) -> None:
    """8.1.2: Gavrilo Princip raises Tension by 2."""
    table = europe().set(tension=tension).dice(1).event(83, A)
    assert (table.state.tension, table.state.vp) == (6, lost)


def test_within_the_track_no_vp_change_hands() -> None:
    """8.1.2."""
    table = europe().set(tension=5).event(42, A)
    assert (table.state.tension, table.state.vp) == (6, 0)
    table = europe().set(tension=1).event(40, L)
    assert (table.state.tension, table.state.vp) == (0, 0)


# -- 8.1.2 Franz Ferdinand


def franz_ferdinand(tension: int) -> Table:
    """C4 in effect, Vienna and Budapest in Authoritarian hands."""
    table = europe().lasting(4, A).put("vienna", 0, 3).put("budapest", 0, 2)
    return table.set(tension=tension)


def test_franz_ferdinand_holds_tension_at_3() -> None:
    """C4: The Kaiser Intervenes costs the Authoritarian 1 VP."""
    table = franz_ferdinand(3).event(42, A)
    assert (table.state.tension, table.state.vp) == (3, 1)


def test_franz_ferdinand_lets_tension_rise_up_to_3() -> None:
    """C4."""
    table = franz_ferdinand(2).event(42, A)
    assert (table.state.tension, table.state.vp) == (3, 0)


def test_franz_ferdinand_stops_a_rise_half_way() -> None:
    """C4: Agadir Crisis gives the Liberal 1 VP and raises Tension by 2, one too many."""
    table = franz_ferdinand(2).event(82, A).do("defy")
    assert (table.state.tension, table.state.vp) == (3, 1 + 1)


def test_franz_ferdinand_costs_the_side_of_the_event() -> None:
    """C4, 15: a Liberal event costs the Liberal, a neutral one its player."""
    assert franz_ferdinand(3).event(71, L).state.vp == -1
    assert franz_ferdinand(3).event(57, A).state.vp == 1


def test_above_3_the_present_tension_is_the_limit() -> None:
    """C4, 15: at 5 it can only go down."""
    table = franz_ferdinand(5).event(42, A)
    assert (table.state.tension, table.state.vp) == (5, 1)


def test_the_limit_falls_with_tension() -> None:
    """C4, 15: from 5 to 4, and then not up again."""
    table = franz_ferdinand(5).event(40, A).do("place nice")
    assert (table.state.tension, table.state.vp) == (4, 0)
    table.event(42, A)
    assert (table.state.tension, table.state.vp) == (4, 1)


@pytest.mark.parametrize("space", ["vienna", "budapest"])
def test_franz_ferdinand_sleeps_without_one_of_the_capitals(space: str) -> None:
    """C4, 15."""
    table = franz_ferdinand(3).put(space, 0, 1).event(42, A)
    assert (table.state.tension, table.state.vp) == (4, 0)


def test_the_capitals_alone_hold_nothing() -> None:
    """8.1.2: the event must be in effect."""
    table = europe().put("vienna", 0, 3).put("budapest", 0, 2).set(tension=3).event(42, A)
    assert (table.state.tension, table.state.vp) == (4, 0)


def test_gavrilo_princip_ends_franz_ferdinand_before_tension_rises() -> None:
    """C83."""
    table = franz_ferdinand(3).dice(1).event(83, A)
    assert (table.state.tension, table.state.vp) == (5, 0)
    table.event(42, A)
    assert (table.state.tension, table.state.vp) == (6, 0)


# -- 8.2 the Great War status track


@pytest.mark.parametrize(
    ("track", "status"),
    [
        ([ALLIANCE], -4),
        ([ALLIANCE, "entente_cordiale"], -3),
        ([ALLIANCE, "entente_cordiale", "dual_alliance"], -2),
        ([ALLIANCE, "entente_cordiale", "dual_alliance", "triple_alliance"], -1),
        ([LEAGUE], -4 - 2),
        ([LEAGUE, "dual_alliance"], -3 - 2),
        ([LEAGUE, "dual_alliance", "splendid_isolation"], -2 - 2),
        ([LEAGUE, "dual_alliance", "splendid_isolation", "perfidious_italy"], -1 - 2),
        ([COLLAPSE], -4),
        ([ALLIANCE, "balkan_wars"], -3 + 1),
        ([LEAGUE, "balkan_wars"], -3 - 2 + 1),
        ([ALLIANCE, "balkan_wars", "entente_cordiale"], -2 + 1),
        ([ALLIANCE, "balkan_wars", "entente_cordiale", "dual_alliance"], -1 + 1),
        (
            [ALLIANCE, "balkan_wars", "entente_cordiale", "dual_alliance", "triple_alliance"],
            0 + 1,
        ),
        (
            [LEAGUE, "balkan_wars", "entente_cordiale", "dual_alliance", "triple_alliance"],
            0 - 2 + 1,
        ),
    ],
)
def test_the_status_is_the_number_of_the_leftmost_open_box(track: list[str], status: int) -> None:
    """8.2.4: -2 for the Three Emperor League, +1 for the Balkan Wars."""
    table = europe().set(track=track)
    assert table.game.view(table.state, None).status == status


def test_the_markers_above_the_track_do_not_count() -> None:
    """8.4.2: four markers have boxes of their own."""
    table = europe().event(50, A).event(74, A).event(102, A).event(58, L)
    assert table.state.track == [LEAGUE]
    assert set(table.state.beside) == {
        "schlieffen",
        "von_bethmann_hollweg",
        "german_army_expansion",
        "us_interventionism",
    }
    assert table.game.view(table.state, None).status == -6


def test_the_game_begins_with_the_three_emperor_league() -> None:
    """8.2.2 and the example of play: -6."""
    table = Table().give(A, 5)
    assert table.state.track == [LEAGUE]
    assert table.game.view(table.state, None).status == -6


def test_new_markers_take_the_leftmost_open_box() -> None:
    """8.2.3: Triple Alliance, then Perfidious Italy, which turns it over."""
    table = europe().event(68, A)
    assert table.state.track == [LEAGUE, "triple_alliance"]
    table.event(94, L)
    assert table.state.track == [LEAGUE, "perfidious_italy"]


def test_perfidious_italy_takes_a_box_of_its_own_without_the_triple_alliance() -> None:
    """C94."""
    assert europe().event(94, L).state.track == [LEAGUE, "perfidious_italy"]


@pytest.mark.parametrize("track", [[LEAGUE], [LEAGUE, "entente_cordiale"]])
def test_splendid_isolation_turns_the_entente_over_or_comes_alone(track: list[str]) -> None:
    """C95."""
    table = europe().set(track=track).event(95, A)
    assert table.state.track == [LEAGUE, "splendid_isolation"]


def test_the_franco_russian_alliance_turns_the_league_over() -> None:
    """C26: it stays in the first box, and its -2 is gone."""
    table = europe().set(track=[LEAGUE, "dual_alliance"]).event(26, L)
    table.do("place nice", "place nice")
    assert table.state.track == [ALLIANCE, "dual_alliance"]
    assert table.game.view(table.state, None).status == -3


@pytest.mark.parametrize("first", [LEAGUE, ALLIANCE])
def test_russian_collapse_replaces_the_first_marker(first: str) -> None:
    """C61: three Russian battlegrounds in Liberal hands."""
    table = europe().put("moscow", 3, 0).put("poland", 3, 0).put("tsarist_army", 3, 0)
    table.set(track=[first, "dual_alliance"]).event(61, A)
    assert table.state.track == [COLLAPSE, "dual_alliance"]
    assert table.game.view(table.state, None).status == -3


def test_the_balkan_wars_marker_is_placed_once() -> None:
    """C87 and C90."""
    table = europe().event(87, A)
    assert table.state.track == [LEAGUE, "balkan_wars"]
    table.event(90, L).do("rise serbia")
    assert table.state.track == [LEAGUE, "balkan_wars"]
    assert table.game.view(table.state, None).status == -3 - 2 + 1


# -- 8.3 crisis rolls


def naval_bill(die: int, **state: object) -> Table:
    """C57 by the Liberal: Tension +1, a crisis roll, then the British Navy moves."""
    track = [ALLIANCE, "entente_cordiale", "dual_alliance"]
    return europe().set(track=track, **state).navies(1, 0).dice(die, 1, 1).event(57, L)


def test_a_total_of_6_is_peace() -> None:
    """8.3.1: 4 + 4 - 2."""
    table = naval_bill(4, tension=3)
    assert table.log_lines("crisis") == [{"die": 4, "tension": 4, "status": -2, "total": 6}]
    assert table.log_lines("outbreak") == []
    assert table.asked.step == "play_card"


def test_a_total_of_7_is_war() -> None:
    """8.3.1: 5 + 4 - 2."""
    table = naval_bill(5, tension=3)
    assert table.log_lines("crisis") == [{"die": 5, "tension": 4, "status": -2, "total": 7}]
    assert table.asked.step == "war_losses"


def test_in_peace_the_rest_of_the_card_is_carried_out() -> None:
    """8.3.1."""
    assert naval_bill(4, tension=3).state.navy[L] == 2


def test_in_war_the_rest_of_the_card_is_skipped() -> None:
    """8.3.1 and the example of play: Tension rises, the navy does not move."""
    table = naval_bill(5, tension=3)
    assert table.state.tension == 4
    assert table.state.navy[L] == 1


def test_the_marker_placed_after_the_roll_does_not_count_for_it() -> None:
    """8.3.1: War in the Balkans places its marker last; 6 + 4 - 4 is peace."""
    table = europe().set(track=[ALLIANCE], tension=3).dice(6).event(87, A)
    assert table.log_lines("crisis") == [{"die": 6, "tension": 4, "status": -4, "total": 6}]
    assert table.state.track == [ALLIANCE, "balkan_wars"]


def test_war_leaves_the_balkans_as_they_are_after_the_roll() -> None:
    """C87: no Liberal SP is removed and no marker placed, so the Balkans take no part."""
    table = europe().put("serbia", 3, 0).set(track=[ALLIANCE], tension=4).dice(6, 1, 1)
    table.event(87, A)
    assert table.asked.step == "war_losses"
    assert table.sp("serbia") == (3, 0)
    assert "balkans" not in table.state.alliance


def test_war_takes_the_choice_of_a_card_away() -> None:
    """C1: the crisis roll comes before SP are taken off Germany."""
    table = europe().put("wilhelm_ii", 0, 5).set(track=[ALLIANCE], tension=5).dice(5, 1, 1)
    table.event(1, A)
    assert table.state.tension == 6
    assert table.asked.step == "war_losses"
    assert table.sp("wilhelm_ii") == (0, 5)


def test_war_takes_the_ops_of_the_card_away() -> None:
    """8.3.1: Copenhagenization before the OPs."""
    table = europe().navies(2, 2).set(track=[ALLIANCE], tension=5).dice(5, 1, 1)
    table.forced_event(32, by=A)
    assert table.asked.step == "war_losses"
    assert table.state.navy[A] == 2


def test_ops_spent_before_the_event_are_spent() -> None:
    """5.2 and 8.3.1: Copenhagenization after the OPs."""
    table = europe().put("saxony", 0, 1).set(track=[ALLIANCE], tension=5).dice(5, 1, 1)
    table.give(A, 32).to_play(A).do("ops C32", "after", *["place saxony"] * 4)
    assert table.sp("saxony") == (0, 5)
    assert table.asked.step == "war_losses"


def test_text_before_the_roll_is_carried_out_first() -> None:
    """C78: the five support checks come before the roll; 6 + 2 - 6 removes 2 SP in Moscow."""
    table = europe().put("moscow", 0, 2).set(track=[ALLIANCE], tension=1)
    table.dice(6, CERTAIN, 1, 1).event(78, L).do("check moscow")
    assert table.sp("moscow") == (0, 0)
    assert table.asked.step == "war_losses"


def test_legacy_of_bismarck_saves_the_balkan_cards_their_roll() -> None:
    """C25."""
    table = europe().lasting(25, A).set(track=[ALLIANCE], tension=5).dice(6).event(87, A)
    assert table.log_lines("crisis") == []
    assert table.state.track == [ALLIANCE, "balkan_wars"]


def test_jean_jaures_can_turn_war_into_peace() -> None:
    """C75: 1 VP for 1 Tension; 5 + 3 - 2 is 6."""
    table = naval_bill(5, tension=3, lasting={"C75": [L]})
    assert (table.asked.seat, table.asked.step) == (L, "jaures")
    table.do("calm")
    assert (table.state.tension, table.state.vp) == (3, -1)
    assert table.log_lines("outbreak") == []


def test_jean_jaures_need_not_be_heard() -> None:
    """C75: the Liberal may."""
    table = naval_bill(5, tension=3, lasting={"C75": [L]}).do("wait")
    assert table.log_lines("outbreak") != []


def test_the_crisis_roll_of_a_scoring_can_bring_the_war() -> None:
    """8.3.2."""
    table = europe().set(track=[ALLIANCE], tension=6).dice(5, 1, 1)
    table.give(A, 6).to_play(A).do("score C6")
    table.choose(authoritarian="choose S16", liberal="choose S8")
    assert table.log_lines("outbreak") != []


def test_war_skips_the_check_of_held_cards() -> None:
    """8.3.1: in the last round the Authoritarian holds a scoring card and does not lose for it."""
    table = europe().give(A, 6).set(track=[ALLIANCE], tension=6, round=7)
    table.dice(6, 1, 1).event(57, L)
    assert table.asked.step == "war_losses"
    assert table.state.outcome is None


# -- 8.4.1 participants


def allied(track: list[str], beside: list[str]) -> dict[str, str]:
    return participants(Table().set(track=track, beside=beside).t)


@pytest.mark.parametrize("first", [LEAGUE, ALLIANCE, COLLAPSE])
def test_germany_and_france_always_take_part(first: str) -> None:
    """8.4.1."""
    alliances = allied([first], [])
    assert (alliances["germany"], alliances["france"]) == (A, L)


@pytest.mark.parametrize(
    ("marker", "schlieffen", "side"),
    [
        ("", False, None),
        ("", True, L),
        ("entente_cordiale", False, L),
        ("entente_cordiale", True, L),
        ("splendid_isolation", False, None),
        ("splendid_isolation", True, None),
    ],
)
def test_britain_is_in_the_entente_or_out(marker: str, schlieffen: bool, side: Seat | None) -> None:
    """8.4.1, 15, C50: Splendid Isolation keeps it out under any other effects."""
    track = [LEAGUE, marker] if marker else [LEAGUE]
    assert allied(track, ["schlieffen"] if schlieffen else []).get("britain") == side


@pytest.mark.parametrize(
    ("first", "dual", "side"),
    [
        (LEAGUE, False, A),
        (LEAGUE, True, A),
        (ALLIANCE, False, None),
        (ALLIANCE, True, A),
        (COLLAPSE, False, None),
        (COLLAPSE, True, A),
    ],
)
def test_austria_hungary_is_in_the_central_powers_or_out(
    first: str, dual: bool, side: Seat | None
) -> None:
    """8.4.1."""
    track = [first, "dual_alliance"] if dual else [first]
    assert allied(track, []).get("austria_hungary") == side


@pytest.mark.parametrize(("first", "side"), [(LEAGUE, A), (ALLIANCE, L), (COLLAPSE, None)])
def test_russia_follows_the_first_marker(first: str, side: Seat | None) -> None:
    """8.4.1."""
    assert allied([first], []).get("russia") == side


@pytest.mark.parametrize(
    ("first", "wars", "side"),
    [
        (LEAGUE, True, A),
        (ALLIANCE, True, L),
        (COLLAPSE, True, L),
        (LEAGUE, False, None),
        (ALLIANCE, False, None),
        (COLLAPSE, False, None),
    ],
)
def test_the_balkans_follow_russia_if_there_were_balkan_wars(
    first: str, wars: bool, side: Seat | None
) -> None:
    """8.4.1: in the Entente if Russia is out."""
    track = [first, "balkan_wars"] if wars else [first]
    assert allied(track, []).get("balkans") == side


def test_italy_and_the_ottoman_empire_are_no_participants() -> None:
    """8.4.1: they belong to the optional rule 8.4.4."""
    alliances = allied([ALLIANCE, "triple_alliance", "balkan_wars"], [])
    assert set(alliances) == {"germany", "france", "russia", "balkans"}


# -- 8.4.2 war resolution


def outbreak(table: Table, authoritarian: int = 1, liberal: int = 1, *losses: int) -> Table:
    """Gavrilo Princip brings the war; the dice of both sides, then those of the losses."""
    return table.dice(CERTAIN, authoritarian, liberal, *losses).event(83, A)


def modifiers(table: Table) -> tuple[object, object]:
    """The war modifiers: Liberal, Authoritarian."""
    found = {line["side"]: line["modifier"] for line in outbreak(table).log_lines("war_die")}
    return found[L], found[A]


@pytest.mark.parametrize(
    ("track", "beside", "liberal", "authoritarian"),
    [
        ([LEAGUE], [], 0, 2),
        ([ALLIANCE], [], 2, 0),
        ([COLLAPSE], [], 0, 0),
        ([COLLAPSE, "entente_cordiale"], [], 2, 0),
        ([COLLAPSE, "splendid_isolation"], [], 0, 0),
        ([COLLAPSE, "dual_alliance"], [], 0, 2),
        ([COLLAPSE, "triple_alliance"], [], 0, 2),
        ([COLLAPSE, "perfidious_italy"], [], 0, 0),
        ([COLLAPSE, "balkan_wars"], [], 0, 0),
        ([COLLAPSE], ["schlieffen"], 0, 1),
        ([COLLAPSE], ["german_army_expansion"], 0, 1),
        ([COLLAPSE], ["von_bethmann_hollweg"], 0, 1),
        (
            [LEAGUE, "dual_alliance", "triple_alliance"],
            ["schlieffen", "german_army_expansion", "von_bethmann_hollweg"],
            0,
            9,
        ),
        ([ALLIANCE, "entente_cordiale"], ["us_interventionism"], 6, 0),
    ],
)
def test_the_markers_modify_the_war_rolls(
    track: list[str], beside: list[str], liberal: int, authoritarian: int
) -> None:
    """8.4.2."""
    assert modifiers(europe().set(track=track, beside=beside)) == (liberal, authoritarian)


@pytest.mark.parametrize(
    ("track", "beside", "liberal"),
    [
        ([COLLAPSE], [], 0),
        ([COLLAPSE, "entente_cordiale"], [], 2 + 2),
        ([COLLAPSE], ["schlieffen"], 2),
        ([COLLAPSE, "splendid_isolation"], ["schlieffen"], 0),
        ([COLLAPSE, "splendid_isolation"], [], 0),
    ],
)
def test_the_united_states_help_if_britain_takes_part(
    track: list[str], beside: list[str], liberal: int
) -> None:
    """14, erratum to C58: with Entente Cordiale or Schlieffen Plan."""
    table = europe().set(track=track, beside=[*beside, "us_interventionism"])
    assert modifiers(table)[0] == liberal


def test_non_interventionism_sends_the_united_states_home() -> None:
    """C88: the marker leaves the game."""
    table = europe().set(track=[COLLAPSE, "entente_cordiale"]).event(58, L).event(88, A)
    assert modifiers(table) == (2, 0)


@pytest.mark.parametrize(
    ("navies", "expected"), [((0, 0), (0, 0)), ((5, 5), (0, 0)), ((3, 2), (1, 0)), ((2, 7), (0, 1))]
)
def test_the_navy_that_is_ahead_gives_1(navies: tuple[int, int], expected: tuple[int, int]) -> None:
    """8.4.2: however many boxes."""
    assert modifiers(europe().set(track=[COLLAPSE]).navies(*navies)) == expected


def test_the_high_water_mark_does_not_win_the_war() -> None:
    """8.4.2: currently ahead."""
    table = europe().set(track=[COLLAPSE], high_water=5).navies(4, 3)
    assert modifiers(table) == (1, 0)


@pytest.mark.parametrize("triple", [True, False])
@pytest.mark.parametrize(("italy", "bonus"), [((3, 0), -1), ((0, 3), 1), ((0, 0), 0), ((2, 0), 0)])
def test_the_table_of_italian_support(triple: bool, italy: tuple[int, int], bonus: int) -> None:
    """15: net bonus of the Central Powers, +2 more with the Triple Alliance."""
    track = [COLLAPSE, "triple_alliance"] if triple else [COLLAPSE, "perfidious_italy"]
    liberal, authoritarian = modifiers(europe().set(track=track).put("italy", *italy))
    assert isinstance(liberal, int)
    assert isinstance(authoritarian, int)
    assert authoritarian - liberal == bonus + (2 if triple else 0)


@pytest.mark.parametrize(
    ("italy", "constantinople", "net"),
    [
        ((0, 3), (0, 3), 1),
        ((3, 0), (3, 0), -1),
        ((3, 0), (0, 3), 0),
        ((0, 3), (3, 0), 0),
        ((0, 0), (0, 3), 1),
        ((0, 0), (3, 0), -1),
        ((0, 0), (0, 0), 0),
    ],
)
def test_italy_and_constantinople_together_are_worth_1_at_most(
    italy: tuple[int, int], constantinople: tuple[int, int], net: int
) -> None:
    """15, the Minor Major Power modifier."""
    table = europe().set(track=[COLLAPSE]).put("italy", *italy)
    liberal, authoritarian = modifiers(table.put("constantinople", *constantinople))
    assert isinstance(liberal, int)
    assert isinstance(authoritarian, int)
    assert authoritarian - liberal == net


@pytest.mark.parametrize(
    ("dice", "winner", "vp"), [((4, 3), A, -4), ((3, 4), L, 4), ((4, 4), "", 0)]
)
def test_the_higher_roll_wins_the_war_and_4_vp(dice: tuple[int, int], winner: str, vp: int) -> None:
    """8.4.2: in a tie both have lost; no modifiers with Russian Collapse alone."""
    table = outbreak(europe().set(track=[COLLAPSE]), *dice)
    assert (table.state.winner, table.state.vp) == (winner, vp)


@pytest.mark.parametrize(("dice", "winner"), [((4, 5), A), ((3, 5), ""), ((2, 5), L)])
def test_modifiers_are_added_to_the_dice(dice: tuple[int, int], winner: str) -> None:
    """8.4.2: +2 for the Dual Alliance."""
    table = outbreak(europe().set(track=[COLLAPSE, "dual_alliance"]), *dice)
    assert table.state.winner == winner


# -- 8.4.3 war losses: the order of the regions


ALL_FIVE = [ALLIANCE, "dual_alliance", "balkan_wars"]
FIVE = ["france", "germany", "austria_hungary", "russia", "balkans"]


@pytest.mark.parametrize(("dice", "winner"), [((6, 1), A), ((1, 6), L)])
def test_the_winner_chooses_the_order_of_the_regions(dice: tuple[int, int], winner: Seat) -> None:
    """8.4.3; each player has SP in no region, but the Liberal's reach allows some OPs."""
    table = outbreak(europe().set(track=ALL_FIVE), *dice)
    left = set(FIVE)
    while len(left) > 1:
        assert (table.asked.seat, table.asked.step) == (winner, "war_losses")
        assert set(table.menu) == {f"region {region}" for region in left}
        region = sorted(left)[0]
        table.do(f"region {region}")
        left.remove(region)
        while table.asked.step == "operations":
            table.do(table.menu[0])


def test_if_both_lost_the_entente_chooses_first_and_then_in_turns() -> None:
    """8.4.3: Franco-Russian Alliance and Dual Alliance weigh the same."""
    table = outbreak(europe().set(track=ALL_FIVE), 3, 3)
    for seat, region in ((L, "germany"), (A, "france"), (L, "balkans"), (A, "russia")):
        assert table.asked.seat == seat
        table.do(f"region {region}")
    assert (table.asked.seat, table.menu) == (L, ["region austria_hungary"])


def test_only_participants_suffer_losses() -> None:
    """8.4.3: with Russian Collapse alone Germany and France fight."""
    table = outbreak(europe().set(track=[COLLAPSE]), 3, 3)
    assert set(table.menu) == {"region france", "region germany"}
    assert table.refusal("region russia").message.key == "refusal.no_region"


# -- 8.4.3 war losses: a region of the loser


def test_in_the_losers_region_loser_winner_loser_remove_their_own_sp() -> None:
    """8.4.3, 15: the Entente lost; in France Liberal 2, Authoritarian 1, Liberal 3."""
    table = europe().set(track=[COLLAPSE]).put("nice", 4, 0).put("paris", 2, 2)
    outbreak(table, 6, 1, 2, 1, 3).do("region france")
    assert table.asked.seat == L
    assert set(table.menu) == {"remove nice", "remove paris"}
    table.do("remove nice", "remove paris")
    assert (table.sp("nice"), table.sp("paris")) == ((3, 0), (1, 2))
    assert (table.asked.seat, table.menu) == (A, ["remove paris"])
    table.do("remove paris")
    assert table.asked.seat == L
    table.do(*["remove nice"] * 3)
    assert (table.sp("nice"), table.sp("paris")) == ((0, 0), (1, 1))
    assert table.asked.step == "war_losses"


def test_in_germany_a_defeat_begins_with_the_authoritarian() -> None:
    """8.4.3: the Central Powers lost; Authoritarian 1, Liberal 1, Authoritarian 1."""
    table = europe().set(track=[COLLAPSE]).put("saxony", 3, 3)
    outbreak(table, 1, 6, 1, 1, 1).do("region germany")
    seats = []
    for _ in range(3):
        seats.append(table.asked.seat)
        table.do("remove saxony")
    assert seats == [A, L, A]
    assert table.sp("saxony") == (2, 1)


def test_the_losses_cover_the_region_and_its_independent_neighbours() -> None:
    """8.4.3: Belgium and Algeria, not Libya, Alsace-Lorraine or the Netherlands."""
    table = europe().set(track=[COLLAPSE])
    for space in ("nice", "belgium", "algeria", "libya", "alsace_lorraine", "netherlands"):
        table.put(space, 5, 0)
    outbreak(table, 6, 1, 1, 1, 1).do("region france")
    assert set(table.menu) == {"remove nice", "remove belgium", "remove algeria"}
    assert table.refusal("remove libya").section == "8.4.3"


def test_a_side_with_too_few_sp_removes_what_it_has() -> None:
    """8.4.3 and 15.9: the die shows 6, then the Authoritarian has none, nor has the Liberal."""
    table = europe().set(track=[COLLAPSE]).put("nice", 2, 0)
    outbreak(table, 6, 1, 6, 6, 6).do("region france")
    table.do("remove nice", "remove nice")
    assert table.sp("nice") == (0, 0)
    assert table.asked.step == "war_losses"


def test_the_removal_is_not_optional() -> None:
    """8.4.3."""
    table = europe().set(track=[COLLAPSE]).put("nice", 2, 0)
    outbreak(table, 6, 1, 2).do("region france")
    assert table.menu == ["remove nice"]


# -- 8.4.3 war losses: a region of the winner


def test_in_the_winners_region_the_winner_places_and_the_loser_removes_sp() -> None:
    """8.4.3: the Central Powers won; 2 OPs for the Authoritarian, then the Liberal loses 1."""
    table = europe().set(track=[COLLAPSE]).put("saxony", 0, 1).put("bavaria", 2, 0)
    outbreak(table, 6, 1, 2, 1).do("region germany")
    assert table.asked.seat == A
    table.do("place saxony", "place saxony")
    assert table.sp("saxony") == (0, 3)
    assert (table.asked.seat, table.menu) == (L, ["remove bavaria"])
    table.do("remove bavaria")
    assert table.sp("bavaria") == (1, 0)
    assert (table.asked.seat, table.menu) == (A, ["region france"])


def test_the_winners_ops_need_reach() -> None:
    """15, War Losses, and 6.1.2: next to SP that were there before the first was placed."""
    table = europe().set(track=[COLLAPSE]).put("jugendstil", 0, 1)
    outbreak(table, 6, 1, 3).do("region germany")
    assert set(table.menu) == {"place jugendstil", "place berlin"}
    table.do("place berlin")
    assert table.refusal("place wilhelm_ii").message.key == "refusal.reach_in_war"


def test_the_winners_reach_is_what_the_war_has_left() -> None:
    """15.21: no action round is on; Belgium, lost with France, reaches nothing in Germany."""
    table = europe().set(track=[COLLAPSE]).put("belgium", 0, 1).put("kiel", 0, 1)
    outbreak(table, 6, 1, 1, 1, 1, 2).do("region france", "remove belgium")
    assert table.sp("belgium") == (0, 0)
    table.do("region germany")
    assert "place kiel" in table.menu
    assert table.refusal("place belgium").message.key == "refusal.reach_in_war"
    assert table.refusal("place netherlands").message.key == "refusal.reach_in_war"


def test_the_winners_ops_stay_in_the_region_and_beside_it() -> None:
    """8.4.3: Finland is in reach of the Baltic States, but not in Germany."""
    table = europe().set(track=[COLLAPSE]).put("kiel", 0, 1).put("baltic_states", 0, 1)
    outbreak(table, 6, 1, 3).do("region germany")
    assert set(table.menu) == {
        "place kiel",
        "place hanover_oldenburg",
        "place wilhelm_ii",
        "place sweden",
        "place denmark",
        "place east_prussia",
    }
    assert table.refusal("place finland").message.key == "refusal.region_or"


def test_the_boxes_are_a_source_of_the_liberals_ops() -> None:
    """8.4.3 and 6.1.2: Great Britain reaches Brittany and Belgium; the Netherlands are not near."""
    table = outbreak(europe().set(track=[COLLAPSE]), 1, 6, 2)
    table.do("region france")
    assert table.asked.seat == L
    assert set(table.menu) == {"place brittany_normandy", "place belgium"}


def test_the_winners_ops_cost_double_where_the_loser_has_control() -> None:
    """15, War Losses: 2 OPs for the first SP in Bavaria, which breaks control, 1 for the next."""
    table = europe().set(track=[COLLAPSE]).put("saxony", 0, 1).put("bavaria", 3, 0)
    outbreak(table, 6, 1, 3, 1).do("region germany", "place bavaria", "place bavaria")
    assert table.sp("bavaria") == (3, 2)
    assert table.asked.seat == L


def test_one_op_is_not_enough_for_a_space_the_loser_controls() -> None:
    """15, War Losses, and 6.1.3."""
    table = europe().set(track=[COLLAPSE]).put("saxony", 0, 1).put("bavaria", 3, 0)
    outbreak(table, 6, 1, 1).do("region germany")
    assert table.refusal("place bavaria").message.key == "refusal.cost"


def test_the_winners_ops_cannot_make_support_checks() -> None:
    """8.4.3: OPs to place SPs."""
    table = europe().set(track=[COLLAPSE]).put("saxony", 0, 1).put("bavaria", 2, 0)
    outbreak(table, 6, 1, 3).do("region germany")
    assert all(action.startswith("place ") for action in table.menu)


def test_events_do_not_change_the_dice_of_the_war() -> None:
    """15.4: Absolutism is in effect, and a die of 1 is one SP."""
    table = europe().set(track=[COLLAPSE]).lasting(35, A).put("saxony", 0, 1)
    outbreak(table, 6, 1, 1, 1).do("region germany", "place saxony")
    assert table.sp("saxony") == (0, 2)
    assert table.asked.step == "war_losses"


def test_the_dreyfus_affair_of_the_turn_still_doubles_the_cost_in_france() -> None:
    """15.20 and C5: 3 OPs of the Liberal are one SP at 2 OPs, and 1 OP is left over."""
    table = europe().set(track=[COLLAPSE]).lasting(5, A).put("nice", 1, 0)
    outbreak(table, 1, 6, 3, 1).do("region france", "place nice")
    assert table.sp("nice") == (2, 0)
    assert table.menu == ["place belgium", "place italy"]


def test_legacy_of_bismarck_still_closes_the_balkans() -> None:
    """15.20 and C25: no SP can be placed in Serbia, but beside the Balkans."""
    table = europe().set(track=[COLLAPSE, "balkan_wars"]).lasting(25, A).put("serbia", 1, 0)
    table.put("italy", 1, 0)
    outbreak(table, 1, 6, 2).do("region balkans")
    assert table.menu == ["place italy"]


def test_a_winner_without_reach_places_nothing() -> None:
    """15.9."""
    table = outbreak(europe().set(track=[COLLAPSE]), 6, 1, 6, 6).do("region germany")
    assert table.menu == ["region france"]


def test_the_allies_of_the_winner_count_as_the_winners_regions() -> None:
    """8.4.3: Austria-Hungary with the Dual Alliance, Russia with the Three Emperor League."""
    for region, space in (("austria_hungary", "bohemia"), ("russia", "belarus")):
        table = europe().set(track=[LEAGUE]).put(space, 0, 1)
        outbreak(table, 6, 1, 1, 1).do(f"region {region}")
        assert (table.asked.seat, table.asked.step) == (A, "operations")


def test_russia_in_the_entente_suffers_a_defeat_of_the_entente() -> None:
    """8.4.3: Liberal, Authoritarian, Liberal."""
    table = europe().set(track=[ALLIANCE]).put("moscow", 3, 3)
    outbreak(table, 6, 1, 1, 1, 1).do("region russia")
    table.do("remove moscow", "remove moscow", "remove moscow")
    assert table.sp("moscow") == (1, 2)


# -- 8.4.3 war losses: both lost


def test_if_both_lost_every_region_is_treated_as_a_losers() -> None:
    """8.4.3: in France Liberal, Authoritarian, Liberal; in Germany the other way round."""
    table = europe().set(track=[COLLAPSE]).put("nice", 3, 3).put("saxony", 3, 3)
    outbreak(table, 3, 3, *[1] * 6).do("region france", *["remove nice"] * 3)
    assert table.sp("nice") == (1, 2)
    assert table.asked.seat == A
    table.do("region germany", *["remove saxony"] * 3)
    assert table.sp("saxony") == (2, 1)


def test_the_spoils_are_taken_once_after_the_last_region() -> None:
    """15.23: nothing is in Italy while France is settled, and then no die takes it away again."""
    table = europe().set(track=[COLLAPSE]).put("kiel", 0, 1)
    outbreak(table, 6, 1, 6, 6, 6, 1, 6).do("region france")
    assert (table.sp("italy"), table.sp("constantinople")) == ((0, 0), (0, 0))
    table.do("region germany", "place kiel")
    assert (table.holder("italy"), table.holder("constantinople")) == (A, A)
    assert table.state.outcome is not None
    beside = [line for line in table.log_lines("score") if line["independents"]]
    assert [(line["region"], line["side"]) for line in beside] == [("france", A)]


def test_if_both_lost_constantinople_and_italy_stay_as_they_are() -> None:
    """8.4.3: only the first bullet points are carried out."""
    table = europe().set(track=[COLLAPSE]).put("constantinople", 1, 0).put("italy", 0, 0)
    outbreak(table, 3, 3, *[1] * 6).do("region france", "region germany")
    assert (table.sp("constantinople"), table.sp("italy")) == ((1, 0), (0, 0))


# -- 8.4.3 Constantinople and Italy


def finished(table: Table, *regions: str) -> Table:
    """The regions in this order, every loss and every OP taken as offered first."""
    for region in regions:
        table.do(f"region {region}")
        while table.state.outcome is None and table.asked.step != "war_losses":
            table.do(table.menu[0])
    return table


def test_the_winner_gets_control_of_constantinople_and_italy() -> None:
    """8.4.3: just enough support, against 2 Liberal SP in Constantinople."""
    table = europe().set(track=[COLLAPSE]).put("constantinople", 2, 0)
    finished(outbreak(table, 6, 1, *[1] * 5), "germany", "france")
    assert table.sp("constantinople") == (2, 5)
    assert table.sp("italy") == (0, 3)


def test_the_liberal_as_winner_gets_them_too() -> None:
    """8.4.3: Italy keeps the support that is more than enough."""
    table = europe().set(track=[COLLAPSE]).put("constantinople", 0, 3).put("italy", 9, 0)
    finished(outbreak(table, 1, 6, *[1] * 5), "germany", "france")
    assert table.sp("constantinople") == (6, 3)
    assert table.sp("italy") == (9, 0)


# -- 8.4.5 final scoring


def test_the_participants_are_scored_and_the_sign_of_the_vp_decides() -> None:
    """8.4.5: 4 VP for the war, Italy 1 for France, none for Germany."""
    table = outbreak(europe().set(track=[COLLAPSE]), 1, 6, *[1] * 5)
    finished(table, "germany", "france")
    outcome = table.state.outcome
    assert table.state.vp == 4 + 1
    assert outcome is not None
    assert outcome.winners == (L,)
    assert outcome.reason.key == "outcome.war"


@pytest.mark.parametrize(
    ("track", "regions", "vp"),
    [
        ([COLLAPSE], ["france", "germany"], 1),
        ([ALLIANCE], ["france", "germany", "russia"], 1 + 1),
        ([COLLAPSE, "dual_alliance"], ["france", "germany", "austria_hungary"], 1 + 1),
        ([COLLAPSE, "balkan_wars"], ["france", "germany", "balkans"], 1 + 2),
        ([ALLIANCE, "dual_alliance", "balkan_wars"], FIVE, 1 + 1 + 1 + 2),
    ],
)
def test_only_participants_are_scored(track: list[str], regions: list[str], vp: int) -> None:
    """8.4.5: the winner holds Italy, next to France, Austria-Hungary and the Balkans, and
    Constantinople, next to Russia and the Balkans.
    """
    table = finished(outbreak(europe().set(track=track), 6, 1, *[1] * 15), *regions)
    assert table.state.winner == A
    assert table.state.vp == -(4 + vp)


def test_a_region_that_stayed_out_of_the_war_is_not_scored() -> None:
    """8.4.5: Liberal control of Austria-Hungary, but no alliance brought it in."""
    table = europe().set(track=[COLLAPSE], vp=-1).put("vienna", 3, 0).put("budapest", 2, 0)
    finished(outbreak(table, 3, 3, *[1] * 6), "france", "germany")
    assert table.state.vp == -1
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


def test_the_scoring_uses_the_position_after_the_losses() -> None:
    """8.4.3, 8.4.5: Nice is lost in the war, and with it the presence in France."""
    table = europe().set(track=[COLLAPSE], vp=-1).put("nice", 2, 0)
    finished(outbreak(table, 3, 3, *[1] * 6), "france", "germany")
    assert table.state.vp == -1


def test_the_final_scoring_has_no_stability_cards_and_no_crisis_rolls() -> None:
    """8.4.5."""
    table = europe().set(track=[COLLAPSE], vp=-1)
    finished(outbreak(table, 3, 3, *[1] * 6, 6), "france", "germany")
    assert table.log_lines("stability") == []
    assert table.log_lines("crisis") == []
    assert table.state.chance.script == [6]


def test_in_a_tie_the_winner_of_the_war_wins_the_game() -> None:
    """8.4.5: 5 for the Authoritarian, then 4 + 1 for the Liberal."""
    table = europe().set(track=[COLLAPSE], vp=-5)
    finished(outbreak(table, 1, 6, *[1] * 5), "germany", "france")
    outcome = table.state.outcome
    assert table.state.vp == 0
    assert outcome is not None
    assert outcome.winners == (L,)
    assert outcome.scores == {A: 0.0, L: 1.0}
    assert outcome.reason.key == "outcome.war_tie"


def test_in_a_tie_without_a_winner_of_the_war_both_lose() -> None:
    """8.4.5."""
    table = finished(outbreak(europe().set(track=[COLLAPSE]), 3, 3, *[1] * 6), "france", "germany")
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.scores == {A: 0.0, L: 0.0}
    assert outcome.reason.key == "outcome.war_lost"


def test_the_winner_of_the_war_may_lose_the_game() -> None:
    """8.4.2: not the winner of the game; 6 for the Authoritarian against 4 + 1."""
    table = europe().set(track=[COLLAPSE], vp=-6)
    finished(outbreak(table, 1, 6, *[1] * 5), "germany", "france")
    assert table.state.vp == -1
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


def test_liberal_control_of_germany_is_scored_like_any_other_after_the_war() -> None:
    """8.4.5: the automatic victory belongs to the scoring card and to turn 10 (10.4)."""
    table = europe().set(track=[COLLAPSE], vp=-19)
    for space in ("kiel", "east_prussia", "imperial_army", "wilhelm_ii", "alsace_lorraine"):
        table.put(space, 9, 0)
    finished(outbreak(table, 3, 3, *[1] * 6), "france", "germany")
    assert table.state.vp == -19 + 9 + 5
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)
