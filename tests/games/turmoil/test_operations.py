"""6.1 and 6.2: support placed and support checks; 7.3: what a card is worth."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from entente.kernel import OptionValue
from tests.games.turmoil.table import A, L, Table

FROM_BRITAIN_AND_EGYPT = {"brittany_normandy", "netherlands", "belgium", "greece", "libya"}
FROM_THE_OTTOMAN_EMPIRE = {"crimea", "constantinople"}


def board(**options: OptionValue) -> Table:
    """No support anywhere, and cards in both hands, so that play stops at the next player."""
    return Table(**options).clear().give(A, 30, 37).give(L, 11, 38)


def spend(table: Table, side: str, number: int) -> Table:
    """A side plays a card for its OPs."""
    return table.give(side, number).to_play(side).do(f"ops C{number}")


def places(table: Table) -> set[str]:
    return {action.split()[1] for action in table.menu if action.startswith("place ")}


def targets(table: Table) -> set[str]:
    return {action.split()[1] for action in table.menu if action.startswith("check ")}


def bought(table: Table, side: str, space: str) -> int:
    """Return how many SP the 4 OPs of Stymied (a neutral card) bring into one space."""
    before = table.state.support[side][space]
    spend(table, side, 16)
    while table.asked.seat == side:
        table.do(f"place {space}")
    return table.state.support[side][space] - before


# -- 6.1.2 reach


def test_the_liberal_always_reaches_what_is_next_to_britain_and_egypt() -> None:
    """Player aid, 6.1: see Great Britain and Egypt."""
    assert places(spend(board(), L, 22)) == FROM_BRITAIN_AND_EGYPT


def test_the_authoritarian_always_reaches_what_is_next_to_the_ottoman_empire() -> None:
    """Player aid, 6.1: see the Ottoman Empire."""
    assert places(spend(board(), A, 13)) == FROM_THE_OTTOMAN_EMPIRE


def test_support_is_placed_with_or_adjacent_to_own_support() -> None:
    """6.1.2; Budapest is linked to four spaces."""
    table = spend(board().put("budapest", 0, 1), A, 13)
    around = {"budapest", "vienna", "dual_monarchy", "galicia_przemysl", "transylvania"}
    assert places(table) == around | FROM_THE_OTTOMAN_EMPIRE


def test_the_opponent_s_support_gives_no_reach() -> None:
    """6.1.2: friendly SP markers."""
    assert places(spend(board().put("budapest", 2, 0), A, 13)) == FROM_THE_OTTOMAN_EMPIRE


def test_reach_does_not_depend_on_control() -> None:
    """6.1.2: one SP in a space of the opponent is enough."""
    table = spend(board().put("siberia", 1, 9), L, 22)
    assert places(table) == {"siberia", "moscow"} | FROM_BRITAIN_AND_EGYPT


def test_reach_is_fixed_before_the_first_point() -> None:
    """6.1.2: no advance from space to space."""
    table = spend(board().put("jugendstil", 0, 1), A, 13).do("place berlin")
    refusal = table.refusal("place wilhelm_ii")
    assert (refusal.section, refusal.message.key) == ("6.1.2", "refusal.reach")
    assert {"berlin", "jugendstil"} <= places(table)


def test_reach_is_fixed_for_the_spaces_next_to_a_box_as_well() -> None:
    """6.1.2."""
    table = spend(board(), L, 22).do("place netherlands")
    assert places(table) == FROM_BRITAIN_AND_EGYPT


def test_an_event_that_comes_first_does_not_narrow_the_reach() -> None:
    """15.21, player aid: the beginning of the action round; C24 exiles the only SP in Poland."""
    table = board().put("poland", 1, 0).give(L, 24).to_play(L).dice(1)
    before = places(spend(board().put("poland", 1, 0), L, 22))
    table.do("ops C24", "before", "shift poland siberia")
    assert table.sp("siberia") == (1, 0)
    assert places(table) == before
    assert table.refusal("place siberia").message.key == "refusal.reach"


def test_an_event_that_comes_first_does_not_widen_the_reach() -> None:
    """15.21: Military Tradition for both with the Colossus class puts SP in Kiel."""
    table = board().navies(0, 5).to_play(A).do("both C30", "before", "place kiel", "place kiel")
    assert places(table) == FROM_THE_OTTOMAN_EMPIRE
    assert table.refusal("place kiel").section == "6.1.2"


def test_the_reach_of_an_event_s_ops_is_that_of_the_round_s_beginning_too() -> None:
    """15.21, C55: the Authoritarian's OPs come first and drive the Liberal out of Budapest."""
    table = board().put("budapest", 1, 0).put("vienna", 0, 9).give(A, 55).to_play(A)
    table.dice(6).do("ops C55", "after", "check budapest")
    assert table.sp("budapest")[0] == 0
    assert (table.asked.seat, table.asked.prompt.args["card"]) == (L, "C55")
    assert {"budapest", "transylvania"} <= places(table)


def test_the_next_action_round_begins_with_the_reach_of_its_own() -> None:
    """15.21: what an event has placed counts from the next round on."""
    table = board().event(30, A).do("place kiel", "place kiel")
    assert "sweden" in places(spend(table, A, 13))


def test_links_that_an_event_takes_off_the_map_give_no_reach() -> None:
    """15.21, C2: the only Authoritarian SP of France were in the space that is gone."""
    table = board().put("french_catholic_church", 0, 4)
    assert "paris" in places(spend(table, A, 13))
    table = board().put("french_catholic_church", 0, 4).forced_event(2, A)
    assert places(table) == FROM_THE_OTTOMAN_EMPIRE


def test_a_saved_game_keeps_the_reach_of_the_round_s_beginning() -> None:
    """15.21: saved, loaded and copied between the event and the OPs."""
    table = board().put("poland", 1, 0).give(L, 24).to_play(L).dice(1).do("ops C24", "before")
    table.state = table.game.load(table.game.save(table.game.copy(table.state)))
    table.do("shift poland siberia")
    assert {"poland", "baltic_states"} <= places(table)
    assert "siberia" not in places(table)


def test_a_state_without_a_start_of_its_round_reaches_from_the_current_board() -> None:
    """6.1.2: a game saved before reach was fixed at that time continues."""
    table = board().put("budapest", 0, 1).set(footing={}).do("ops C30")
    assert {"vienna", *FROM_THE_OTTOMAN_EMPIRE} <= places(table)


def test_norway_is_closed_to_support() -> None:
    """4, box: until Norwegian Independence."""
    table = spend(board().put("kiel", 0, 3), A, 13)
    assert places(table) >= {"sweden", "denmark"}
    refusal = table.refusal("place norway")
    assert (refusal.section, refusal.message.key) == ("6.1", "refusal.closed")


def test_norway_is_open_after_its_independence() -> None:
    """C51."""
    table = board().put("kiel", 0, 3).event(51, L)
    assert table.sp("norway") == (2, 0)
    assert "norway" in places(spend(table, A, 13))


def test_a_space_that_does_not_exist_is_refused() -> None:
    table = spend(board(), A, 13)
    assert table.refusal("place atlantis").message.key == "kernel.unknown_word"
    assert table.refusal("place egypt").message.key == "refusal.box"


# -- 6.1.3 cost


def test_a_point_costs_one_in_a_friendly_or_an_uncontrolled_space() -> None:
    """6.1.3."""
    table = spend(board().put("greece", 2, 0), L, 22).do("place greece", "place macedonia")
    assert (table.sp("greece"), table.sp("macedonia")) == ((3, 0), (1, 0))
    assert table.asked.seat == A


def test_a_point_costs_two_in_a_space_of_the_opponent() -> None:
    """6.1.3."""
    table = spend(board().put("macedonia", 0, 2).put("greece", 1, 0), L, 22)
    table.do("place macedonia")
    assert table.sp("macedonia") == (1, 2)
    assert table.asked.seat == A


def test_one_point_left_does_not_buy_support_in_a_space_of_the_opponent() -> None:
    """6.1.3."""
    table = spend(board().put("macedonia", 0, 2).put("greece", 1, 0), L, 2)
    refusal = table.refusal("place macedonia")
    assert (refusal.section, refusal.message.key) == ("6.1.3", "refusal.cost")
    assert (refusal.message.args["cost"], refusal.message.args["left"]) == (2, 1)


def test_the_cost_falls_when_control_is_broken() -> None:
    """6.1.3: 2 for the first, 1 for each of the others; Bulgaria has stability 3."""
    table = board().put("bulgaria", 0, 3).put("romania", 1, 0)
    assert bought(table, L, "bulgaria") == 3
    assert table.sp("bulgaria") == (3, 3)


def test_the_cost_stays_while_control_lasts() -> None:
    """6.1.3: with 5 against 1 Bulgaria is still controlled; with 5 against 2 too."""
    table = board().put("bulgaria", 0, 5).put("romania", 1, 0)
    assert bought(table, L, "bulgaria") == 2
    assert table.sp("bulgaria") == (2, 5)
    assert table.holder("bulgaria") == A


def test_all_points_must_be_used() -> None:
    """6.0: the player must use all of the card's OPs; there is no way to stop."""
    table = spend(board(), L, 22).do("place greece")
    assert table.asked.seat == L
    assert "done" not in table.menu


def test_points_that_buy_nothing_are_lost() -> None:
    """6.1.3: one point is left and everything in reach belongs to the opponent."""
    table = board()
    for space in FROM_BRITAIN_AND_EGYPT:
        table.put(space, 0, 9)
    spend(table, L, 9).do("place belgium")
    assert table.sp("belgium") == (1, 9)
    assert table.asked.seat == A


@pytest.mark.parametrize(
    ("authoritarian", "lasting", "points"),
    [
        (0, [], 4),
        (9, [], 2),
        (0, [5], 2),
        (9, [5], 1),
        (9, [76], 4),
        (9, [5, 76], 2),
    ],
)
def test_placements_for_four_liberal_ops_in_france(
    authoritarian: int, lasting: list[int], points: int
) -> None:
    """6.1.3, C5 (played by the Authoritarian), C76: all doublings together."""
    table = board().put("paris", 1, 0).put("bordeaux", 0, authoritarian)
    for number in lasting:
        table.lasting(number, A if number == 5 else L)
    assert bought(table, L, "bordeaux") == points


@pytest.mark.parametrize("side", [A, L])
def test_dreyfus_doubles_the_cost_for_the_opponent_only(side: str) -> None:
    """C5: the opponent of its player."""
    table = board().put("paris", 1, 1).lasting(5, side)
    assert bought(table, side, "paris") == 4


def test_dreyfus_does_not_reach_beyond_france() -> None:
    """C5."""
    table = board().put("belgium", 1, 0).lasting(5, A)
    assert bought(table, L, "belgium") == 4


def test_clemenceau_helps_the_liberal_alone() -> None:
    """C76: the extra OP in Authoritarian-controlled French spaces."""
    table = board().put("paris", 9, 1).lasting(76, L)
    assert bought(table, A, "paris") == 2


def test_clemenceau_helps_in_france_alone() -> None:
    """C76."""
    assert bought(board().put("belgium", 1, 9).lasting(76, L), L, "belgium") == 2


@pytest.mark.parametrize(("side", "enemy", "points"), [(A, 0, 2), (L, 0, 2), (A, 9, 1), (L, 9, 1)])
def test_berchtold_doubles_the_cost_in_the_balkans_for_both(
    side: str, enemy: int, points: int
) -> None:
    """C109."""
    table = board().lasting(109, A)
    table.put("serbia", *((enemy, 1) if side == A else (1, enemy)))
    assert bought(table, side, "serbia") == points


def test_berchtold_does_not_reach_beyond_the_balkans() -> None:
    """C109: Constantinople is independent."""
    assert bought(board().lasting(109, A), A, "constantinople") == 4


def test_viscount_grey_ignores_authoritarian_control() -> None:
    """C55, 7.4: 3 OPs by the normal rules of reach, 1 for each SP."""
    table = board().put("belgium", 0, 9).event(55, L)
    assert places(table) == FROM_BRITAIN_AND_EGYPT
    table.do("place belgium", "place belgium", "place belgium")
    assert table.sp("belgium") == (3, 9)


def test_viscount_grey_pays_double_under_dreyfus() -> None:
    """C5, C55: the doubling touches all OPs."""
    table = board().put("paris", 1, 9).lasting(5, A).event(55, L)
    table.do("place paris")
    assert table.asked.prompt.args["left"] == 1
    assert "paris" not in places(table)


def test_support_from_an_event_is_not_doubled() -> None:
    """15, Dreyfus Affair: only OPs, not events such as Franco-Russian Alliance."""
    table = board().put("paris", 1, 0).lasting(5, A).event(26, L)
    table.do("place paris", "place paris")
    assert table.sp("paris") == (3, 0)


def test_support_from_an_event_ignores_reach_and_control() -> None:
    """6.1.1; 15, adding event SP."""
    table = board().put("nicolas_ii", 0, 9).put("picardy", 2, 0).event(11, L)
    table.do("shift picardy nicolas_ii", "shift picardy nicolas_ii")
    assert table.sp("nicolas_ii") == (2, 9)


# -- 6: all OPs on one use


def test_points_that_place_support_make_no_checks() -> None:
    """6.0: one of the options."""
    table = spend(board().put("vienna", 1, 1), A, 13).do("place vienna")
    assert targets(table) == set()
    refusal = table.refusal("check vienna")
    assert (refusal.section, refusal.message.key) == ("6", "refusal.other_use")


def test_points_that_make_checks_place_no_support() -> None:
    """6.0."""
    table = spend(board().put("vienna", 1, 1).put("budapest", 1, 0), A, 13)
    table.dice(1).do("check vienna")
    assert places(table) == set()
    assert table.refusal("place vienna").message.key == "refusal.other_use"


def test_only_checks_remain_where_one_point_buys_nothing() -> None:
    """6.0, 6.1.3: everything in reach is controlled by the opponent."""
    table = spend(board().put("crimea", 9, 0).put("constantinople", 9, 0), A, 28)
    assert places(table) == set()
    assert targets(table) == {"crimea", "constantinople"}


# -- C25


@pytest.mark.parametrize("side", [A, L])
def test_legacy_of_bismarck_closes_the_balkans_to_ops(side: str) -> None:
    """C25: both players, support as well as checks."""
    table = board().put("serbia", 1, 1).put("croatia", 1, 1).lasting(25, A)
    spend(table, side, 16)
    assert not (places(table) | targets(table)) & {"serbia", "greece", "bosnia", "macedonia"}
    assert "croatia" in places(table) & targets(table)
    for action in ("place serbia", "check serbia"):
        assert table.refusal(action).message.key == "refusal.bismarck"


def test_legacy_of_bismarck_comes_into_force_before_or_after_the_ops() -> None:
    """5.2, C25: the phasing player's choice."""
    table = board().put("serbia", 1, 0).give(L, 25).to_play(L)
    table.do("ops C25", "after", "place serbia", "place serbia")
    assert table.sp("serbia") == (3, 0)
    assert table.state.lasting == {"C25": [A]}


# -- 6.2 support checks


def test_two_checks_with_a_card_of_any_ops() -> None:
    """6.2.2."""
    for number in (2, 22, 78):
        table = board().put("vienna", 0, 1).put("budapest", 0, 1).put("kiel", 0, 1)
        spend(table, L, number).dice(1, 1).do("check vienna", "check kiel")
        assert table.asked.seat == A


def test_the_second_check_is_in_another_space() -> None:
    """6.2.2."""
    table = spend(board().put("vienna", 0, 9).put("kiel", 0, 1), L, 22).dice(1)
    table.do("check vienna")
    refusal = table.refusal("check vienna")
    assert (refusal.section, refusal.message.key) == ("6.2.2", "refusal.same_check")
    assert targets(table) == {"kiel"}


def test_without_another_target_there_is_no_second_check() -> None:
    """6.2.2, 6.2.3."""
    table = spend(board().put("vienna", 0, 9), L, 22).dice(1).do("check vienna")
    assert table.asked.seat == A


def test_the_first_check_is_resolved_before_the_second_is_declared() -> None:
    """6.2.3: 6 + 5 - 6 = 5 removes Vienna's 3 SP and brings in 2."""
    table = board().put("vienna", 0, 3).put("kiel", 0, 1)
    spend(table, L, 78).dice(6).do("check vienna")
    assert table.sp("vienna") == (2, 0)
    assert table.asked.seat == L
    assert targets(table) == {"kiel"}


def test_a_check_needs_nothing_but_support_of_the_opponent() -> None:
    """15, support checks: the only requirement."""
    table = board().put("symbolism", 0, 1).put("kiel", 1, 0)
    spend(table, L, 22)
    assert targets(table) == {"symbolism"}
    refusal = table.refusal("check kiel")
    assert (refusal.section, refusal.message.key) == ("6.2.3", "refusal.not_support")


def test_checks_of_the_example_of_play() -> None:
    """13, round 1.2: Kulturkampf, 3 + 3 - 6 = 0 and 4 + 2 + 3 - 8 = 1 (it forgets Jugendstil)."""
    table = Table().give(A, 13).give(L, 22).put("orthodox_church", 0, 1)
    table.put("paris", 2, 0).put("french_writers", 3, 0)
    table.dice(3, 4).forced_event(38, A)
    assert table.asked.seat == L
    assert targets(table) == {"orthodox_church", "french_catholic_church", "jugendstil"}
    table.do("check orthodox_church")
    assert table.log_lines("check")[0]["result"] == 0
    assert table.sp("orthodox_church") == (0, 1)
    table.do("check french_catholic_church")
    assert table.log_lines("check")[0]["result"] == 1
    assert table.sp("french_catholic_church") == (0, 3)
    assert table.holder("french_catholic_church") == ""


@pytest.mark.parametrize(
    ("die", "left"),
    [(1, 4), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)],
)
def test_the_difference_is_removed(die: int, left: int) -> None:
    """6.2.4, 6.2.5: die + 2 OPs against twice the stability of Budapest (2); equal is nothing."""
    table = spend(board().put("budapest", 0, 4), L, 22).dice(die).do("check budapest")
    assert table.sp("budapest") == (0, left)


def test_friendly_neighbours_add_and_enemy_neighbours_subtract() -> None:
    """6.2.4: 4 + 2 + 2 - 1 - 4 = 3; uncontrolled Galicia does not count."""
    table = board().put("budapest", 0, 5).put("vienna", 3, 0).put("transylvania", 2, 0)
    table.put("dual_monarchy", 0, 2).put("galicia_przemysl", 1, 0)
    spend(table, L, 22).dice(4).do("check budapest")
    (line,) = table.log_lines("check")
    assert (line["friends"], line["enemies"], line["result"]) == (2, 1, 3)
    assert table.sp("budapest") == (0, 2)


def test_support_in_the_target_does_not_modify_the_roll() -> None:
    """6.2.4, third point."""
    for liberal, authoritarian in ((0, 1), (1, 9), (9, 1)):
        table = board().put("budapest", liberal, authoritarian)
        spend(table, L, 22).dice(1).do("check budapest")
        assert table.log_lines("check")[0]["result"] == 1 + 2 - 4


@pytest.mark.parametrize(
    ("space", "side", "friends", "enemies"),
    [
        ("brittany_normandy", L, 1, 0),
        ("netherlands", L, 1, 0),
        ("belgium", L, 1, 0),
        ("belgium", A, 0, 1),
        ("greece", L, 1, 0),
        ("libya", A, 0, 1),
        ("crimea", A, 1, 0),
        ("constantinople", L, 0, 1),
    ],
)
def test_boxes_count_as_controlled(space: str, side: str, friends: int, enemies: int) -> None:
    """6.2.4: UK and Egypt Liberal, Ottoman Empire Authoritarian."""
    table = board().put(space, *((1, 0) if side == A else (0, 1)))
    spend(table, side, 16).dice(1).do(f"check {space}")
    (line,) = table.log_lines("check")
    assert (line["friends"], line["enemies"]) == (friends, enemies)


def test_a_surplus_adds_own_support() -> None:
    """6.2.5: 5 + 3 - 4 = 4 removes 3 and adds 1."""
    table = spend(board().put("budapest", 0, 3), L, 9).dice(5).do("check budapest")
    assert table.sp("budapest") == (1, 0)


def test_never_more_than_control_needs() -> None:
    """6.2.5: 6 + 5 - 2 = 9 removes 1 and adds only the 1 that Fauvism needs."""
    table = spend(board().put("fauvism", 0, 1), L, 78).dice(6).do("check fauvism")
    assert table.sp("fauvism") == (1, 0)
    assert table.holder("fauvism") == L


def test_own_support_in_the_space_counts_towards_control() -> None:
    """6.2.5: 6 + 5 - 4 = 7 removes 1; with 1 SP there Budapest needs 1 more."""
    table = spend(board().put("budapest", 1, 1), L, 78).dice(6).do("check budapest")
    assert table.sp("budapest") == (2, 0)


def test_nothing_is_added_where_control_is_already_reached() -> None:
    """6.2.5."""
    table = spend(board().put("budapest", 4, 1), L, 78).dice(6).do("check budapest")
    assert table.sp("budapest") == (4, 0)


def test_a_failed_check_changes_nothing() -> None:
    """6.2.5."""
    table = spend(board().put("wilhelm_ii", 1, 5), L, 22).dice(6).do("check wilhelm_ii")
    assert table.sp("wilhelm_ii") == (1, 5)


def test_no_check_where_the_black_hand_is() -> None:
    """C103."""
    table = board().put("bosnia", 0, 3).event(103, A).do("conspire serbia")
    assert table.sp("serbia") == (0, 2)
    spend(table, L, 22)
    assert targets(table) == {"bosnia"}
    refusal = table.refusal("check serbia")
    assert (refusal.section, refusal.message.key) == ("7.2", "refusal.black_hand_check")


def test_no_event_makes_a_check_where_the_black_hand_is() -> None:
    """C103, C38: Macedonia is a Church space."""
    table = board().put("orthodox_church", 0, 1).event(103, A).do("conspire macedonia")
    table.event(38, L)
    assert targets(table) == {"orthodox_church"}


def test_norway_is_closed_to_checks() -> None:
    """Marker legend, Norwegian Independence."""
    table = spend(board().put("norway", 1, 0).put("sweden", 1, 0), A, 13)
    assert targets(table) == {"sweden"}
    assert table.refusal("check norway").message.key == "refusal.closed"


def test_norway_is_open_to_checks_after_its_independence() -> None:
    """C51: 6 + 2 - 4 = 4 removes 2 and adds 2."""
    table = spend(board().event(51, L), A, 13).dice(6).do("check norway")
    assert table.sp("norway") == (0, 2)


def test_the_removed_church_is_no_target_and_no_neighbour() -> None:
    """C2; 15, State Secularism: space and connections are absent."""
    table = board().put("french_catholic_church", 0, 4).put("paris", 0, 1).put("kiel", 0, 1)
    spend(table, L, 22).dice(1, 1).do("check paris", "check kiel")
    table.event(2, L)
    assert table.sp("french_catholic_church") == (0, 0)
    spend(table, L, 33)
    assert table.refusal("check french_catholic_church").message.key == "refusal.absent"
    table.dice(1).do("check paris")
    assert table.log_lines("check")[0]["enemies"] == 0


def test_an_existing_church_is_a_neighbour() -> None:
    """6.2.4: the same roll before State Secularism."""
    table = board().put("french_catholic_church", 0, 4).put("paris", 0, 1)
    spend(table, L, 22).dice(1).do("check paris")
    assert table.log_lines("check")[0]["enemies"] == 1


def test_no_reach_through_the_removed_church() -> None:
    """C2: its former neighbours are not joined to each other."""
    table = board().put("french_writers", 0, 1).event(2, L)
    spend(table, A, 13)
    assert places(table) == {"french_writers", "paris"} | FROM_THE_OTTOMAN_EMPIRE
    assert table.refusal("place french_catholic_church").message.key == "refusal.absent"


def test_checks_by_an_event_may_hit_one_space_twice() -> None:
    """6.2.2, last clause; C38."""
    table = board().put("orthodox_church", 0, 9).dice(4, 5).event(38, L)
    table.do("check orthodox_church", "check orthodox_church")
    assert table.sp("orthodox_church") == (0, 9 - 1 - 2)


def test_viscount_grey_checks_two_different_spaces() -> None:
    """15, Viscount Grey; C55: Authoritarian neighbours are ignored, Liberal ones are not."""
    table = board().put("budapest", 0, 9).put("vienna", 0, 9).put("transylvania", 2, 0)
    table.dice(4, 1).event(55, L).do("check budapest")
    (line,) = table.log_lines("check")
    assert (line["ops"], line["friends"], line["enemies"]) == (3, 1, 0)
    assert table.sp("budapest") == (0, 9 - (4 + 3 + 1 - 4))
    assert table.refusal("check budapest").message.key == "refusal.same_check"
    assert targets(table) == {"vienna"}


# -- 7.3 what a card is worth


def worth(table: Table, side: str, number: int) -> object:
    """The OPs at which a card is played, which are public."""
    return spend(table, side, number).log_lines("ops")[0]["ops"]


@pytest.mark.parametrize(
    ("number", "events", "ops"),
    [
        (9, {}, 3),
        (9, {16: A}, 2),
        (9, {36: L}, 4),
        (9, {16: A, 36: L}, 3),
        (2, {16: A}, 1),
        (2, {16: A, 36: L}, 1),
        (22, {16: A}, 1),
        (78, {36: L}, 6),
    ],
)
def test_modifiers_are_applied_in_aggregate_with_a_minimum_of_one(
    number: int, events: dict[int, str], ops: int
) -> None:
    """7.3.1, 7.3.2: Stymied by the Authoritarian, March of History."""
    table = board()
    for event, side in events.items():
        table.lasting(event, side)
    assert worth(table, L, number) == ops


@pytest.mark.parametrize(
    ("side", "number", "event", "owner"),
    [(A, 21, 16, A), (L, 9, 16, L), (L, 9, 35, A), (A, 21, 36, L)],
)
def test_a_modifier_concerns_one_player(side: str, number: int, event: int, owner: str) -> None:
    """7.3.3: the player's own Stymied and the opponent's Absolutism leave 3 OPs unchanged."""
    assert worth(board().lasting(event, owner), side, number) == 3


def test_the_modified_value_places_support() -> None:
    """7.3.3: for all purposes."""
    table = spend(board().lasting(36, L), L, 22)
    table.do("place greece", "place greece", "place greece")
    assert table.sp("greece") == (3, 0)
    assert table.asked.seat == A


def test_the_modified_value_counts_in_support_checks() -> None:
    """7.3.3."""
    table = spend(board().put("vienna", 0, 1).lasting(36, L), L, 22).dice(1).do("check vienna")
    assert table.log_lines("check")[0]["ops"] == 3


def test_the_modified_value_counts_in_naval_attempts() -> None:
    """7.3.3."""
    table = board().lasting(16, A).give(L, 9).to_play(L).dice(1).do("naval C9")
    assert table.log_lines("attempt")[0]["ops"] == 2


@pytest.mark.parametrize(("event", "owner", "ops"), [(35, A, 3), (16, L, 2), (36, L, 3)])
def test_checks_by_an_event_are_weakened_and_not_strengthened(
    event: int, owner: str, ops: int
) -> None:
    """15.4, 7.4: Bonapartism checks with the OPs of its card, 3."""
    table = board().put("paris", 1, 0).lasting(event, owner).dice(1)
    table.event(20, A).do("check paris")
    assert table.log_lines("check")[0]["ops"] == ops


def test_the_side_of_the_event_decides_about_its_modifiers() -> None:
    """15.4: Stymied by the Liberal weakens the Authoritarian's event in the Liberal's round."""
    table = board().put("paris", 1, 0).lasting(16, L).dice(1).forced_event(20, L)
    table.do("check paris")
    assert table.log_lines("check")[0]["ops"] == 2


def test_the_modified_value_counts_in_ops_given_by_an_event() -> None:
    """7.4, C55: 3 OPs, 1 less by Stymied."""
    table = board().lasting(16, A).event(55, L)
    assert table.asked.prompt.args["left"] == 2


def test_stymied_and_absolutism_work_on_later_cards_only() -> None:
    """15, Absolutism: it does not count itself, also for OPs of the opponent's card."""
    table = board().give(L, 35).to_play(L).do("ops C35", "before")
    assert table.asked.prompt.args["left"] == 3
    assert worth(table, A, 21) == 4


# -- 15.4: does the +1 of C35 and C36 go to what an event gives?


def bonus_for_a_check(table: Table) -> int:
    """Bonapartism, 3 OPs."""
    table.put("paris", 1, 0).dice(1).event(20, A).do("check paris")
    return int(str(table.log_lines("check")[0]["ops"])) - 3


def bonus_for_viscount_grey(table: Table) -> int:
    """3 OPs."""
    return int(str(table.event(55, L).asked.prompt.args["left"])) - 3


def bonus_for_the_legacy_of_1848(table: Table) -> int:
    """2 OPs."""
    return int(str(table.event(60, L).do("operate").asked.prompt.args["left"])) - 2


def bonus_for_a_pledge(table: Table) -> int:
    """Viscount Grey, 3 OPs, all in the Balkans for 1 more (C84)."""
    table.lasting(84, L).event(55, L).do("balkans")
    return int(str(table.asked.prompt.args["left"])) - 4


def bonus_for_mitteleuropa(table: Table) -> int:
    """4 OPs for one box."""
    table.navies(0, 3).event(107, A).do("back 1")
    return int(str(table.asked.prompt.args["left"])) - 4


def bonus_for_the_revolution(table: Table) -> int:
    """5 support checks."""
    return int(str(table.put("moscow", 0, 9).event(78, L).asked.prompt.args["left"])) - 5


def scored(table: Table, authoritarian: str) -> Table:
    table.give(A, 6).to_play(A).do("score C6")
    return table.choose(authoritarian=f"choose {authoritarian}", liberal="choose S8")


def bonus_for_the_generals(table: Table) -> int:
    """S13, a support check with 3 OPs."""
    table.put("french_armed_forces", 0, 4).put("paris", 1, 0).dice(1, 1)
    scored(table, "S13").do("check paris")
    return int(str(table.log_lines("check")[0]["ops"])) - 3


def bonus_for_the_naval_law(table: Table) -> int:
    """S16, a naval attempt with 2 OPs."""
    table = scored(table.navies(1, 0).dice(1, 1), "S16")
    return int(str(table.log_lines("attempt")[0]["ops"])) - 2


@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize(
    "bonus",
    [
        bonus_for_a_check,
        bonus_for_viscount_grey,
        bonus_for_the_legacy_of_1848,
        bonus_for_a_pledge,
        bonus_for_mitteleuropa,
        bonus_for_the_revolution,
        bonus_for_the_generals,
        bonus_for_the_naval_law,
    ],
)
def test_absolutism_and_march_of_history_raise_what_events_give_only_as_an_option(
    bonus: Callable[[Table], int], option: bool
) -> None:
    """15, Absolutism and March of History: 7.4 does not apply; 15.4, `event_bonus`: it does."""
    assert bonus(board(event_bonus=option).lasting(35, A).lasting(36, L)) == int(option)


@pytest.mark.parametrize("option", [False, True])
def test_the_bonus_goes_to_cards_played_for_ops_and_to_the_navy(option: bool) -> None:
    """15.4, 6.3.9: `event_bonus` changes nothing there."""
    table = board(event_bonus=option).lasting(36, L)
    assert worth(table, L, 9) == 4
    table.give(L, 22).to_play(L).dice(1).do("naval C22")
    assert table.log_lines("attempt")[0]["ops"] == 3


# -- 6.3.9 Nassau


@pytest.mark.parametrize(("number", "ops"), [(28, 1), (13, 2), (21, 2), (1, 3)])
def test_nassau_takes_one_op_from_cards_of_three_or_more(number: int, ops: int) -> None:
    """6.3.5, Nassau class."""
    assert worth(board().navies(2, 0), A, number) == ops


@pytest.mark.parametrize(("british", "german"), [(2, 2), (1, 0), (5, 3), (0, 1)])
def test_nassau_needs_the_first_arrival_alone(british: int, german: int) -> None:
    """6.3.5: until the opponent arrives."""
    assert worth(board().navies(british, german), A, 21) == 3


def test_nassau_works_for_the_authoritarian_too() -> None:
    """6.3.5."""
    assert worth(board().navies(1, 2), L, 9) == 2
    assert worth(board().navies(1, 2), A, 21) == 3


@pytest.mark.parametrize("number", [9, 21, 18])
def test_nassau_depends_on_the_player_of_the_card_not_on_its_side(number: int) -> None:
    """15, Nassau class."""
    assert worth(board().navies(2, 0), A, number) == 2


@pytest.mark.parametrize(
    ("number", "events", "ops"),
    [
        (21, {16: L}, 2),
        (1, {16: L}, 2),
        (13, {35: A}, 2),
        (21, {35: A}, 3),
        (21, {16: L, 35: A}, 2),
        (28, {16: L}, 1),
    ],
)
def test_nassau_comes_after_the_events(number: int, events: dict[int, str], ops: int) -> None:
    """6.3.9: a 3 that Stymied made a 2 loses no more; a 2 that became a 3 does."""
    table = board().navies(2, 0)
    for event, side in events.items():
        table.lasting(event, side)
    assert worth(table, A, number) == ops


def test_nassau_counts_in_naval_attempts() -> None:
    """7.3.3; 13, round 1.7: Radical Party Founded is worth 2."""
    table = board().navies(2, 0).give(A, 14).to_play(A).dice(1).do("naval C14")
    assert table.log_lines("attempt")[0]["ops"] == 2


def test_nassau_counts_in_the_checks_of_an_event_in_the_players_own_round() -> None:
    """6.3.5, 15.4: the Authoritarian plays Bonapartism, a card of 3."""
    table = board().put("paris", 1, 0).navies(2, 0).dice(1).event(20, A).do("check paris")
    assert table.log_lines("check")[0]["ops"] == 2


def test_nassau_does_not_touch_a_players_events_in_the_opponents_round() -> None:
    """15, Nassau class: cards a player plays during their own action round."""
    table = board().put("paris", 1, 0).navies(2, 0).dice(1).forced_event(20, L)
    table.do("check paris")
    assert table.log_lines("check")[0]["ops"] == 3
