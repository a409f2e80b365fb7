"""The 38 strategy cards of the Victorian era, card by card."""

from __future__ import annotations

import pytest

from entente.kernel import Seat
from tests.games.turmoil.table import A, L, Table

OTHER: dict[Seat, Seat] = {A: L, L: A}
AUTHORITARIAN = (1, 4, 13, 18, 20, 21, 23, 24, 25, 27, 28, 29, 30, 31, 34, 35, 37)
LIBERAL = (2, 3, 9, 10, 11, 14, 15, 19, 22, 26, 33, 36, 38, 78)
NEUTRAL = (5, 16, 17, 40)
SCORING = (6, 7, 8)
KEPT = (5, 11, 13, 16, 17, 22, 25, 30, 33, 34, 37, 38, 40)  # no asterisk
OWNED = [(number, A) for number in AUTHORITARIAN] + [(number, L) for number in LIBERAL]
FRENCH = (
    "brittany_normandy",
    "picardy",
    "beau_monde",
    "french_writers",
    "french_catholic_church",
    "fauvism",
    "paris",
    "french_armed_forces",
    "bordeaux",
    "dijon",
    "nice",
    "colonials",
)
FIVE_GROUNDS = ("beau_monde", "french_writers", "paris", "french_armed_forces", "colonials")


def europe(**options: bool) -> Table:
    """Europe without support; either side holds a card, so that its next round waits for it."""
    return Table(**options).clear().give(A, 54).give(L, 67)


def held(t: Table, side: Seat, *spaces: str) -> Table:
    """A side has just enough support for control."""
    for space in spaces:
        enough = t.game.board.stability[space]
        t.put(space, *((enough, 0) if side == L else (0, enough)))
    return t


def settle(t: Table) -> Table:
    """The first choice at every question, until the next card is to be played."""
    while t.asked.step != "play_card":
        t.do(t.menu[0])
    return t


def why(t: Table, action: str) -> str:
    """The key of a refusal."""
    return t.refusal(action).message.key.removeprefix("refusal.")


def ops(t: Table, side: Seat, number: int) -> int:
    """Return what a card is worth when a side plays it for operations."""
    t.give(side, number).to_play(side).do(f"ops C{number}")
    (line,) = t.log_lines("ops")
    settle(t)
    value = line["ops"]
    assert isinstance(value, int)
    return value


def score(t: Table, number: int, side: Seat, *, authoritarian: str, liberal: str) -> Table:
    """A side plays a scoring card; both choose a stability card."""
    t.give(side, number).to_play(side).do(f"score C{number}")
    return t.choose(authoritarian=f"choose {authoritarian}", liberal=f"choose {liberal}")


def idle_score(t: Table, number: int, side: Seat = A) -> Table:
    """A scoring with two stability cards that have no effect while the navies are level."""
    return score(t, number, side, authoritarian="S16", liberal="S8")


def end_of_turn(t: Table) -> Table:
    """The Liberal plays the last card of the turn, and the next turn begins."""
    turn = t.state.turn
    settle(t.set(round=7 if turn < 4 else 8).give(L, 67).to_play(L).do("ops C67"))
    assert t.state.turn == turn + 1
    return t


# -- what holds for every card


def test_the_lists_above_are_the_whole_era() -> None:
    """2.2.2: 38 cards; the file cards.toml names their sides."""
    cards = {f"C{n}" for n in (*AUTHORITARIAN, *LIBERAL, *NEUTRAL, *SCORING)}
    board = Table().game.board
    assert len(cards) == 38
    assert cards == {card.id for card in board.cards.values() if card.era == "victorian"}


def monarchies(**options: bool) -> Table:
    """Every Victorian event can happen: the Authoritarian holds three Monarch spaces."""
    return held(held(europe(**options), A, "wilhelm_ii", "nicolas_ii", "dual_monarchy"), L, "paris")


def after_its_event(number: int) -> str:
    """2.2.5, 2.2.6: where a card goes; Legacy of Bismarck is displayed until the turn ends."""
    if number == 25:
        return "table"
    return "discard" if number in KEPT else "removed"


@pytest.mark.parametrize(("number", "owner"), OWNED)
def test_after_the_event_of_its_owner_only_an_asterisk_removes_a_card(
    number: int, owner: Seat
) -> None:
    """2.2.5."""
    t = settle(monarchies().event(number, owner))
    assert f"C{number}" in t.state.happened
    assert t.where_is(number) == after_its_event(number)


@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize(("number", "owner"), OWNED)
def test_played_for_ops_by_the_opponent_the_event_happens_before_or_after(
    number: int, owner: Seat, order: str
) -> None:
    """5.2: the phasing player decides on the order; an asterisk removes the card."""
    t = monarchies().give(OTHER[owner], number).to_play(OTHER[owner])
    t.do(f"ops C{number}")
    assert (t.asked.seat, t.menu) == (OTHER[owner], ["before", "after"])
    settle(t.do(order))
    assert f"C{number}" in t.state.happened
    assert t.where_is(number) == after_its_event(number)


@pytest.mark.parametrize(("number", "owner"), OWNED)
def test_the_opponents_event_cannot_be_chosen(number: int, owner: Seat) -> None:
    """7.1."""
    t = monarchies().give(OTHER[owner], number).to_play(OTHER[owner])
    assert why(t, f"event C{number}") == "their_event"


@pytest.mark.parametrize(
    ("number", "owner"), [*OWNED, *((n, side) for n in NEUTRAL for side in (A, L))]
)
def test_played_for_ops_by_its_owner_the_event_does_not_happen(number: int, owner: Seat) -> None:
    """5.1; 15, joint cards: event or OPs, never both. Even an asterisk card is discarded."""
    t = monarchies().give(owner, number).to_play(owner).do(f"ops C{number}")
    assert t.asked.step == "operations"
    settle(t)
    assert t.where_is(number) == "discard"
    assert t.state.happened == []


@pytest.mark.parametrize(("number", "owner"), [*OWNED, *((n, A) for n in NEUTRAL)])
def test_in_a_naval_attempt_no_event_happens(number: int, owner: Seat) -> None:
    """6.3.6: the card is discarded, with or without an asterisk."""
    t = settle(monarchies().give(OTHER[owner], number).to_play(OTHER[owner]).do(f"naval C{number}"))
    assert t.where_is(number) == "discard"
    assert t.state.happened == []


BARS = [(4, A, 83), (5, A, 41), (5, L, 41), (10, L, 95), (18, A, 74), (20, A, 76), (26, L, 61)]
BARS += [(37, A, 41)]


@pytest.mark.parametrize(("number", "owner", "bar"), BARS)
def test_a_barred_event_is_refused_but_the_ops_remain(number: int, owner: Seat, bar: int) -> None:
    """7.5: C4 after C83, C5 and C37 after C41, C10 after C95, C18 after C74 and so on."""
    t = monarchies().give(owner, number).to_play(owner)
    assert f"event C{number}" in t.menu
    t.happened(bar)
    refusal = t.refusal(f"event C{number}")
    assert (refusal.section, refusal.message.key) == ("7.5", "refusal.barred")
    assert refusal.message.args["by"] == f"C{bar}"
    assert f"ops C{number}" in t.menu


@pytest.mark.parametrize(
    ("number", "owner", "bar"), [each for each in BARS if each[0] not in NEUTRAL]
)
def test_a_barred_event_does_not_happen_and_its_card_is_discarded(
    number: int, owner: Seat, bar: int
) -> None:
    """5.2, third bullet: for OPs only, so there is no order to decide on."""
    t = monarchies().happened(bar).give(OTHER[owner], number).to_play(OTHER[owner])
    t.do(f"ops C{number}")
    assert (t.asked.seat, t.asked.step) == (OTHER[owner], "operations")
    settle(t)
    assert t.where_is(number) == "discard"
    assert f"C{number}" not in t.state.happened


# -- C1 Admiral von Tirpitz


def test_tirpitz_tension_crisis_roll_then_two_boxes_for_two_sp() -> None:
    """C1; 15: the event works from the pre-dreadnought box, and both boxes give their reward."""
    t = europe().put("wilhelm_ii", 0, 5).put("imperial_army", 0, 3).dice(2).event(1, A)
    assert t.state.tension == 1
    assert t.log_lines("crisis") == [{"die": 2, "tension": 1, "status": -6, "total": -3}]
    t.do("remove wilhelm_ii")
    assert t.state.navy == {A: 1, L: 0}
    t.do("place italy", "place sweden")
    t.do("remove imperial_army")
    assert t.state.navy == {A: 2, L: 0}
    assert (t.sp("wilhelm_ii"), t.sp("imperial_army")) == ((0, 4), (0, 2))
    assert (t.sp("italy"), t.sp("sweden")) == ((0, 1), (0, 1))
    assert t.asked.seat == L
    assert ops(t, L, 14) == 2  # Nassau


def test_tirpitz_may_take_both_sp_off_one_space() -> None:
    """C1: any split."""
    t = europe().navies(1, 1).put("wilhelm_ii", 0, 5).event(1, A)
    t.do("remove wilhelm_ii", "remove wilhelm_ii")
    assert t.sp("wilhelm_ii") == (0, 3)
    assert t.state.navy[A] == 3


@pytest.mark.parametrize(
    ("british", "german", "vp"),
    [
        (1, 1, -2),  # Nassau, Bellerophon as first
        (3, 1, -1),  # Nassau, Bellerophon as second
        (9, 7, -1),  # Moltke, King George V as second
        (10, 10, -2),  # Queen Elizabeth, Bayern as first
    ],
)
def test_tirpitz_both_boxes_give_their_reward(british: int, german: int, vp: int) -> None:
    """15, Von Tirpitz."""
    t = europe().navies(british, german).put("wilhelm_ii", 0, 5).event(1, A)
    t.do("remove wilhelm_ii", "remove wilhelm_ii")
    assert t.state.navy[A] == german + 2
    assert t.state.vp == vp


@pytest.mark.parametrize(("taken", "box"), [(0, 1), (1, 2)])
def test_tirpitz_may_take_off_none_or_only_one(taken: int, box: int) -> None:
    """C1: 0, 1 or 2 SP."""
    t = europe().navies(1, 1).put("wilhelm_ii", 0, 5).event(1, A)
    t.do(*["remove wilhelm_ii"] * taken, "done")
    assert t.sp("wilhelm_ii") == (0, 5 - taken)
    assert t.state.navy[A] == box


def test_tirpitz_takes_own_sp_off_germany_only() -> None:
    """C1."""
    t = europe().put("wilhelm_ii", 0, 5).put("nicolas_ii", 0, 4).put("bavaria", 2, 0).event(1, A)
    assert why(t, "remove nicolas_ii") == "region"
    assert why(t, "remove bavaria") == "not_support"
    assert t.menu == ["remove wilhelm_ii", "done"]


def test_tirpitz_without_support_in_germany_moves_no_ship_but_has_happened() -> None:
    """C1; 5.2, last bullet."""
    t = europe().event(1, A)
    assert t.asked.seat == L
    assert t.state.navy == {A: 0, L: 0}
    assert t.state.tension == 1
    assert t.where_is(1) == "removed"


def test_tirpitz_is_cut_off_by_the_outbreak_of_war() -> None:
    """8.3.1: 6 + Tension 6 - 4 = 8; the rest of the event is lost."""
    t = europe().put("wilhelm_ii", 0, 5)
    t.set(tension=5, track=["franco_russian_alliance"]).dice(6).event(1, A)
    assert len(t.log_lines("outbreak")) == 1
    assert t.sp("wilhelm_ii") == (0, 5)
    assert t.state.navy == {A: 0, L: 0}


def test_tirpitz_triggered_first_costs_the_liberal_the_ops_if_war_comes() -> None:
    """8.3.1: the crisis comes before the OPs are spent."""
    t = europe().set(tension=5, track=["franco_russian_alliance"]).dice(6).forced_event(1, by=L)
    assert len(t.log_lines("outbreak")) == 1
    assert t.asked.step == "war_losses"


def test_tirpitz_triggered_by_the_liberal_leaves_the_choice_to_the_authoritarian() -> None:
    """5.2."""
    t = europe().navies(1, 1).put("wilhelm_ii", 0, 5).forced_event(1, by=L)
    assert t.asked.seat == A
    t.do("remove wilhelm_ii", "done")
    assert t.state.navy == {A: 2, L: 1}
    assert (t.asked.seat, t.asked.step) == (L, "operations")


def test_tirpitz_is_no_naval_attempt() -> None:
    """6.3.4."""
    t = europe().navies(1, 1).put("wilhelm_ii", 0, 5).event(1, A).do("remove wilhelm_ii", "done")
    t.to_play(A)
    assert "naval C54" in t.menu


def test_tirpitz_at_the_highest_tension_costs_the_authoritarian_a_vp() -> None:
    """8.1.2."""
    t = europe().set(tension=6).dice(1).event(1, A)
    assert t.state.tension == 6
    assert t.state.vp == 1


# -- C2 State Secularism in France


def test_secularism_takes_all_support_out_of_the_church() -> None:
    """C2."""
    t = europe().put("french_catholic_church", 1, 5).event(2, L)
    assert t.sp("french_catholic_church") == (0, 0)
    assert t.holder("french_catholic_church") == ""
    assert t.where_is(2) == "removed"


def test_secularism_leaves_no_church_for_ops_events_or_checks() -> None:
    """C2: the space is missing for the rest of the game."""
    t = europe().put("french_writers", 2, 1).event(2, L)
    t.event(5, A)
    assert why(t, "place french_catholic_church") == "absent"
    settle(t).to_play(A).do("ops C54")
    assert why(t, "place french_catholic_church") == "absent"
    assert why(t, "check french_catholic_church") == "absent"


def test_secularism_cuts_the_links_and_makes_no_new_ones() -> None:
    """15: former neighbours are not joined to each other."""
    t = europe().put("french_writers", 1, 0).give(L, 22).to_play(L).do("ops C22")
    assert "place french_catholic_church" in t.menu
    t.event(2, L).to_play(L).do("ops C67")
    assert "place paris" in t.menu
    assert "place french_writers" in t.menu
    for former in ("french_armed_forces", "alsace_lorraine"):
        assert why(t, f"place {former}") == "reach"


def test_secularism_leaves_the_armed_forces_two_neighbours() -> None:
    """C2: Paris and Alsace-Lorraine remain, the Church no longer counts."""
    t = europe().put("french_armed_forces", 0, 1)
    held(held(t, L, "paris"), A, "alsace_lorraine", "french_catholic_church")
    t.give(L, 22).to_play(L).dice(1).do("ops C22", "check french_armed_forces")
    (before,) = t.log_lines("check")
    assert (before["friends"], before["enemies"]) == (1, 2)
    t.event(2, L).to_play(L).dice(1).do("ops C67", "check french_armed_forces")
    (after,) = t.log_lines("check")
    assert (after["friends"], after["enemies"]) == (1, 1)


def test_secularism_leaves_france_five_battlegrounds() -> None:
    """C2: the side that holds the other five and more spaces has Control: 9 + 5."""
    t = held(europe(), L, *FIVE_GROUNDS, "picardy")
    assert t.level(L, "france") == "domination"
    t.event(2, L)
    assert t.level(L, "france") == "control"
    idle_score(t, 6)
    assert t.state.vp == 14


def test_secularism_hits_the_authoritarian_who_plays_it_for_ops() -> None:
    """5.2."""
    t = held(europe(), A, "french_catholic_church").give(A, 2).to_play(A)
    t.do("ops C2", "after", "place french_catholic_church")
    assert t.sp("french_catholic_church") == (0, 0)
    assert t.where_is(2) == "removed"


# -- C3 Second International


def test_second_international_one_sp_in_each_of_four_spaces_without_enemies() -> None:
    """C3."""
    t = held(europe(), A, "vienna").put("paris", 2, 1).event(3, L)
    assert why(t, "place vienna") == "support"
    assert why(t, "place paris") == "support"
    assert why(t, "place norway") == "closed"
    t.do("place nice")
    assert why(t, "place nice") == "limit"
    t.do("place silesia", "place greece", "place italy")
    assert [t.sp(s) for s in ("nice", "silesia", "greece", "italy")] == [(1, 0)] * 4
    assert t.asked.seat == A


def test_second_international_may_stop_before_the_fourth() -> None:
    """C3: up to 4."""
    t = europe().event(3, L).do("place nice", "done")
    assert t.sp("nice") == (1, 0)
    assert t.where_is(3) == "removed"


def test_second_international_is_barred_from_tension_3_on() -> None:
    """C3, 15: the ban covers the event only."""
    t = europe().give(L, 3).to_play(L).set(tension=2)
    assert "event C3" in t.menu
    t.set(tension=3)
    refusal = t.refusal("event C3")
    assert refusal.message.key == "refusal.tension"
    assert refusal.message.args["tension"] == 3
    assert "ops C3" in t.menu


@pytest.mark.parametrize("order", ["before", "after"])
def test_second_international_at_tension_3_gives_nothing_and_is_discarded(order: str) -> None:
    """5.2, second bullet."""
    t = europe().set(tension=3).give(A, 3).to_play(A).do("ops C3", order)
    while t.asked.step == "operations":
        assert t.asked.seat == A
        t.do("place crimea")
    assert t.sp("crimea") == (0, 2)
    assert t.where_is(3) == "discard"
    assert "C3" not in t.state.happened


# -- C4 Franz Ferdinand


def heir(tension: int) -> Table:
    """Franz Ferdinand in effect, Vienna and Budapest Authoritarian."""
    return held(europe(), A, "vienna", "budapest").lasting(4, A).set(tension=tension)


def test_franz_ferdinand_one_sp_in_each_of_three_spaces() -> None:
    """C4: Austria-Hungary, not where the Liberal is in control."""
    t = held(europe(), L, "trieste").event(4, A)
    assert why(t, "place trieste") == "held"
    assert why(t, "place bosnia") == "region"
    t.do("place vienna")
    assert why(t, "place vienna") == "limit"
    t.do("place budapest", "place bohemia")
    assert [t.sp(s) for s in ("vienna", "budapest", "bohemia")] == [(0, 1)] * 3
    assert t.asked.seat == L
    assert t.where_is(4) == "removed"


def test_franz_ferdinand_may_stop_before_the_third() -> None:
    """C4: up to 3; the lasting effect still comes."""
    t = europe().put("vienna", 0, 2).put("budapest", 0, 2).event(4, A).do("place vienna", "done")
    settle(t.set(tension=3).event(42, A))
    assert t.state.tension == 3
    assert t.state.vp == 1


@pytest.mark.parametrize(
    ("old", "new", "vp"),
    [(2, 3, 0), (3, 3, 1), (4, 4, 1), (5, 5, 1), (6, 6, 1)],
)
def test_franz_ferdinand_caps_tension_at_3_or_its_current_value(
    old: int, new: int, vp: int
) -> None:
    """15, Franz Ferdinand: an Authoritarian event beyond the cap costs 1 VP."""
    t = settle(heir(old).event(42, A))
    assert (t.state.tension, t.state.vp) == (new, vp)


@pytest.mark.parametrize(
    ("card", "player", "vp"),
    [(42, A, 1), (42, L, 1), (71, L, -1), (71, A, -1), (57, A, 1), (57, L, -1)],
)
def test_franz_ferdinand_the_side_of_the_event_pays(card: int, player: Seat, vp: int) -> None:
    """15, Tension and VP: of a neutral event (Naval Bill), the player of the card."""
    t = heir(3)
    theirs = (card, player) in ((42, L), (71, A))
    settle(t.forced_event(card, player) if theirs else t.event(card, player))
    assert (t.state.tension, t.state.vp) == (3, vp)


@pytest.mark.parametrize(("old", "new", "vp"), [(1, 3, 0), (2, 3, 1), (3, 3, 2), (5, 5, 2)])
def test_franz_ferdinand_each_point_held_back_costs_a_vp(old: int, new: int, vp: int) -> None:
    """8.1.2: Agadir Crisis (Tension +2, here after 1 VP for the Liberal)."""
    t = heir(old).dice(1).event(82, A).do("defy")
    assert (t.state.tension, t.state.vp) == (new, vp + 1)


def test_franz_ferdinand_every_fall_lowers_the_cap() -> None:
    """15: from 5 to 4 it cannot go up again, nor from 4 to 3; below 3 it can."""
    t = heir(5)
    for low in (4, 3):
        settle(t.event(40, L).do("place nice"))
        assert t.state.tension == low
        settle(t.event(42, A))
        assert t.state.tension == low
    settle(t.event(40, L).do("place nice"))
    assert (t.state.tension, t.state.vp) == (2, 2)
    settle(t.event(42, A))
    assert (t.state.tension, t.state.vp) == (3, 2)


@pytest.mark.parametrize("lost", ["vienna", "budapest"])
def test_franz_ferdinand_sleeps_without_both_capitals(lost: str) -> None:
    """15: and what was reached meanwhile is the new cap when both are held again."""
    t = heir(3).put(lost, 0, 1)
    settle(t.event(42, A).do("place italy"))
    assert (t.state.tension, t.state.vp) == (4, 0)
    held(t, A, lost)
    settle(t.event(42, A).do("place italy"))
    assert (t.state.tension, t.state.vp) == (4, 1)


def test_franz_ferdinand_counts_liberal_capitals_as_not_held() -> None:
    """8.1.2: without the card Tension goes on to 6."""
    t = held(heir(5), L, "vienna")
    settle(t.event(42, A).do("place italy"))
    assert (t.state.tension, t.state.vp) == (6, 0)
    settle(t.event(42, A).do("place italy"))
    assert (t.state.tension, t.state.vp) == (6, 1)


def test_franz_ferdinand_played_at_high_tension_keeps_it_from_rising() -> None:
    """15: with Tension at 5 when it comes into effect, it can only go down."""
    t = held(europe(), A, "vienna", "budapest").set(tension=5)
    settle(t.event(4, A))
    settle(t.event(71, L))
    assert (t.state.tension, t.state.vp) == (5, -1)


def test_franz_ferdinand_ends_with_gavrilo_princip() -> None:
    """C83: the effect ends first, then Tension rises by 2."""
    t = heir(3).dice(1).event(83, A)
    assert (t.state.tension, t.state.vp) == (5, 0)
    settle(t.event(42, A))
    assert (t.state.tension, t.state.vp) == (6, 0)


def test_franz_ferdinand_by_the_liberal_for_ops_is_the_authoritarians_choice() -> None:
    """5.2."""
    t = europe().forced_event(4, by=L)
    assert t.asked.seat == A
    t.do("place vienna", "done")
    assert (t.asked.seat, t.asked.step) == (L, "operations")
    assert t.where_is(4) == "table"
    assert settle(t).where_is(4) == "removed"


# -- C5 Dreyfus Affair


@pytest.mark.parametrize("side", [A, L])
def test_dreyfus_gives_its_player_two_sp_in_france(side: Seat) -> None:
    """C5: any split, even under enemy control."""
    t = held(europe(), OTHER[side], "nice").event(5, side)
    assert why(t, "place belgium") == "region"
    t.do("place nice", "place nice")
    assert t.sp("nice") == (2, 2)
    assert t.where_is(5) == "table"


def test_dreyfus_doubles_the_opponents_cost_in_france() -> None:
    """C5: 2 OPs in an uncontrolled space, 4 in an enemy one."""
    t = held(europe(), A, "nice").put("paris", 1, 0).put("italy", 1, 0)
    t.event(5, A).do("place dijon", "place dijon")
    t.give(L, 16).to_play(L).do("ops C16", "place paris")
    refusal = t.refusal("place nice")
    assert refusal.message.key == "refusal.cost"
    assert (refusal.message.args["cost"], refusal.message.args["left"]) == (4, 2)
    t.do("place paris")
    assert t.sp("paris") == (3, 0)
    assert t.asked.seat == A


def test_dreyfus_an_enemy_space_in_france_costs_four() -> None:
    """C5, 6.1.3."""
    t = held(europe(), A, "nice").put("paris", 1, 0)
    t.event(5, A).do("place dijon", "place dijon")
    t.give(L, 16).to_play(L).do("ops C16", "place nice")
    assert t.sp("nice") == (1, 2)
    assert t.asked.seat == A


def test_dreyfus_does_not_touch_other_regions_or_its_own_player() -> None:
    """C5: only the opponent, only France."""
    t = europe().put("italy", 1, 0).put("paris", 0, 1)
    t.event(5, A).do("place dijon", "place dijon")
    t.do("ops C67", "place italy", "place italy")
    assert t.sp("italy") == (3, 0)
    t.do("ops C54", "place paris", "place paris")
    assert t.sp("paris") == (0, 3)


def test_dreyfus_does_not_touch_the_sp_of_events() -> None:
    """15, Dreyfus Affair: Franco-Russian Alliance still gives two SP."""
    t = europe().event(5, A).do("place dijon", "place dijon")
    t.event(26, L).do("place paris", "place paris")
    assert t.sp("paris") == (2, 0)


def test_dreyfus_does_not_touch_support_checks() -> None:
    """C5 speaks of placing SP: a check still adds the full value of the card."""
    t = europe().event(5, A).do("place dijon", "place dijon").dice(6)
    t.do("ops C67", "check dijon")
    (line,) = t.log_lines("check")
    assert line["ops"] == 2
    assert t.sp("dijon") == (2, 0)  # 6 + 2 - 4 = 4


def test_dreyfus_doubles_ops_that_an_event_gives() -> None:
    """7.4: Viscount Grey's 3 OPs buy one SP in France."""
    t = europe().put("paris", 1, 0).event(5, A).do("place dijon", "place dijon")
    t.event(55, L).do("place paris")
    assert t.sp("paris") == (2, 0)
    assert why(t, "place paris") == "cost"


def test_dreyfus_lasts_until_the_end_of_the_turn() -> None:
    """C5: then the card is discarded and SP cost 1 again."""
    t = europe().put("paris", 1, 0).event(5, A).do("place dijon", "place dijon")
    end_of_turn(t)
    assert t.where_is(5) == "discard"
    t.give(L, 22).to_play(L).do("ops C22", "place paris", "place paris")
    assert t.sp("paris") == (3, 0)


# -- C6, C7, C8 scoring


def test_france_scoring() -> None:
    """C6: domination 6, two battlegrounds, Belgium against presence 3, one each."""
    t = held(europe(), L, "paris", "beau_monde", "picardy", "belgium")
    held(t, A, "french_armed_forces", "algeria", "libya")
    idle_score(t, 6)
    assert t.state.vp == (6 + 2 + 1) - (3 + 1 + 1)
    assert t.where_is(6) == "discard"


def test_france_scoring_counts_seven_independent_neighbours() -> None:
    """C6, 10.1.4: Morocco, Algeria and Tunisia too, Libya never."""
    t = held(europe(), A, "belgium", "switzerland", "italy", "spain_portugal", "libya")
    held(t, A, "morocco", "algeria", "tunisia", "netherlands")
    idle_score(t, 6)
    assert t.state.vp == -7


def test_austria_hungary_scoring() -> None:
    """C7: control 6, two battlegrounds, Italy against presence 2 and Switzerland."""
    t = held(europe(), A, "vienna", "budapest", "bohemia", "italy")
    held(t, L, "trieste", "switzerland")
    idle_score(t, 7, L)
    assert t.state.vp == (2 + 1) - (6 + 2 + 1)


def test_austria_hungary_scoring_includes_bosnia_once_annexed() -> None:
    """C7, C49: a third battleground is missing for Control."""
    t = held(europe(), A, "vienna", "budapest", "bohemia").dice(1).event(49, A)
    t.put("bosnia", 0, 0)
    idle_score(t, 7, L)
    assert t.state.vp == -(4 + 2)


def test_russia_scoring() -> None:
    """C8: domination 6, Moscow, Constantinople against presence 3 and Sweden."""
    t = held(europe(), L, "moscow", "siberia", "constantinople")
    held(t, A, "belarus", "sweden")
    idle_score(t, 8)
    assert t.state.vp == (6 + 1 + 1) - (3 + 1)


@pytest.mark.parametrize("number", SCORING)
def test_a_scoring_ends_with_a_crisis_roll(number: int) -> None:
    """8.3.2: 6 + Tension 5 - 4 = 7."""
    t = europe().set(tension=5, track=["franco_russian_alliance"]).dice(6)
    idle_score(t, number)
    assert t.log_lines("crisis") == [{"die": 6, "tension": 5, "status": -4, "total": 7}]
    assert len(t.log_lines("outbreak")) == 1


@pytest.mark.parametrize("number", SCORING)
def test_a_scoring_card_is_good_for_nothing_else(number: int) -> None:
    """15, Naval Arms Race; 2.2.1."""
    t = europe().give(A, number).to_play(A)
    for verb in ("event", "ops", "naval"):
        assert why(t, f"{verb} C{number}") == "scoring_card"


@pytest.mark.parametrize("number", SCORING)
def test_a_scoring_card_must_be_played_in_the_turn_it_is_drawn(number: int) -> None:
    """2.2.1, and 15.1 of our text."""
    t = europe().give(A, number).set(round=7).to_play(A)
    assert t.menu == [f"score C{number}"]
    assert why(t, "ops C54") == "must_score"


# -- C9 Russo-Japanese War


def test_russo_japanese_war_removes_four_sp_at_most_two_from_a_space() -> None:
    """C9."""
    t = europe().put("nicolas_ii", 0, 4).put("tsarist_army", 0, 2).put("moscow", 0, 1)
    t.put("saint_petersburg", 2, 1).put("poland", 0, 3).event(9, L)
    assert why(t, "remove poland") == "area"
    t.do("remove nicolas_ii", "remove nicolas_ii")
    assert why(t, "remove nicolas_ii") == "limit"
    t.do("remove moscow", "remove saint_petersburg")
    assert t.sp("nicolas_ii") == (0, 2)
    assert (t.sp("moscow"), t.sp("saint_petersburg")) == ((0, 0), (2, 0))
    assert t.sp("tsarist_army") == (0, 2)
    assert t.asked.seat == A


@pytest.mark.parametrize(("there", "left"), [(5, 3), (1, 0), (0, 0)])
def test_russo_japanese_war_removes_what_it_can(there: int, left: int) -> None:
    """15.9 of our text; 5.2: even without any effect the event is played."""
    t = europe().put("nicolas_ii", 0, there).event(9, L)
    while t.asked.step == "remove":
        assert "done" not in t.menu
        t.do("remove nicolas_ii")
    assert t.sp("nicolas_ii") == (0, left)
    assert t.where_is(9) == "removed"


def test_russo_japanese_war_after_the_ops_of_the_authoritarian() -> None:
    """5.2: the SP just placed can be removed; the Liberal chooses."""
    t = europe().put("moscow", 0, 1).give(A, 9).to_play(A).do("ops C9", "after")
    t.do(*["place nicolas_ii"] * 3)
    assert t.asked.seat == L
    t.do("remove moscow", "remove nicolas_ii", "remove nicolas_ii")
    assert t.sp("nicolas_ii") == (0, 1)
    assert t.where_is(9) == "removed"


# -- C10 Entente Cordiale


def test_entente_cordiale_marker_and_four_sp_in_france() -> None:
    """C10: at most 2 in a space, none where the Authoritarian is in control."""
    t = held(europe(), A, "nice").put("paris", 0, 1).event(10, L)
    assert t.state.track == ["three_emperor_league", "entente_cordiale"]
    assert why(t, "place nice") == "held"
    assert why(t, "place belgium") == "region"
    t.do("place paris", "place paris")
    assert why(t, "place paris") == "limit"
    t.do("place dijon", "place colonials")
    assert (t.sp("paris"), t.sp("dijon"), t.sp("colonials")) == ((2, 1), (1, 0), (1, 0))
    assert t.asked.seat == A


def test_entente_cordiale_with_one_space_to_go_to() -> None:
    """15.9 of our text."""
    t = held(europe(), A, *(space for space in FRENCH if space != "fauvism")).event(10, L)
    t.do("place fauvism", "place fauvism")
    assert t.sp("fauvism") == (2, 0)
    assert t.asked.seat == A
    assert t.where_is(10) == "removed"


def test_entente_cordiale_raises_the_status_and_makes_henry_wilson_available() -> None:
    """8.2.4: two markers -3, Three Emperor League -2."""
    t = europe().give(L, 66).to_play(L)
    assert why(t, "event C66") == "needs"
    settle(t.event(10, L))
    assert "event C66" in t.to_play(L).menu
    t.dice(1).event(1, A)
    (line,) = t.log_lines("crisis")
    assert line["status"] == -5


def test_entente_cordiale_by_the_authoritarian_serves_the_liberal() -> None:
    """5.2."""
    t = europe().forced_event(10, by=A)
    assert t.asked.seat == L
    t.do("place paris", "place paris", "place nice", "place nice")
    assert (t.asked.seat, t.asked.step) == (A, "operations")
    assert "entente_cordiale" in t.state.track


# -- C11 Foreign Investments


def test_foreign_investments_shifts_four_sp_at_most_two_to_a_space() -> None:
    """C11; 15, Adding Event SPs: also into enemy control. Three may leave one space."""
    t = held(europe(), A, "vienna").put("picardy", 3, 0).put("bavaria", 2, 0).event(11, L)
    t.do("shift picardy vienna", "shift picardy vienna")
    assert why(t, "shift picardy vienna") == "limit"
    t.do("shift picardy greece", "shift bavaria moscow")
    assert (t.sp("picardy"), t.sp("bavaria")) == ((0, 0), (1, 0))
    assert (t.sp("vienna"), t.sp("greece"), t.sp("moscow")) == ((2, 3), (1, 0), (1, 0))
    assert t.asked.seat == A
    assert t.where_is(11) == "discard"


def test_foreign_investments_from_french_and_german_workers_only() -> None:
    """C11: not from Belgium or Bohemia, not from Paris, not to France or Italy."""
    t = europe()
    for space in ("picardy", "belgium", "bohemia", "paris"):
        t.put(space, 1, 0)
    t.event(11, L)
    assert why(t, "shift belgium vienna") == "regions"
    assert why(t, "shift bohemia vienna") == "regions"
    assert why(t, "shift paris vienna") == "icon"
    assert why(t, "shift dijon vienna") == "not_support"
    assert why(t, "shift picardy nice") == "regions"
    assert why(t, "shift picardy italy") == "regions"


def test_foreign_investments_may_shift_fewer() -> None:
    """C11: the Liberal may shift as many as 4."""
    t = europe().put("picardy", 2, 0).event(11, L).do("shift picardy vienna", "done")
    assert (t.sp("picardy"), t.sp("vienna")) == ((1, 0), (1, 0))


def test_foreign_investments_without_workers_has_no_effect() -> None:
    """5.2."""
    t = europe().put("picardy", 0, 2).event(11, L)
    assert t.asked.seat == A
    assert t.where_is(11) == "discard"


def test_foreign_investments_by_the_authoritarian_serves_the_liberal() -> None:
    """5.2."""
    t = europe().put("picardy", 1, 0).forced_event(11, by=A)
    assert t.asked.seat == L
    t.do("shift picardy vienna")
    assert t.sp("vienna") == (1, 0)
    assert (t.asked.seat, t.asked.step) == (A, "operations")


# -- C13 Traditionalism


def test_traditionalism_four_sp_in_farmer_spaces_at_most_two_each() -> None:
    """C13: also where the Liberal is in control."""
    t = held(europe(), L, "nice").event(13, A)
    assert why(t, "place paris") == "icon"
    t.do("place nice", "place nice")
    assert why(t, "place nice") == "limit"
    t.do("place spain_portugal", "place east_prussia")
    assert (t.sp("nice"), t.sp("spain_portugal"), t.sp("east_prussia")) == ((2, 2), (0, 1), (0, 1))
    assert t.asked.seat == L


def test_traditionalism_knows_eleven_farmer_spaces() -> None:
    """C13, spaces.toml."""
    farmers = {"brittany_normandy", "bordeaux", "nice", "east_prussia", "transylvania", "croatia"}
    farmers |= {"belarus", "ukraine", "crimea", "bulgaria", "spain_portugal"}
    assert set(europe().event(13, A).menu) == {f"place {space}" for space in farmers}


def test_traditionalism_by_the_liberal_serves_the_authoritarian() -> None:
    """5.2: all four SP must be placed."""
    t = europe().forced_event(13, by=L)
    t.do("place nice", "place nice", "place crimea")
    assert (t.asked.seat, "done" in t.menu) == (A, False)
    t.do("place crimea")
    assert (t.asked.seat, t.asked.step) == (L, "operations")


# -- C14 Radical Party Founded


def test_radical_party_one_sp_in_each_of_four_french_spaces() -> None:
    """C14: not where the Authoritarian is in control."""
    t = held(europe(), A, "nice").put("paris", 0, 1).event(14, L)
    assert why(t, "place nice") == "held"
    assert why(t, "place belgium") == "region"
    t.do("place paris")
    assert why(t, "place paris") == "limit"
    t.do("place dijon", "place colonials", "place bordeaux")
    assert [t.sp(s) for s in ("dijon", "colonials", "bordeaux")] == [(1, 0)] * 3
    assert t.asked.seat == A
    assert t.where_is(14) == "removed"


def test_radical_party_may_stop_early_and_may_find_no_space() -> None:
    """C14: up to 4; 5.2, last bullet."""
    t = europe().event(14, L).do("place paris", "done")
    assert t.sp("paris") == (1, 0)
    t = held(europe(), A, *FRENCH).event(14, L)
    assert t.asked.seat == A
    assert t.where_is(14) == "removed"


def test_radical_party_by_the_authoritarian_after_the_ops() -> None:
    """5.2: the control just won shuts a space."""
    t = europe().put("nice", 0, 1).give(A, 14).to_play(A).do("ops C14", "after")
    t.do("place nice", "place paris", "place paris")
    assert t.asked.seat == L
    assert why(t, "place nice") == "held"
    assert why(t, "place paris") == "held"
    settle(t)
    assert t.where_is(14) == "removed"


# -- C15 Lord Fisher


def test_lord_fisher_brings_the_british_navy_to_the_dreadnought_box() -> None:
    """C15: with the reward of the first player."""
    t = held(europe(), A, "italy").event(15, L)
    assert t.state.navy == {A: 0, L: 1}
    assert why(t, "place italy") == "controlled"
    assert why(t, "place paris") == "region"
    t.do("place sweden")
    assert why(t, "place sweden") == "limit"
    t.do("place denmark")
    assert (t.sp("sweden"), t.sp("denmark")) == ((1, 0), (1, 0))
    assert t.asked.seat == A


def test_lord_fisher_as_second_gets_no_reward() -> None:
    """C15, HMS Dreadnought."""
    t = europe().navies(0, 1).event(15, L)
    assert t.state.navy == {A: 1, L: 1}
    assert t.asked.seat == A


@pytest.mark.parametrize("box", [1, 5])
def test_lord_fisher_moves_no_navy_that_is_there_or_beyond(box: int) -> None:
    """C15."""
    t = europe().navies(box, 0).event(15, L)
    assert t.state.navy == {A: 0, L: box}
    assert t.asked.seat == A


def test_lord_fisher_a_navy_moved_by_an_event_keeps_its_side() -> None:
    """6.3.2, note."""
    t = europe().set(improved={A: False, L: True}).event(15, L).do("done")
    assert t.state.navy[L] == 1
    assert t.state.improved[L]


def test_lord_fisher_adds_one_to_liberal_attempts_for_the_rest_of_the_game() -> None:
    """C15, 6.3.1: own event 1, Fisher 1; the Authoritarian gains nothing."""
    t = europe().event(15, L).do("done")
    t.give(L, 22).to_play(L).dice(1).do("naval C22")
    (line,) = t.log_lines("attempt")
    assert line["bonus"] == 2
    t.dice(1).do("naval C54")
    (line,) = t.log_lines("attempt")
    assert line["bonus"] == 1
    end_of_turn(t).give(L, 22).to_play(L).dice(1).do("naval C22")
    (line,) = t.log_lines("attempt")
    assert line["bonus"] == 2


def test_lord_fisher_by_the_authoritarian_rewards_the_liberal() -> None:
    """5.2."""
    t = europe().forced_event(15, by=A)
    assert t.asked.seat == L
    t.do("place sweden", "place denmark")
    assert t.state.navy == {A: 0, L: 1}
    assert (t.asked.seat, t.asked.step) == (A, "operations")


# -- C16 Stymied


@pytest.mark.parametrize(("card", "value"), [(78, 4), (16, 3), (36, 2), (22, 1), (2, 1)])
def test_stymied_takes_one_op_but_never_the_last(card: int, value: int) -> None:
    """C16, 7.3.2."""
    t = europe().lasting(16, A)
    assert ops(t, L, card) == value


def test_stymied_hampers_only_the_opponent() -> None:
    """C16."""
    t = europe().event(16, A)
    assert t.where_is(16) == "table"
    assert ops(t, A, 21) == 3
    assert ops(t, L, 36) == 2


def test_stymied_by_the_liberal_hampers_the_authoritarian() -> None:
    """C16."""
    t = europe().event(16, L)
    assert ops(t, A, 21) == 2
    assert ops(t, L, 36) == 3


@pytest.mark.parametrize(("card", "value"), [(78, 3), (16, 2), (36, 2), (22, 1)])
def test_stymied_comes_before_nassau(card: int, value: int) -> None:
    """6.3.9: a card brought down to 2 loses nothing more."""
    t = europe().lasting(16, A).navies(1, 2)
    assert ops(t, L, card) == value


@pytest.mark.parametrize(("card", "value"), [(9, 3), (2, 1), (22, 2)])
def test_stymied_and_march_of_history_add_up(card: int, value: int) -> None:
    """7.3.1."""
    t = europe().lasting(16, A).lasting(36, L)
    assert ops(t, L, card) == value


def test_stymied_lowers_naval_attempts_and_event_checks_too() -> None:
    """7.3.3: for all purposes; 7.4."""
    t = europe().lasting(16, A).give(L, 36).to_play(L).dice(1).do("naval C36")
    (line,) = t.log_lines("attempt")
    assert line["ops"] == 2
    t.put("macedonia", 0, 2).dice(1).event(38, L).do("check macedonia")
    (line,) = t.log_lines("check")
    assert line["ops"] == 2


def test_stymied_ends_with_the_turn() -> None:
    """C16: the card is then discarded."""
    t = end_of_turn(europe().event(16, A))
    assert t.where_is(16) == "discard"
    assert ops(t, L, 36) == 3


# -- C17 Eight Nation Alliance


@pytest.mark.parametrize(("side", "card", "value"), [(L, 1, 4), (L, 13, 2), (A, 78, 5), (A, 2, 1)])
def test_eight_nations_stop_the_event_of_another_card(side: Seat, card: int, value: int) -> None:
    """C17: the OPs of the other card, no event, no VP; both are discarded, asterisk or not."""
    t = europe().put("crimea", 1, 1).give(side, 17, card).to_play(side).do(f"cancel C{card}")
    assert t.asked.prompt.args["left"] == value
    t.do(*["place crimea"] * value)
    assert t.state.tension == 0
    assert t.state.vp == 0
    assert t.state.happened == []
    assert (t.where_is(17), t.where_is(card)) == ("discard", "discard")
    assert t.asked.seat == OTHER[side]


@pytest.mark.parametrize(("side", "vp"), [(A, 1), (L, -1)])
def test_eight_nations_alone_for_ops_give_the_opponent_a_vp(side: Seat, vp: int) -> None:
    """C17."""
    t = europe().give(side, 17)
    assert ops(t, side, 17) == 2
    assert t.state.vp == vp
    assert t.where_is(17) == "discard"


def test_eight_nations_in_a_naval_attempt_give_no_vp() -> None:
    """6.3.6; a neutral card earns no +1 for the player's own event."""
    t = europe().give(L, 17).to_play(L).dice(1).do("naval C17")
    assert t.state.vp == 0
    (line,) = t.log_lines("attempt")
    assert (line["ops"], line["bonus"]) == (2, 0)


def test_eight_nations_are_no_event_on_their_own() -> None:
    """C17: only together with a card that carries the opponent's event."""
    t = europe().give(L, 17, 22, 40).to_play(L)
    assert why(t, "event C17") == "never_alone"
    for card in (17, 22, 40):
        assert why(t, f"cancel C{card}") == "nothing_to_cancel"
    t.give(L, 13)
    assert "cancel C13" in t.menu


def test_without_the_eight_nations_nothing_is_stopped() -> None:
    """C17."""
    t = europe().give(L, 13).give(A, 17).to_play(L)
    assert why(t, "cancel C13") == "no_alliance"


def test_eight_nations_stopped_ops_are_spent_under_the_usual_rules() -> None:
    """C17, 7.3: changes of the value hold for the stopped card."""
    t = europe().lasting(16, A).give(L, 17, 1).to_play(L).do("cancel C1")
    assert t.asked.prompt.args["left"] == 3
    assert why(t, "place vienna") == "reach"


# -- C18 Bernhard von Bülow


def chancellor() -> Table:
    """The Authoritarian controls exactly three Monarch spaces."""
    return held(europe(), A, "wilhelm_ii", "nicolas_ii", "sweden")


def test_bulow_needs_three_monarch_spaces() -> None:
    """C18; map erratum: Switzerland is none."""
    t = held(europe(), A, "wilhelm_ii", "montenegro", "switzerland").give(A, 18).to_play(A)
    refusal = t.refusal("event C18")
    assert refusal.message.key == "refusal.monarchs"
    assert refusal.message.args["count"] == 2
    held(t, A, "constantinople")
    assert "event C18" in t.menu


def test_bulow_without_three_monarchs_is_discarded() -> None:
    """5.2, second bullet."""
    t = europe().discarded(13).forced_event(18, by=L)
    assert t.asked.step == "operations"
    assert settle(t).where_is(18) == "discard"
    assert t.where_is(13) == "discard"


def test_bulow_is_tested_when_the_event_is_due() -> None:
    """5.2: with the OPs before it, the Liberal has broken the third Monarch."""
    t = chancellor().put("denmark", 1, 0).discarded(13).give(L, 18).to_play(L)
    t.do("ops C18", "after", "place sweden", "place denmark")
    assert t.holder("sweden") == ""
    assert t.where_is(18) == "discard"


def test_bulow_plays_an_event_that_asks_and_is_removed() -> None:
    """C18: Prussian Spirit out of the discard pile; both cards leave the game."""
    t = chancellor().discarded(21, 13).event(18, A)
    assert t.menu == ["pick C13", "pick C21"]
    t.do("pick C21", "place kiel", "place kiel", "place berlin")
    assert (t.sp("kiel"), t.sp("berlin")) == ((0, 2), (0, 1))
    assert (t.where_is(18), t.where_is(21), t.where_is(13)) == ("removed", "removed", "discard")
    assert t.asked.seat == L


def test_bulow_plays_an_event_without_asterisk_that_returns_to_the_discards() -> None:
    """15.12 of our text."""
    t = chancellor().discarded(13).event(18, A).do("pick C13")
    settle(t)
    assert (t.where_is(18), t.where_is(13)) == ("removed", "discard")


def test_bulow_plays_an_event_with_a_crisis_roll() -> None:
    """C18: Admiral von Tirpitz, roll and question included."""
    t = chancellor().navies(1, 1).discarded(1).event(18, A).dice(3).do("pick C1")
    assert t.log_lines("crisis") == [{"die": 3, "tension": 1, "status": -6, "total": -2}]
    t.do("remove wilhelm_ii", "done")
    assert t.state.navy[A] == 2
    assert (t.where_is(1), t.where_is(18)) == ("removed", "removed")


def test_bulow_can_bring_the_war_about() -> None:
    """8.3.1."""
    t = chancellor().discarded(1).set(tension=5, track=["franco_russian_alliance"])
    t.event(18, A).dice(6).do("pick C1")
    assert len(t.log_lines("outbreak")) == 1
    assert t.sp("wilhelm_ii") == (0, 5)


def test_bulow_may_pick_a_liberal_event_which_serves_the_liberal() -> None:
    """15.12 of our text."""
    t = chancellor().discarded(22).event(18, A).do("pick C22")
    assert t.asked.seat == L
    t.do("place picardy", "place picardy")
    assert t.sp("picardy") == (2, 0)


def test_bulow_plays_a_neutral_event_for_its_own_side() -> None:
    """15.12 of our text: Stymied is then on display until the turn ends."""
    t = chancellor().discarded(16).event(18, A).do("pick C16")
    assert t.where_is(16) == "table"
    assert ops(t, L, 36) == 2
    assert end_of_turn(t).where_is(16) == "discard"


def test_bulow_and_esterhazy_and_a_card_of_the_liberal() -> None:
    """C18, C37: an event in an event in an event."""
    t = Table().clear().give(A, 54).give(L, 21).discarded(37)
    held(t, A, "wilhelm_ii", "nicolas_ii", "sweden").event(18, A)
    t.do("pick C37", "place kiel", "place kiel", "place kiel")
    assert t.sp("kiel") == (0, 3)
    places = [t.where_is(card) for card in (18, 37, 21)]
    assert places == ["removed", "discard", "removed"]


def test_bulow_picks_no_scoring_card_and_nothing_that_was_removed() -> None:
    """C18, 15: asterisk cards played for the event are not in the discard pile."""
    t = chancellor().discarded(6, 13).set(removed=["C21"]).event(18, A)
    assert t.menu == ["pick C13"]
    assert why(t, "pick C6") == "no_event_card"
    assert why(t, "pick C21") == "not_discarded"
    assert why(t, "pick C22") == "not_discarded"


def test_bulow_picks_no_event_that_cannot_happen() -> None:
    """15.12 of our text: conditions and prohibitions apply."""
    t = chancellor().discarded(3, 5, 13, 17).happened(41).set(tension=3).event(18, A)
    assert t.menu == ["pick C13"]
    assert why(t, "pick C3") == "tension"
    assert why(t, "pick C5") == "barred"
    assert why(t, "pick C17") == "never_alone"


def test_bulow_with_nothing_to_pick_has_happened() -> None:
    """5.2, last bullet."""
    t = chancellor().discarded(6).event(18, A)
    assert t.asked.seat == L
    assert t.where_is(18) == "removed"


def test_bulow_by_the_liberal_is_the_authoritarians_choice() -> None:
    """5.2."""
    t = chancellor().discarded(30).forced_event(18, by=L)
    assert t.asked.seat == A
    t.do("pick C30", "place kiel", "place kiel")
    assert (t.asked.seat, t.asked.step) == (L, "operations")


# -- C19 Union of Liberation


def test_union_of_liberation_removes_two_sp_and_checks_with_3() -> None:
    """C19: 6 + 3 - 2 x 4 = 1."""
    t = europe().put("moscow", 0, 2).put("nicolas_ii", 0, 4).put("vienna", 0, 1).event(19, L)
    assert why(t, "remove vienna") == "region"
    t.do("remove moscow", "remove moscow")
    assert t.sp("moscow") == (0, 0)
    assert why(t, "check vienna") == "region"
    t.dice(6).do("check nicolas_ii")
    assert t.sp("nicolas_ii") == (0, 3)
    assert t.asked.seat == A


@pytest.mark.parametrize(("event", "side", "value"), [(36, L, 3), (16, A, 2), (35, A, 3)])
def test_union_of_liberation_checks_with_the_changed_value(
    event: int, side: Seat, value: int
) -> None:
    """7.4, 15.4 of our text."""
    t = europe().put("moscow", 0, 5).lasting(event, side).dice(1).event(19, L)
    t.do("remove moscow", "remove moscow", "check moscow")
    (line,) = t.log_lines("check")
    assert line["ops"] == value


@pytest.mark.parametrize("there", [0, 1])
def test_union_of_liberation_with_too_few_targets(there: int) -> None:
    """15.9 of our text; 5.2."""
    t = settle(europe().put("moscow", 0, there).event(19, L))
    assert t.sp("moscow") == (0, 0)
    assert t.asked.seat == A
    assert t.where_is(19) == "removed"


def test_union_of_liberation_makes_victor_chernov_available() -> None:
    """C19."""
    t = europe().give(L, 79).to_play(L)
    assert why(t, "event C79") == "needs"
    assert "event C79" in settle(t.event(19, L)).to_play(L).menu


# -- C20 Bonapartism/Monarchism


def test_bonapartism_takes_the_armed_forces_and_checks_in_france() -> None:
    """C20: 4 + 2 - 1 SP; then 4 + 3 + 1 (Armed Forces) - 2 x 2 = 4 in Paris."""
    t = europe().put("french_armed_forces", 2, 1).put("paris", 1, 0).put("belgium", 1, 0)
    t.event(20, A)
    assert t.sp("french_armed_forces") == (2, 6)
    assert t.holder("french_armed_forces") == A
    assert why(t, "check belgium") == "region"
    t.dice(4).do("check paris")
    assert t.log_lines("check")[0]["result"] == 4
    assert t.sp("paris") == (0, 2)
    assert t.asked.seat == L


def test_bonapartism_adds_nothing_where_control_is_already_there() -> None:
    """C20; without a target for the check the event is over."""
    t = europe().put("french_armed_forces", 0, 5).event(20, A)
    assert t.sp("french_armed_forces") == (0, 5)
    assert t.asked.seat == L
    assert t.where_is(20) == "removed"


def test_bonapartism_by_the_liberal_is_not_lowered_by_nassau() -> None:
    """15.4 of our text: Nassau hits cards the opponent plays in their own action round."""
    t = europe().navies(2, 1).put("paris", 3, 0).dice(1).event(20, A).do("check paris")
    assert t.log_lines("check")[0]["ops"] == 2
    t = europe().navies(2, 1).put("paris", 3, 0).dice(1).forced_event(20, by=L)
    assert t.asked.seat == A
    t.do("check paris")
    assert t.log_lines("check")[0]["ops"] == 3


def coup(*, french_monarchy: bool) -> Table:
    """Paris has just become Authoritarian through the check of Bonapartism."""
    t = europe(french_monarchy=french_monarchy).put("paris", 1, 0).dice(4).event(20, A)
    t.do("check paris")
    assert t.holder("paris") == A
    return t


@pytest.mark.parametrize(("option", "playable"), [(True, True), (False, False)])
def test_restored_monarchy_makes_paris_a_monarch_space(option: bool, playable: bool) -> None:
    """12, optional: it then counts for Bülow."""
    t = held(coup(french_monarchy=option), A, "wilhelm_ii", "sweden").give(A, 18).to_play(A)
    assert ("event C18" in t.menu) is playable


@pytest.mark.parametrize(("option", "fails"), [(True, True), (False, False)])
def test_restored_monarchy_takes_the_government_out_of_paris(option: bool, fails: bool) -> None:
    """12, optional: instead of Government. Government Suppression (S18) then has no effect."""
    t = coup(french_monarchy=option)
    score(t, 6, A, authoritarian="S18", liberal="S8")
    failed = {each["card"] for each in t.log_lines("stability_fails")}
    assert ("S18" in failed) is fails


def test_restored_monarchy_counts_for_absolutist_rule() -> None:
    """12, S12: 2 VP, then presence 3 and two battlegrounds."""
    t = score(coup(french_monarchy=True), 6, A, authoritarian="S12", liberal="S8")
    assert t.state.vp == -(2 + 3 + 2)


@pytest.mark.parametrize(("option", "vp"), [(True, -5), (False, -7)])
def test_absolutist_rule_counts_a_republican_paris_only_without_the_option(
    option: bool, vp: int
) -> None:
    """12, S12."""
    t = held(europe(french_monarchy=option), A, "paris", "french_armed_forces")
    score(t, 6, A, authoritarian="S12", liberal="S8")
    assert t.state.vp == vp


def test_no_monarchy_if_paris_was_authoritarian_before_the_check() -> None:
    """12: only if this very check wins Paris."""
    t = europe(french_monarchy=True).put("paris", 1, 3).dice(6).event(20, A).do("check paris")
    held(t, A, "wilhelm_ii", "sweden").give(A, 18).to_play(A)
    assert why(t, "event C18") == "monarchs"


@pytest.mark.parametrize(("space", "die"), [("nice", 6), ("paris", 1)])
def test_no_monarchy_if_the_check_is_elsewhere_or_too_weak(space: str, die: int) -> None:
    """12: Paris may become Authoritarian later, it stays a republic (1 + 3 + 1 - 4 = 1)."""
    t = europe(french_monarchy=True).put("paris", 1, 0).put("nice", 1, 0).event(20, A)
    t.dice(die).do(f"check {space}")
    assert t.holder("paris") == ""
    held(t, A, "paris", "wilhelm_ii", "sweden").give(A, 18).to_play(A)
    assert why(t, "event C18") == "monarchs"


# -- C21 Prussian Spirit


def test_prussian_spirit_three_sp_in_germany() -> None:
    """C21: any split, also where the Liberal is in control."""
    t = held(europe(), L, "bavaria").event(21, A)
    assert why(t, "place vienna") == "region"
    t.do("place bavaria", "place bavaria", "place bavaria")
    assert t.sp("bavaria") == (3, 3)
    assert t.asked.seat == L


def test_prussian_spirit_by_the_liberal_after_the_ops() -> None:
    """5.2."""
    t = europe().put("bavaria", 1, 0).give(L, 21).to_play(L).do("ops C21", "after")
    t.do("place bavaria", "place bavaria", "place bavaria")
    assert t.asked.seat == A
    t.do("place kiel", "place berlin", "place bavaria")
    assert (t.sp("kiel"), t.sp("berlin"), t.sp("bavaria")) == ((0, 1), (0, 1), (4, 1))
    assert t.where_is(21) == "removed"


# -- C22 Socialist Movements


def test_socialist_movements_two_sp_in_worker_spaces() -> None:
    """C22: any split; independent Belgium and enemy spaces too."""
    t = held(europe(), A, "saxony").event(22, L)
    assert why(t, "place paris") == "icon"
    t.do("place saxony", "place belgium")
    assert (t.sp("saxony"), t.sp("belgium")) == ((1, 3), (1, 0))
    t.event(22, L).do("place romania", "place romania")
    assert t.sp("romania") == (2, 0)


def test_socialist_movements_by_the_authoritarian_serves_the_liberal() -> None:
    """5.2."""
    t = europe().forced_event(22, by=A)
    assert t.asked.seat == L
    t.do("place picardy", "place picardy")
    assert (t.asked.seat, t.asked.step) == (A, "operations")


# -- C23 Third Department/Okhrana


def test_okhrana_makes_a_liberal_stability_card_unavailable() -> None:
    """C23."""
    t = europe().event(23, A)
    assert t.asked.seat == A
    assert t.menu == [f"suppress S{number}" for number in range(1, 11)]
    assert why(t, "suppress S12") == "their_stability"
    t.do("suppress S4")
    assert t.state.stability[L] == [f"S{number}" for number in range(1, 11) if number != 4]
    t.give(A, 6).to_play(A).do("score C6")
    reason = t.game.position(t.state).explain(L, "choose S4")
    assert reason is not None
    assert reason.message.key == "refusal.unavailable"


def test_okhrana_reaches_only_available_cards() -> None:
    """C23."""
    t = europe()
    t.set(stability={**t.state.stability, L: ["S1", "S2", "S3"]}).event(23, A)
    assert t.menu == ["suppress S1", "suppress S2", "suppress S3"]
    assert why(t, "suppress S4") == "unavailable"
    t.do("suppress S2")
    assert t.state.stability[L] == ["S1", "S3"]


def test_okhrana_that_leaves_one_card_makes_all_available_again() -> None:
    """9, step 1: once only one remains, all unavailable ones return, the suppressed one too."""
    t = europe()
    t.set(stability={**t.state.stability, L: ["S1", "S2"]}).event(23, A).do("suppress S2")
    assert t.state.stability[L] == [f"S{number}" for number in range(1, 11)]


def test_okhrana_by_the_liberal_is_the_authoritarians_choice() -> None:
    """5.2."""
    t = europe().forced_event(23, by=L)
    assert t.asked.seat == A
    t.do("suppress S1")
    assert (t.asked.seat, t.asked.step) == (L, "operations")


# -- C24 Tsarist Repression


@pytest.mark.parametrize(
    ("turn", "die", "total", "target"),
    [
        (1, 1, 1, "siberia"),
        (3, 5, 5, "siberia"),
        (1, 6, 6, "saint_petersburg"),
        (4, 4, 5, "siberia"),
        (7, 5, 6, "saint_petersburg"),
        (8, 3, 5, "siberia"),
        (10, 4, 6, "saint_petersburg"),
        (8, 6, 8, "saint_petersburg"),
    ],
)
def test_tsarist_repression_in_each_era(turn: int, die: int, total: int, target: str) -> None:
    """C24: +1 Edwardian, +2 Georgian; 15.3 of our text: the modified die decides where."""
    t = europe().set(turn=turn).put("moscow", 9, 0).dice(die).event(24, A)
    assert t.asked.seat == A
    t.do(*[f"shift moscow {target}"] * total)
    assert (t.sp("moscow"), t.sp(target)) == ((9 - total, 0), (total, 0))
    assert t.asked.seat == L


def test_tsarist_repression_moves_all_if_there_are_fewer() -> None:
    """C24: from Russian spaces only; it is no choice to stop."""
    t = europe().put("moscow", 1, 0).put("finland", 1, 3).put("nice", 4, 0).dice(5).event(24, A)
    assert set(t.menu) == {"shift moscow siberia", "shift finland siberia"}
    assert why(t, "shift nice siberia") == "region"
    assert why(t, "shift moscow finland") == "area"
    t.do("shift moscow siberia", "shift finland siberia")
    assert (t.sp("siberia"), t.sp("finland")) == ((2, 0), (0, 3))
    assert t.asked.seat == L


def test_tsarist_repression_leaves_sp_at_the_destination_out_of_account() -> None:
    """15.3 of our text."""
    t = europe().put("siberia", 3, 0).put("moscow", 3, 0).dice(2).event(24, A)
    assert t.menu == ["shift moscow siberia"]
    t.do("shift moscow siberia", "shift moscow siberia")
    assert (t.sp("siberia"), t.sp("moscow")) == ((5, 0), (1, 0))


def test_tsarist_repression_can_move_sp_out_of_siberia() -> None:
    """C24: Siberia is a Russian space; from 6 on it is a place of departure."""
    t = europe().put("siberia", 2, 0).dice(6).event(24, A)
    t.do("shift siberia saint_petersburg", "shift siberia saint_petersburg")
    assert t.sp("saint_petersburg") == (2, 0)


def test_tsarist_repression_without_liberals_in_russia() -> None:
    """5.2, last bullet."""
    t = europe().dice(4).event(24, A)
    assert t.asked.seat == L
    assert t.where_is(24) == "removed"


def test_tsarist_repression_by_the_liberal_is_the_authoritarians_choice() -> None:
    """5.2: SP just placed can be moved as well."""
    t = europe().put("moscow", 1, 0).give(L, 24).to_play(L).do("ops C24", "after")
    t.dice(2).do("place moscow", "place moscow", "place symbolism")
    assert t.asked.seat == A
    t.do("shift symbolism siberia", "shift moscow siberia")
    assert (t.sp("siberia"), t.sp("moscow")) == ((2, 0), (2, 0))


# -- C25 Legacy of Bismarck


@pytest.mark.parametrize("side", [A, L])
def test_legacy_of_bismarck_closes_the_balkans_to_ops_of_either_player(side: Seat) -> None:
    """C25: neither placing nor checks."""
    card = 54 if side == A else 67
    t = europe().put("serbia", 1, 1).put("croatia", 1, 1).event(25, A).to_play(side)
    t.do(f"ops C{card}")
    assert why(t, "place serbia") == "bismarck"
    assert why(t, "place bulgaria") == "bismarck"
    assert why(t, "check serbia") == "bismarck"
    assert "place croatia" in t.menu
    assert "check croatia" in t.menu


def test_legacy_of_bismarck_does_not_stop_the_sp_of_events() -> None:
    """C25 speaks of OPs."""
    t = europe().event(25, A).event(22, L).do("place romania", "place romania")
    assert t.sp("romania") == (2, 0)


def test_legacy_of_bismarck_closes_the_balkans_to_the_ops_of_events_as_well() -> None:
    """7.4: checks with the OPs of a card are subject to events that limit their use."""
    t = europe().put("macedonia", 0, 2).put("orthodox_church", 0, 1).event(25, A).event(38, L)
    assert t.menu == ["check orthodox_church"]
    assert why(t, "check macedonia") == "bismarck"


@pytest.mark.parametrize(("number", "side"), [(87, A), (90, L)])
def test_legacy_of_bismarck_spares_the_crisis_of_the_balkan_wars(number: int, side: Seat) -> None:
    """C25: War in the Balkans and Balkan Civil War skip their crisis roll."""
    t = europe().put("serbia", 4, 4).event(number, side)
    assert len(t.log_lines("crisis")) == 1
    t = europe().put("serbia", 4, 4).event(25, A).event(number, side)
    assert t.log_lines("crisis") == []
    assert t.state.tension == 1
    assert "balkan_wars" in settle(t).state.track


def test_legacy_of_bismarck_triggered_first_binds_the_liberals_own_ops() -> None:
    """C25, 5.2."""
    t = europe().put("serbia", 1, 0).forced_event(25, by=L)
    assert (t.asked.seat, t.asked.step) == (L, "operations")
    assert why(t, "place serbia") == "bismarck"


def test_legacy_of_bismarck_triggered_afterwards_does_not() -> None:
    """C25, 5.2."""
    t = europe().put("serbia", 1, 0).give(L, 25).to_play(L)
    t.do("ops C25", "after", "place serbia", "place serbia")
    assert t.sp("serbia") == (3, 0)
    assert t.where_is(25) == "table"


def test_legacy_of_bismarck_ends_with_the_turn() -> None:
    """C25."""
    t = end_of_turn(europe().put("serbia", 1, 0).event(25, A))
    assert t.where_is(25) == "discard"
    t.give(L, 22).to_play(L).do("ops C22", "place serbia")
    assert t.sp("serbia") == (2, 0)


# -- C26 Franco-Russian Alliance


def test_franco_russian_alliance_two_sp_and_the_marker_turned_over() -> None:
    """C26; 8.2.4: the -2 of Three Emperor League ends."""
    t = held(europe(), A, "moscow").event(26, L)
    assert why(t, "place moscow") == "held"
    assert why(t, "place vienna") == "regions"
    t.do("place paris", "place symbolism")
    assert (t.sp("paris"), t.sp("symbolism")) == ((1, 0), (1, 0))
    assert t.state.track == ["franco_russian_alliance"]
    assert t.where_is(26) == "removed"
    t.dice(1).event(1, A)
    (line,) = t.log_lines("crisis")
    assert line["status"] == -4


def test_franco_russian_alliance_may_put_both_sp_in_one_space() -> None:
    """C26."""
    t = europe().event(26, L).do("place finland", "place finland")
    assert t.sp("finland") == (2, 0)


def test_franco_russian_alliance_by_the_authoritarian_serves_the_liberal() -> None:
    """5.2."""
    t = europe().forced_event(26, by=A)
    assert t.asked.seat == L
    t.do("place paris", "place paris")
    assert t.state.track == ["franco_russian_alliance"]
    assert (t.asked.seat, t.asked.step) == (A, "operations")


# -- C27 The Dual Alliance


def test_dual_alliance_two_sp_and_a_marker() -> None:
    """C27; 8.2.4: two markers -3, Three Emperor League -2."""
    t = held(europe(), L, "bavaria").event(27, A)
    assert why(t, "place bavaria") == "held"
    assert why(t, "place moscow") == "regions"
    t.do("place vienna", "place kiel")
    assert (t.sp("vienna"), t.sp("kiel")) == ((0, 1), (0, 1))
    assert t.state.track == ["three_emperor_league", "dual_alliance"]
    assert t.where_is(27) == "removed"
    t.dice(1).event(1, A)
    (line,) = t.log_lines("crisis")
    assert line["status"] == -5


def test_dual_alliance_without_a_space_still_makes_the_alliance() -> None:
    """15.9 of our text."""
    t = europe()
    regions = t.t.land.regions
    held(t, L, *regions["germany"], *regions["austria_hungary"]).event(27, A)
    assert t.asked.seat == L
    assert "dual_alliance" in t.state.track


def test_dual_alliance_by_the_liberal_serves_the_authoritarian() -> None:
    """5.2."""
    t = europe().forced_event(27, by=L)
    assert t.asked.seat == A
    t.do("place vienna", "place vienna")
    assert (t.asked.seat, t.asked.step) == (L, "operations")


# -- C28 Scramble for Africa


def test_scramble_for_africa_three_sp_in_north_africa() -> None:
    """C28: any split."""
    t = europe().event(28, A)
    assert t.menu == ["place morocco", "place algeria", "place tunisia", "place libya"]
    assert why(t, "place belgium") == "area"
    t.do("place algeria", "place tunisia", "place tunisia")
    assert (t.sp("algeria"), t.sp("tunisia")) == ((0, 1), (0, 2))
    assert t.asked.seat == L


def test_scramble_for_africa_reaches_belgium_after_the_congo() -> None:
    """C28, C45."""
    t = held(europe(), L, "belgium").event(45, A).do("annex").event(28, A)
    t.do("place belgium", "place belgium", "place libya")
    assert t.sp("belgium") == (3, 8)
    assert t.sp("libya") == (0, 1)


def test_scramble_for_africa_by_the_liberal_after_the_ops() -> None:
    """5.2: one OP for the Liberal, three SP for the Authoritarian."""
    t = europe().give(L, 28).to_play(L).do("ops C28", "after", "place libya")
    assert t.asked.seat == A
    t.do("place libya", "place libya", "place libya")
    assert t.sp("libya") == (1, 3)
    assert t.where_is(28) == "removed"


# -- C29 Two-power Standard


@pytest.mark.parametrize(
    ("british", "german", "count"), [(0, 0, 2), (3, 2, 2), (2, 2, 2), (2, 3, 3)]
)
def test_two_power_standard_two_attempts_three_if_germany_is_ahead(
    british: int, german: int, count: int
) -> None:
    """C29: the next actions of the Liberal are naval attempts and nothing else."""
    t = europe().navies(british, german).give(A, 30, 13, 21, 34).give(L, 22, 33, 11, 38)
    t.event(29, A)
    for _ in range(count):
        assert {action.split()[0] for action in t.menu} == {"naval"}
        assert why(t, "ops C38") == "standard"
        assert why(t, "event C38") == "standard"
        settle(t.dice(1).do(t.menu[0]))
        settle(t.do("ops " + t.menu[-1].split()[1]))
    assert t.asked.seat == L
    assert "ops C38" in t.menu
    assert why(t, "naval C38") == "attempts"


def test_two_power_standard_demands_attempts_beyond_the_limit_of_the_turn() -> None:
    """6.3.3: a regular attempt made before does not free the Liberal."""
    t = europe().set(attempts={A: 0, L: 1}).event(29, A)
    assert t.menu == ["naval C67"]


def test_two_power_standard_holds_across_turns() -> None:
    """15, first clarification: three attempts from round 6 on end in the next turn."""
    t = europe().navies(1, 2).give(A, 30, 34).give(L, 22, 33, 11, 38).set(round=6)
    t.event(29, A).dice(1).do("naval C22")
    t.do("event C34").dice(1).do("naval C33")
    assert (t.state.turn, t.state.round) == (2, 1)
    settle(t.do("event C30"))
    assert t.asked.seat == L
    assert {action.split()[0] for action in t.menu} == {"naval"}
    t.dice(1).do("naval C11")
    settle(t.do("naval C54"))
    assert "ops C38" in t.menu
    assert why(t, "naval C38") == "attempts"


def test_two_power_standard_gives_way_to_a_scoring_card_in_the_last_round() -> None:
    """15, second clarification: attempt, then the scoring card, then the missing attempt."""
    t = europe().give(A, 30, 34).give(L, 6, 22, 33).set(round=6).event(29, A)
    assert {action.split()[0] for action in t.menu} == {"naval"}
    assert why(t, "score C6") == "standard"
    settle(t.dice(1).do("naval C22"))
    t.do("event C34")
    assert t.menu == ["score C6"]
    assert why(t, "naval C33") == "must_score"
    t.do("score C6").choose(authoritarian="choose S16", liberal="choose S8")
    assert t.state.turn == 2
    settle(t.do("event C30"))
    assert {action.split()[0] for action in t.menu} == {"naval"}
    assert t.asked.prompt.args["count"] == 1


def test_two_power_standard_with_nothing_but_scoring_cards() -> None:
    """15.2 of our text: one of them is played, and the obligation stays."""
    t = Table().clear().give(A, 54, 30).give(L, 6, 7).event(29, A)
    assert t.menu == ["score C6", "score C7"]
    t.do("score C6").choose(authoritarian="choose S16", liberal="choose S8")
    t.give(L, 22)
    settle(t.do("event C30"))
    assert t.menu == ["naval C22"]
    assert t.asked.prompt.args["count"] == 2


def test_two_power_standard_lapses_in_the_last_box() -> None:
    """15.2 of our text; 6.3.7."""
    t = europe().navies(13, 0).event(29, A)
    assert "ops C67" in t.menu
    assert why(t, "naval C67") == "last_box"


def test_two_power_standard_lapses_when_the_last_box_is_reached() -> None:
    """15.2 of our text: 6 + 3 + 1 = 10, the first of two attempts succeeds."""
    t = europe().navies(12, 0).give(L, 38).event(29, A).dice(6).do("naval C38", "keep")
    assert t.state.navy[L] == 13
    settle(t.do("event C54"))
    assert "event C67" in t.menu


def test_two_power_standard_by_the_liberal_binds_the_next_actions() -> None:
    """C29, 5.2: the OPs of this action are spent as usual."""
    t = europe().put("paris", 1, 0).forced_event(29, by=L).do(*["place paris"] * 3)
    assert t.where_is(29) == "removed"
    settle(t.do("event C54"))
    assert t.menu == ["naval C67"]


def test_two_power_standard_does_not_bind_the_authoritarian() -> None:
    """C29."""
    t = europe().event(29, A).to_play(A)
    assert "ops C54" in t.menu


# -- C30, C31, C33, C34


def test_military_tradition_two_sp_in_army_spaces() -> None:
    """C30: any split."""
    t = europe().event(30, A)
    armies = {"french_armed_forces", "kiel", "east_prussia", "imperial_army", "tsarist_army"}
    armies |= {"galicia_przemysl", "serbia"}
    assert set(t.menu) == {f"place {space}" for space in armies}
    assert why(t, "place berlin") == "icon"
    t.do("place kiel", "place kiel")
    assert t.sp("kiel") == (0, 2)
    assert t.asked.seat == L


def test_military_tradition_by_the_liberal_after_the_ops() -> None:
    """5.2."""
    t = europe().put("nice", 1, 0).give(L, 30).to_play(L)
    t.do("ops C30", "after", "place nice", "place nice")
    assert t.asked.seat == A
    t.do("place kiel", "place serbia")
    assert t.where_is(30) == "discard"


def test_status_quo_three_sp_in_bourgeoisie_spaces() -> None:
    """C31; map erratum: Switzerland is one of them."""
    t = europe().event(31, A)
    bourgeois = {"beau_monde", "colonials", "industrialists", "trieste", "russian_bourgeoisie"}
    bourgeois |= {"greece", "switzerland"}
    assert set(t.menu) == {f"place {space}" for space in bourgeois}
    assert why(t, "place paris") == "icon"
    t.do("place switzerland", "place switzerland", "place greece")
    assert (t.sp("switzerland"), t.sp("greece")) == ((0, 2), (0, 1))
    assert t.asked.seat == L


def test_status_quo_by_the_liberal_serves_the_authoritarian() -> None:
    """5.2."""
    t = europe().forced_event(31, by=L)
    assert t.asked.seat == A
    t.do(*["place trieste"] * 3)
    assert t.sp("trieste") == (0, 3)
    assert (t.asked.seat, t.asked.step) == (L, "operations")


def test_modernism_four_sp_in_intellectual_spaces_at_most_two_each() -> None:
    """C33: Siberia, Bosnia and Denmark too."""
    t = europe().event(33, L)
    salons = {"french_writers", "fauvism", "jugendstil", "viennese_secession", "symbolism"}
    salons |= {"siberia", "bosnia", "denmark"}
    assert set(t.menu) == {f"place {space}" for space in salons}
    t.do("place siberia", "place siberia")
    assert why(t, "place siberia") == "limit"
    assert why(t, "place moscow") == "icon"
    t.do("place denmark", "place fauvism")
    assert (t.sp("siberia"), t.sp("denmark"), t.sp("fauvism")) == ((2, 0), (1, 0), (1, 0))
    assert t.asked.seat == A


def test_modernism_by_the_authoritarian_serves_the_liberal() -> None:
    """5.2."""
    t = europe().forced_event(33, by=A)
    assert t.asked.seat == L
    t.do(*["place fauvism", "place fauvism", "place symbolism", "place symbolism"])
    assert (t.asked.seat, t.asked.step) == (A, "operations")


@pytest.mark.parametrize("player", [A, L])
def test_government_sponsored_art_one_sp_in_six_spaces(player: Seat) -> None:
    """C34: every Intellectual space but Bosnia and Siberia, under any control."""
    t = held(europe(), L, "french_writers", "siberia")
    if player == A:
        t.event(34, A)
    else:
        t.forced_event(34, by=L)
    assert t.sp("french_writers") == (3, 1)
    for space in ("fauvism", "jugendstil", "viennese_secession", "symbolism", "denmark"):
        assert t.sp(space) == (0, 1)
    assert (t.sp("siberia"), t.sp("bosnia")) == ((5, 0), (0, 0))
    assert t.asked.seat == L


# -- C35 Absolutism, C36 March of History

MORE_OPS = [(35, A), (36, L)]


@pytest.mark.parametrize(("number", "owner"), MORE_OPS)
def test_absolutism_and_march_of_history_one_op_more_for_their_side(
    number: int, owner: Seat
) -> None:
    """C35, C36: every card the side plays, with an event of either side."""
    t = europe().event(number, owner)
    assert t.where_is(number) == "removed"
    assert ops(t, owner, 16) == 5
    assert ops(t, owner, 40) == 3
    assert ops(t, OTHER[owner], 16) == 4


@pytest.mark.parametrize(("number", "owner"), MORE_OPS)
def test_absolutism_and_march_of_history_end_with_the_turn(number: int, owner: Seat) -> None:
    """C35, C36."""
    t = end_of_turn(europe().event(number, owner))
    assert ops(t, owner, 16) == 4


@pytest.mark.parametrize(("number", "owner"), MORE_OPS)
def test_absolutism_and_march_of_history_triggered_by_the_opponent(
    number: int, owner: Seat
) -> None:
    """C35, C36, 5.2: the OPs of the one who plays the card stay at 3."""
    t = europe().forced_event(number, by=OTHER[owner])
    assert t.asked.seat == OTHER[owner]
    assert t.asked.prompt.args["left"] == 3
    assert ops(settle(t), owner, 16) == 5


@pytest.mark.parametrize(("number", "owner"), MORE_OPS)
def test_absolutism_and_march_of_history_do_not_count_for_themselves(
    number: int, owner: Seat
) -> None:
    """15: further OPs plays only, so not the OPs of the card itself (Colossus class)."""
    t = europe().navies(*((0, 5) if owner == A else (5, 0))).give(owner, number).to_play(owner)
    t.do(f"both C{number}", "before")
    assert t.asked.prompt.args["left"] == 3


@pytest.mark.parametrize(("number", "owner"), MORE_OPS)
def test_absolutism_and_march_of_history_come_before_nassau(number: int, owner: Seat) -> None:
    """6.3.9: a card of 2 rises to 3 and then falls to 2."""
    t = europe().navies(*((2, 1) if owner == A else (1, 2))).event(number, owner)
    assert ops(t, owner, 40) == 2
    assert ops(t, owner, 16) == 4


@pytest.mark.parametrize(("number", "owner"), MORE_OPS)
def test_absolutism_and_march_of_history_serve_naval_attempts(number: int, owner: Seat) -> None:
    """7.3.3."""
    t = europe().navies(1, 1).event(number, owner).give(owner, 40).to_play(owner).dice(1)
    t.do("naval C40")
    (line,) = t.log_lines("attempt")
    assert line["ops"] == 3


# -- C37 Ferdinand Esterhazy


def suspect(*hand: int) -> Table:
    """The Liberal holds these cards, and the Authoritarian one for the next round."""
    return Table().clear().give(A, 54).give(L, *hand)


def test_esterhazy_hits_a_scoring_card_which_is_not_scored() -> None:
    """15, Ferdinand Esterhazy; 5.4."""
    t = held(suspect(6), L, "paris").event(37, A)
    assert t.log_lines("score") == []
    assert t.log_lines("crisis") == []
    assert t.state.vp == 0
    assert (t.where_is(6), t.where_is(37)) == ("discard", "discard")


def test_esterhazy_hits_an_authoritarian_event_which_happens_at_once() -> None:
    """C37: an asterisk card is then removed."""
    t = suspect(21).event(37, A)
    assert t.asked.seat == A
    t.do("place kiel", "place kiel", "place kiel")
    assert t.sp("kiel") == (0, 3)
    assert (t.where_is(21), t.where_is(37)) == ("removed", "discard")


def test_esterhazy_hits_an_authoritarian_event_that_stays_in_the_game() -> None:
    """C37."""
    t = suspect(34).event(37, A)
    assert t.sp("denmark") == (0, 1)
    assert t.where_is(34) == "discard"


@pytest.mark.parametrize("number", [22, 26, 16, 40, 17])
def test_esterhazy_hits_a_liberal_or_neutral_card_without_effect(number: int) -> None:
    """C37: only an Authoritarian event happens."""
    t = suspect(number).event(37, A)
    assert t.where_is(number) == "discard"
    assert t.state.happened == ["C37"]
    assert t.state.vp == 0


def test_esterhazy_hits_a_barred_event() -> None:
    """5.2, 7.5: it does not happen and is not removed."""
    t = suspect(4).happened(83).event(37, A)
    assert t.where_is(4) == "discard"
    assert "C4" not in t.state.happened


def test_esterhazy_hits_an_event_with_an_unmet_condition() -> None:
    """5.2: Bülow without three Monarch spaces."""
    t = suspect(18).discarded(21).event(37, A)
    assert (t.where_is(18), t.where_is(21)) == ("discard", "discard")


def test_esterhazy_finds_an_empty_hand() -> None:
    """5.2, last bullet."""
    t = suspect().event(37, A)
    assert t.log_lines("discard") == []
    assert t.where_is(37) == "discard"
    assert t.asked.seat == A


def test_esterhazy_takes_one_card_of_many() -> None:
    """C37."""
    t = suspect(22, 33, 11, 38).event(37, A)
    assert len(t.state.hand[L]) == 3
    (line,) = t.log_lines("discard")
    assert line["side"] == L
    assert line["card"] in t.state.discard


def test_esterhazy_hits_tirpitz_and_war_breaks_out() -> None:
    """8.3.1."""
    t = suspect(1).set(tension=5, track=["franco_russian_alliance"]).dice(6).event(37, A)
    assert len(t.log_lines("outbreak")) == 1


def test_esterhazy_played_by_the_liberal_for_ops_costs_a_card() -> None:
    """5.2: after the OPs the only other card goes."""
    t = suspect(37, 21).put("paris", 1, 0).to_play(L)
    t.do("ops C37", "after", "place paris", "place paris")
    assert t.asked.seat == A
    t.do("place kiel", "place kiel", "place kiel")
    assert t.state.hand[L] == []
    assert (t.where_is(37), t.where_is(21)) == ("discard", "removed")


# -- C38 Kulturkampf


def test_kulturkampf_two_checks_that_ignore_enemy_neighbours() -> None:
    """C38: 6 + 3 + 1 (French Writers) - 2 x 4 = 2; the same space twice."""
    t = held(europe(), A, "french_catholic_church", "french_armed_forces", "alsace_lorraine")
    held(t, L, "french_writers").dice(6, 6).event(38, L)
    t.do("check french_catholic_church")
    (line,) = t.log_lines("check")
    assert (line["ops"], line["friends"], line["enemies"]) == (3, 1, 0)
    assert t.sp("french_catholic_church") == (0, 2)
    t.do("check french_catholic_church")
    assert t.sp("french_catholic_church") == (0, 0)
    assert t.asked.seat == A
    assert t.where_is(38) == "discard"


def test_kulturkampf_hits_church_and_intellectual_spaces_only() -> None:
    """C38; 6.2.3: with an enemy SP."""
    t = held(europe(), A, "jugendstil", "crimea").put("orthodox_church", 0, 1).event(38, L)
    assert t.menu == ["check jugendstil", "check orthodox_church"]
    assert why(t, "check crimea") == "icon"
    assert why(t, "check fauvism") == "not_support"


def test_kulturkampf_with_fewer_targets() -> None:
    """C38, 15.9 of our text: one check empties the only target; 5 + 3 - 2 = 6."""
    t = europe().put("fauvism", 0, 1).dice(5).event(38, L).do("check fauvism")
    assert t.sp("fauvism") == (1, 0)
    assert t.asked.seat == A
    t.event(38, L)
    assert t.asked.seat == A


def test_kulturkampf_by_the_authoritarian_gives_the_liberal_checks() -> None:
    """5.2."""
    t = europe().put("french_catholic_church", 0, 4).dice(1, 1).forced_event(38, by=A)
    assert t.asked.seat == L
    t.do("check french_catholic_church", "check french_catholic_church")
    assert (t.asked.seat, t.asked.step) == (A, "operations")


# -- C40 Indecisiveness


@pytest.mark.parametrize("side", [A, L])
def test_indecisiveness_lowers_tension_and_gives_one_sp(side: Seat) -> None:
    """C40: in any space, even under enemy control."""
    t = held(europe(), OTHER[side], "vienna").set(tension=2).event(40, side)
    assert t.state.tension == 1
    assert why(t, "place norway") == "closed"
    t.do("place vienna")
    assert t.sp("vienna") == ((1, 3) if side == L else (3, 1))
    assert t.state.vp == 0
    assert t.where_is(40) == "discard"


@pytest.mark.parametrize(("side", "vp"), [(A, -1), (L, 1)])
def test_indecisiveness_at_tension_0_is_worth_a_vp(side: Seat, vp: int) -> None:
    """15, Tension and VP: of a neutral event to the player of the card."""
    t = europe().event(40, side).do("place vienna")
    assert (t.state.tension, t.state.vp) == (0, vp)


# -- C78 Revolution of 1905


def revolution(t: Table, *, by: Seat = L) -> int:
    """Return how many checks the Revolution of 1905 gives against a fortress."""
    t.put("nicolas_ii", 0, 30).dice(*[1] * 8)
    t.event(78, L) if by == L else t.forced_event(78, by=A)
    checks = 0
    while t.asked.step == "event_check":
        t.do("check nicolas_ii")
        checks += 1
    return checks


def test_revolution_of_1905_five_checks_with_tension_for_ops_then_a_crisis() -> None:
    """C78: Tension rises to 3 first; 5 + 3 - 2 x 3 = 2 in Moscow."""
    t = europe().set(tension=2).put("moscow", 0, 4).put("vienna", 0, 3).event(78, L)
    assert t.state.tension == 3
    assert why(t, "check vienna") == "region"
    t.dice(5, 1, 1, 1, 1, 4).do("check moscow")
    (line,) = t.log_lines("check")
    assert (line["ops"], line["result"]) == (3, 2)
    assert t.sp("moscow") == (0, 2)
    t.do(*["check moscow"] * 3)
    assert t.log_lines("crisis") == []
    t.do("check moscow")
    assert t.log_lines("crisis") == [{"die": 4, "tension": 3, "status": -6, "total": 1}]
    assert t.where_is(78) == "removed"


@pytest.mark.parametrize(
    ("lasting", "german", "checks"),
    [
        ({}, 1, 5),
        ({36: L}, 1, 5),
        ({16: A}, 1, 4),
        ({16: A, 36: L}, 1, 4),
        ({35: A}, 1, 5),
        ({}, 2, 4),
        ({16: A}, 2, 3),
    ],
)
def test_revolution_of_1905_as_many_checks_as_the_card_is_worth(
    lasting: dict[int, Seat], german: int, checks: int
) -> None:
    """C78, 7.3, 15.4: Stymied and Nassau take one off, March of History adds none."""
    t = europe().navies(1, german)
    for number, side in lasting.items():
        t.lasting(number, side)
    assert revolution(t) == checks


def test_revolution_of_1905_by_the_authoritarian() -> None:
    """15.4 of our text: Nassau does not lower it; the Liberal checks before the OPs."""
    t = europe().navies(1, 2)
    assert revolution(t, by=A) == 5
    assert (t.asked.seat, t.asked.step) == (A, "operations")


def test_revolution_of_1905_without_targets_still_rolls_for_a_crisis() -> None:
    """C78."""
    t = europe().dice(2).event(78, L)
    assert t.log_lines("crisis") == [{"die": 2, "tension": 1, "status": -6, "total": -3}]
    assert t.where_is(78) == "removed"


def test_revolution_of_1905_can_end_in_war() -> None:
    """8.3.1: 5 + 6 - 4 = 7."""
    t = europe().set(tension=5, track=["franco_russian_alliance"]).dice(5).event(78, L)
    assert len(t.log_lines("outbreak")) == 1


def test_revolution_of_1905_at_the_highest_tension_costs_the_liberal_a_vp() -> None:
    """8.1.2: a Liberal event, also when the Authoritarian plays the card."""
    t = europe().set(tension=6).dice(1).forced_event(78, by=A)
    assert (t.state.tension, t.state.vp) == (6, -1)


def test_revolution_of_1905_makes_the_october_manifesto_available() -> None:
    """C78."""
    t = europe().give(L, 63).to_play(L)
    assert why(t, "event C63") == "needs"
    assert "event C63" in settle(t.event(78, L)).to_play(L).menu
