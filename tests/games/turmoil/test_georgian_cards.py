"""The strategy cards of the Georgian era (era = "georgian" in the list of cards)."""

from __future__ import annotations

import pytest

from entente.kernel import Seat
from tests.games.turmoil.table import A, L, Table

OPS: dict[int, tuple[Seat, int]] = {
    61: (A, 3),
    81: (A, 1),
    82: (A, 3),
    83: (A, 1),
    84: (L, 2),
    85: (A, 3),
    86: (L, 3),
    87: (A, 2),
    88: (A, 1),
    89: (A, 2),
    90: (L, 2),
    91: (L, 4),
    92: (L, 3),
    93: (A, 2),
    94: (L, 2),
    95: (A, 5),
    96: (A, 3),
    98: (A, 2),
    99: (L, 3),
    100: (A, 3),
    101: (L, 3),
    102: (A, 3),
    103: (A, 2),
    104: (L, 2),
    106: (A, 2),
    107: (A, 4),
    108: (A, 3),
    109: (A, 2),
    110: (L, 2),
}
OTHER: dict[Seat, Seat] = {A: L, L: A}


def scene() -> Table:
    """An empty map; either side keeps a card, so that the turn goes on after the play."""
    return Table().clear().give(A, 21).give(L, 22)


def why(table: Table, action: str) -> tuple[str, str]:
    """The section and the reason of a refusal."""
    reason = table.refusal(action)
    return reason.section, reason.message.key


def spend(table: Table, ops: int) -> Table:
    """Use up OPs where nothing else happens: next to the player's own box."""
    space = "belgium" if table.asked.seat == L else "crimea"
    return table.do(*[f"place {space}"] * ops)


def held_in_russia(*spaces: str) -> Table:
    table = scene()
    for space in spaces:
        table.put(space, 5, 0)
    return table


# -- all of them


@pytest.mark.parametrize("number", OPS)
def test_only_its_own_side_plays_a_georgian_event(number: int) -> None:
    """7.1; C104 is a Liberal event (erratum)."""
    owner, _ = OPS[number]
    table = scene().give(OTHER[owner], number).to_play(OTHER[owner])
    assert why(table, f"event C{number}") == ("7.1", "refusal.their_event")


@pytest.mark.parametrize("number", OPS)
def test_a_georgian_card_is_worth_its_ops(number: int) -> None:
    """6.1: its owner places as many SP and discards the card: its event does not happen."""
    owner, ops = OPS[number]
    table = scene().give(owner, number).to_play(owner).do(f"ops C{number}")
    assert not any(action in table.menu for action in ("before", "after"))
    spend(table, ops)
    assert table.sp("belgium" if owner == L else "crimea") == ((ops, 0) if owner == L else (0, ops))
    assert table.asked.seat == OTHER[owner]
    assert table.where_is(number) == "discard"
    assert f"C{number}" not in table.state.happened


@pytest.mark.parametrize("number", OPS)
def test_a_georgian_card_used_for_a_naval_attempt_has_no_event(number: int) -> None:
    """6.3.6: of either side; with or without an asterisk it is discarded."""
    owner, _ = OPS[number]
    table = scene().navies(4, 4).give(OTHER[owner], number).to_play(OTHER[owner])
    table.do(f"naval C{number}")
    assert table.where_is(number) == "discard"
    assert f"C{number}" not in table.state.happened


# -- C61 Russian Collapse


def test_russian_collapse_takes_the_place_of_the_first_marker() -> None:
    """C61: Tension +1, a crisis roll, then the marker."""
    table = held_in_russia("moscow", "poland", "orthodox_church")
    table.set(track=["three_emperor_league", "dual_alliance"]).dice(2).event(61, A)
    assert table.state.tension == 1
    assert table.log_lines("crisis") == [{"die": 2, "tension": 1, "status": -5, "total": -2}]
    assert table.state.track == ["russian_collapse", "dual_alliance"]
    assert table.where_is(61) == "removed"


def test_russian_collapse_also_replaces_the_franco_russian_alliance() -> None:
    """C61."""
    table = held_in_russia("moscow", "poland", "orthodox_church")
    table.set(track=["franco_russian_alliance"]).event(61, A)
    assert table.state.track == ["russian_collapse"]


def test_after_the_russian_collapse_the_two_of_the_three_emperors_are_gone() -> None:
    """C61, 8.2.4: one marker on the track is -4, no longer -6."""
    table = held_in_russia("moscow", "poland", "orthodox_church").event(61, A)
    table.dice(3).event(57, L)
    assert table.log_lines("crisis") == [{"die": 3, "tension": 2, "status": -4, "total": 1}]


def test_russian_collapse_needs_three_liberal_battlegrounds_in_russia() -> None:
    """C61: normal spaces and battlegrounds elsewhere do not help."""
    table = held_in_russia("moscow", "poland", "finland", "belarus", "vienna")
    table.give(A, 61).to_play(A)
    assert why(table, "event C61") == ("7.1", "refusal.collapse")
    assert table.refusal("event C61").message.args["count"] == 2


def test_russian_collapse_played_by_the_liberal_too_early_is_discarded() -> None:
    """5.2: the condition is not met, so the asterisk does not count."""
    table = scene().forced_event(61, L)
    spend(table, 3)
    assert table.state.track == ["three_emperor_league"]
    assert table.state.tension == 0
    assert table.where_is(61) == "discard"


def test_russian_collapse_can_be_brought_about_by_the_liberal() -> None:
    """5.2: even by the very OPs of the card, if its event comes after them."""
    table = held_in_russia("moscow", "poland").put("tsarist_army", 2, 0)
    table.give(L, 61).to_play(L).do("ops C61", "after", *["place tsarist_army"] * 3)
    assert table.state.track == ["russian_collapse"]
    assert table.where_is(61) == "removed"


def test_franco_russian_alliance_is_barred_after_the_russian_collapse() -> None:
    """C61, 7.5."""
    table = held_in_russia("moscow", "poland", "orthodox_church").event(61, A)
    table.give(L, 26).to_play(L)
    assert why(table, "event C26") == ("7.5", "refusal.barred")


def test_the_barred_franco_russian_alliance_gives_the_authoritarian_its_ops_only() -> None:
    """5.2: no event, and the card is discarded in spite of its asterisk."""
    table = held_in_russia("moscow", "poland", "orthodox_church").event(61, A)
    table.give(A, 26).to_play(A).do("ops C26")
    spend(table, 2)
    assert table.state.track == ["russian_collapse"]
    assert table.where_is(26) == "discard"


def test_if_the_russian_collapse_starts_the_war_the_marker_is_not_replaced() -> None:
    """8.3.1: what comes after the crisis roll is lost; Russia fights for the Central Powers."""
    table = held_in_russia("moscow", "poland", "orthodox_church")
    table.set(track=["three_emperor_league", "dual_alliance"], tension=5).dice(6, 6, 1).event(61, A)
    assert table.state.alliance["russia"] == A
    assert table.state.track == ["three_emperor_league", "dual_alliance"]


# -- C81 Raoul Villain


def test_raoul_villain_gives_a_vp_and_ends_jean_jaures() -> None:
    """C81."""
    table = scene().lasting(75, L).happened(75).event(81, A)
    assert table.state.vp == -1
    assert not table.t.in_force("C75")
    assert table.where_is(81) == "removed"


def test_after_raoul_villain_no_crisis_is_calmed() -> None:
    """C81: the Liberal no longer decides before a crisis roll."""
    table = scene().lasting(75, L).event(81, A).set(tension=3).dice(1).event(57, A)
    assert table.log_lines("crisis") == [{"die": 1, "tension": 4, "status": -6, "total": -1}]


def test_jean_jaures_is_barred_after_raoul_villain() -> None:
    """C81, 7.5."""
    table = scene().event(81, A).give(L, 75).to_play(L)
    assert why(table, "event C75") == ("7.5", "refusal.barred")


def test_raoul_villain_played_by_the_liberal_serves_the_authoritarian() -> None:
    """5.2."""
    table = scene().lasting(75, L).forced_event(81, L)
    assert table.state.vp == -1
    assert not table.t.in_force("C75")
    assert table.asked.seat == L
    spend(table, 1)
    assert table.where_is(81) == "removed"


# -- C82 Agadir Crisis


def test_agadir_ceded_costs_a_vp_and_morocco() -> None:
    """C82: Morocco has stability 3, so 2 Liberal SP take 5 to control."""
    table = scene().put("morocco", 2, 0).event(82, A)
    assert (table.asked.seat, sorted(table.menu)) == (L, ["cede", "defy"])
    table.do("cede")
    assert table.state.vp == -1
    assert table.sp("morocco") == (2, 5)
    assert table.state.tension == 0
    assert table.where_is(82) == "removed"


def test_agadir_ceded_adds_nothing_to_an_authoritarian_morocco() -> None:
    """C82: only as many SP as control takes."""
    table = scene().put("morocco", 0, 4).event(82, A).do("cede")
    assert table.sp("morocco") == (0, 4)


def test_agadir_defied_gives_a_vp_and_a_crisis() -> None:
    """C82: Tension +2, then the roll."""
    table = scene().event(82, A).dice(4).do("defy")
    assert table.state.vp == 1
    assert table.log_lines("crisis") == [{"die": 4, "tension": 2, "status": -6, "total": 0}]
    assert table.sp("morocco") == (0, 0)


def test_agadir_defied_at_the_top_of_the_track_costs_the_authoritarian() -> None:
    """8.1.2: it is an Authoritarian event, so each missing point of Tension costs that side."""
    table = scene().set(tension=5).event(82, A).dice(1).do("defy")
    assert table.state.tension == 6
    assert table.state.vp == 2


def test_agadir_triggered_by_the_liberal_is_still_the_authoritarians_choice() -> None:
    """5.2 and C82."""
    table = scene().forced_event(82, L)
    assert (table.asked.seat, sorted(table.menu)) == (L, ["cede", "defy"])
    table.do("cede")
    assert table.holder("morocco") == A
    spend(table, 3)
    assert table.where_is(82) == "removed"


def test_agadir_defied_can_start_the_war() -> None:
    """C82, 8.3.1: the OPs of the card are lost with it."""
    table = scene().set(tension=4, track=["franco_russian_alliance"]).forced_event(82, L)
    table.dice(6, 1, 6).do("defy")
    assert table.log_lines("outbreak")
    assert table.asked.section == "8.4.3"


# -- C83 Gavrilo Princip


def test_gavrilo_princip_frees_tension_from_franz_ferdinand() -> None:
    """C83: the cap of 3 ends before Tension rises by 2."""
    table = scene().put("vienna", 0, 3).put("budapest", 0, 2).lasting(4, A)
    table.set(tension=3).dice(1).event(83, A)
    assert table.state.tension == 5
    assert table.state.vp == 0
    assert table.log_lines("crisis") == [{"die": 1, "tension": 5, "status": -6, "total": 0}]
    assert not table.t.in_force("C4")
    assert table.where_is(83) == "removed"


def test_franz_ferdinand_is_barred_after_gavrilo_princip() -> None:
    """C83, C4."""
    table = scene().event(83, A).give(A, 4).to_play(A)
    assert why(table, "event C4") == ("7.5", "refusal.barred")


def test_gavrilo_princip_is_barred_by_a_won_yugoslavia() -> None:
    """C83, C96."""
    table = scene().dice(4, 3).event(96, A).do("unite serbia").give(A, 83).to_play(A)
    assert why(table, "event C83") == ("7.5", "refusal.yugoslavia")


def test_gavrilo_princip_barred_by_yugoslavia_is_discarded_by_the_liberal() -> None:
    """5.2: the Liberal gets the OPs and nothing else happens."""
    table = scene().set(yugoslavia=True).forced_event(83, L)
    spend(table, 1)
    assert table.state.tension == 0
    assert table.where_is(83) == "discard"


def test_gavrilo_princip_remains_possible_after_a_lost_yugoslavia() -> None:
    """C83, C96: only an Authoritarian win bars it."""
    table = scene().dice(3, 4).event(96, A).event(83, A)
    assert table.state.tension == 2


def test_gavrilo_princip_played_by_the_liberal_comes_about() -> None:
    """5.2."""
    table = scene().dice(1).forced_event(83, L)
    assert table.state.tension == 2
    spend(table, 1)
    assert table.where_is(83) == "removed"


# -- C84 Balkan Federation


def federation() -> Table:
    """The event has taken place, and the Liberal plays again."""
    return scene().event(84, L).do("place greece").to_play(L)


def test_balkan_federation_puts_one_sp_in_the_balkans() -> None:
    """C84."""
    table = scene().event(84, L)
    assert why(table, "place vienna") == ("6.1.1", "refusal.region")
    table.do("place serbia")
    assert table.sp("serbia") == (1, 0)
    assert table.where_is(84) == "removed"


def test_balkan_federation_adds_an_op_to_a_card_used_in_the_balkans() -> None:
    """C84: a card of 2 OPs places 3 SP, but all of them there."""
    table = federation().do("ops C22")
    assert sorted(table.menu) == ["anywhere", "balkans"]
    table.do("balkans")
    assert why(table, "place belgium") == ("6.1", "refusal.region")
    table.do("place greece", "place montenegro", "place macedonia")
    assert table.sp("greece") == (2, 0)
    assert table.asked.seat == A


def test_without_the_pledge_a_card_keeps_its_value() -> None:
    """C84: 2 OPs, in the Balkans or elsewhere."""
    table = federation().do("ops C22", "anywhere", "place greece", "place belgium")
    assert table.asked.seat == A


def test_balkan_federation_counts_in_support_checks() -> None:
    """C84, 7.3.3: both checks in the Balkans, with 3 instead of 2 OPs."""
    table = federation().put("serbia", 0, 1).put("romania", 0, 1).put("kiel", 0, 1)
    table.do("ops C22", "balkans")
    assert why(table, "check kiel") == ("6.2", "refusal.region")
    table.dice(1, 1).do("check serbia")
    assert table.log_lines("check")[0]["ops"] == 3
    table.do("check romania")
    assert table.log_lines("check")[0]["ops"] == 3


def test_balkan_federation_does_not_concern_the_authoritarian() -> None:
    """C84: a Liberal card."""
    table = federation().to_play(A).do("ops C21")
    assert "balkans" not in table.menu


def test_balkan_federation_ends_with_the_turn() -> None:
    """C84."""
    table = scene().set(round=7).event(84, L).do("place greece")
    assert table.state.turn == 2
    assert not table.t.in_force("C84")
    table.to_play(L).do("ops C22")
    assert "balkans" not in table.menu


def test_balkan_federation_played_by_the_authoritarian_lasts_for_the_liberal() -> None:
    """5.2."""
    table = scene().forced_event(84, A)
    assert table.asked.seat == L
    table.do("place serbia")
    assert table.asked.seat == A
    spend(table, 2)
    table.to_play(L).do("ops C22")
    assert sorted(table.menu) == ["anywhere", "balkans"]


def test_balkan_federation_comes_before_the_nassau_class() -> None:
    """6.3.9: 2 + 1 = 3 OPs; the German lead takes 1."""
    table = federation().navies(0, 2).do("ops C22", "balkans", "place greece", "place greece")
    assert table.asked.seat == A


def test_balkan_federation_and_stymied_are_added_up() -> None:
    """7.3.1: a card of 1 OP is worth 1 - 1 + 1."""
    table = federation().lasting(16, A).give(L, 58).to_play(L)
    table.do("ops C58", "balkans", "place greece")
    assert table.asked.seat == A


# -- C85 Patriotism / Nationalism


def test_patriotism_replaces_three_sp_in_worker_spaces() -> None:
    """C85: one in a space, and nowhere else than in Worker spaces."""
    table = scene().put("picardy", 3, 0).put("romania", 1, 1).put("belgium", 2, 0)
    table.put("paris", 2, 0).put("dijon", 1, 0).event(85, A)
    assert why(table, "replace paris") == ("7.1", "refusal.icon")
    table.do("replace picardy")
    assert why(table, "replace picardy") == ("7.1", "refusal.limit")
    table.do("replace romania", "replace belgium")
    assert table.sp("picardy") == (2, 1)
    assert table.sp("romania") == (0, 2)
    assert table.sp("belgium") == (1, 1)
    assert table.asked.seat == L
    assert table.where_is(85) == "removed"


def test_patriotism_says_why_a_space_cannot_be_chosen() -> None:
    """C85: Saxony holds no Liberal SP; Picardy has had the one that a space may have."""
    table = scene().put("picardy", 3, 0).put("dijon", 1, 0).event(85, A)
    assert why(table, "replace saxony") == ("7.1", "refusal.not_support")
    table.do("replace picardy")
    assert table.refusal("replace picardy").message.args["count"] == 1


def test_patriotism_replaces_fewer_where_there_are_fewer() -> None:
    """15.9."""
    table = scene().put("bohemia", 4, 0).event(85, A).do("replace bohemia")
    assert table.sp("bohemia") == (3, 1)
    assert table.where_is(85) == "removed"


def test_patriotism_without_a_target_counts_as_played() -> None:
    """5.2: no effect, but the asterisk counts."""
    assert scene().event(85, A).where_is(85) == "removed"


def test_patriotism_played_by_the_liberal_is_carried_out_by_the_authoritarian() -> None:
    """5.2."""
    table = scene().put("saxony", 1, 0).forced_event(85, L)
    assert table.asked.seat == A
    table.do("replace saxony")
    assert table.sp("saxony") == (0, 1)
    assert table.asked.seat == L


# -- C86 Parliament Act of 1911


@pytest.mark.parametrize("space", ["belgium", "netherlands", "spain_portugal", "denmark", "sweden"])
def test_the_parliament_act_gives_a_vp_for_each_friend(space: str) -> None:
    """C86: 1, and 1 for the space."""
    table = scene().put(space, 3, 0).event(86, L)
    assert table.state.vp == 2
    assert table.where_is(86) == "removed"


def test_the_parliament_act_counts_all_six_friends() -> None:
    """C86: Norwegian Independence puts the 2 SP in Norway that control takes."""
    table = scene()
    for space in ("belgium", "netherlands", "spain_portugal", "denmark", "sweden"):
        table.put(space, 3, 0)
    table.event(51, L).event(86, L)
    assert table.state.vp == 7


def test_the_parliament_act_needs_control_and_no_other_space() -> None:
    """C86: 2 SP do not control Belgium; Switzerland and Italy are none of the six."""
    table = scene().put("belgium", 2, 0).put("switzerland", 5, 0).put("italy", 3, 0)
    assert table.put("netherlands", 0, 3).event(86, L).state.vp == 1


def test_the_parliament_act_played_by_the_authoritarian_serves_the_liberal() -> None:
    """5.2."""
    assert scene().put("belgium", 3, 0).forced_event(86, A).state.vp == 2


# -- C87 War in the Balkans


def test_war_in_the_balkans() -> None:
    """C87: Tension, crisis roll, 3 Liberal SP, the marker."""
    table = scene().put("serbia", 2, 0).put("greece", 2, 0).put("vienna", 1, 0)
    table.dice(5).event(87, A)
    assert table.log_lines("crisis") == [{"die": 5, "tension": 1, "status": -6, "total": 0}]
    assert table.asked.seat == A
    assert why(table, "remove vienna") == ("7.1", "refusal.region")
    table.do("remove serbia", "remove serbia", "remove greece")
    assert table.sp("serbia") == (0, 0)
    assert table.sp("greece") == (1, 0)
    assert table.state.track == ["three_emperor_league", "balkan_wars"]
    assert table.where_is(87) == "removed"


def test_war_in_the_balkans_removes_what_there_is() -> None:
    """15.9."""
    table = scene().put("serbia", 2, 4).event(87, A).do("remove serbia", "remove serbia")
    assert table.sp("serbia") == (0, 4)
    assert "balkan_wars" in table.state.track


@pytest.mark.parametrize(("number", "side"), [(87, A), (90, L)])
def test_the_balkan_wars_marker_adds_one_to_later_crisis_rolls(number: int, side: Seat) -> None:
    """8.2.4: two markers -3, Three Emperor League -2, Balkan Wars +1."""
    table = scene().event(number, side)
    if number == 90:
        table.do("rise serbia")
    table.dice(2).event(57, A)
    assert table.log_lines("crisis") == [{"die": 2, "tension": 2, "status": -4, "total": 0}]


@pytest.mark.parametrize(("number", "side"), [(87, A), (90, L)])
def test_no_crisis_over_the_balkans_under_the_legacy_of_bismarck(number: int, side: Seat) -> None:
    """C25: Tension rises, and the marker comes, but there is no roll."""
    table = scene().lasting(25, A).event(number, side)
    assert table.log_lines("crisis") == []
    if number == 90:
        table.do("rise serbia")
    assert table.state.tension == 1
    assert table.state.track == ["three_emperor_league", "balkan_wars"]


@pytest.mark.parametrize(("number", "side"), [(87, A), (90, L)])
def test_there_is_only_one_balkan_wars_marker(number: int, side: Seat) -> None:
    """C87, C90: it is placed unless it is already there; the event still happens."""
    table = scene().set(track=["three_emperor_league", "balkan_wars"]).put("serbia", 1, 2)
    table.event(number, side).do("remove serbia" if number == 87 else "rise serbia")
    assert table.state.track == ["three_emperor_league", "balkan_wars"]
    assert table.sp("serbia") == ((0, 2) if number == 87 else (2, 2))


@pytest.mark.parametrize(("number", "side"), [(87, A), (90, L)])
def test_a_war_over_the_balkans_breaks_out_before_the_marker_is_placed(
    number: int, side: Seat
) -> None:
    """8.3.1: so the Balkans take no part in it."""
    table = scene().set(tension=5, track=["franco_russian_alliance"]).put("serbia", 2, 0)
    table.dice(6, 1, 6).event(number, side)
    assert table.state.track == ["franco_russian_alliance"]
    assert table.sp("serbia") == (2, 0)
    assert "balkans" not in table.state.alliance


def test_war_in_the_balkans_played_by_the_liberal() -> None:
    """5.2: the Authoritarian chooses the losses."""
    table = scene().put("greece", 1, 0).forced_event(87, L)
    assert table.asked.seat == A
    table.do("remove greece")
    spend(table, 2)
    assert table.where_is(87) == "removed"


# -- C88 US Non-interventionism


def test_us_non_interventionism_ends_us_interventionism() -> None:
    """C88: its marker leaves, and Authoritarian stability cards are available again."""
    table = scene().happened(58).set(beside=["schlieffen", "us_interventionism"])
    table.set(stability={A: ["S11", "S12"], L: ["S1", "S2"]}).event(88, A)
    assert table.state.beside == ["schlieffen"]
    assert sorted(table.state.stability[A]) == sorted(f"S{n}" for n in range(11, 21))
    assert table.state.stability[L] == ["S1", "S2"]
    assert table.where_is(88) == "removed"


def test_us_interventionism_is_barred_after_us_non_interventionism() -> None:
    """C88: also if it has not been played before."""
    table = scene().event(88, A).give(L, 58).to_play(L)
    assert why(table, "event C58") == ("7.5", "refusal.barred")


def test_barred_us_interventionism_is_discarded_by_the_authoritarian() -> None:
    """5.2."""
    table = scene().event(88, A).give(A, 58).to_play(A).do("ops C58")
    spend(table, 1)
    assert table.state.beside == []
    assert table.where_is(58) == "discard"


def test_us_non_interventionism_played_by_the_liberal() -> None:
    """5.2."""
    table = scene().set(beside=["us_interventionism"], stability={A: ["S11"], L: ["S1"]})
    table.forced_event(88, L)
    assert table.state.beside == []
    assert len(table.state.stability[A]) == 10


# -- C89 Stolypin Land Reforms


def test_stolypin_reforms_every_russian_farmer_space() -> None:
    """C89: 1 Liberal SP out, where there is one, and 1 Authoritarian SP in."""
    table = scene().put("belarus", 2, 0).put("crimea", 1, 3).put("transylvania", 1, 0)
    table.put("baltic_states", 1, 0).event(89, A)
    assert table.sp("belarus") == (1, 1)
    assert table.sp("ukraine") == (0, 1)
    assert table.sp("crimea") == (0, 4)
    assert table.sp("transylvania") == (1, 0)
    assert table.sp("baltic_states") == (1, 0)
    assert table.where_is(89) == "removed"


def test_stolypin_played_by_the_liberal() -> None:
    """5.2."""
    table = scene().put("ukraine", 1, 0).forced_event(89, L)
    assert table.sp("ukraine") == (0, 1)
    assert table.asked.seat == L


# -- C90 Balkan Civil War


def test_balkan_civil_war_raises_the_liberal_to_the_authoritarian_level() -> None:
    """C90: in one Balkan space, after Tension and the crisis roll."""
    table = scene().put("serbia", 1, 4).put("vienna", 0, 4).dice(3).event(90, L)
    assert table.log_lines("crisis") == [{"die": 3, "tension": 1, "status": -6, "total": -2}]
    assert why(table, "rise vienna") == ("7.1", "refusal.region")
    table.do("rise serbia")
    assert table.sp("serbia") == (4, 4)
    assert table.state.track == ["three_emperor_league", "balkan_wars"]
    assert table.where_is(90) == "removed"


def test_balkan_civil_war_takes_no_sp_away() -> None:
    """C90: where the Liberal has more, nothing changes."""
    table = scene().put("greece", 3, 1).event(90, L).do("rise greece")
    assert table.sp("greece") == (3, 1)


def test_balkan_civil_war_played_by_the_authoritarian() -> None:
    """5.2: the Liberal chooses the space."""
    table = scene().put("bulgaria", 0, 3).forced_event(90, A)
    assert table.asked.seat == L
    table.do("rise bulgaria")
    assert table.sp("bulgaria") == (3, 3)
    spend(table, 2)
    assert table.where_is(90) == "removed"


# -- C91 Funeral of Edward VII

MONARCHS = (
    "wilhelm_ii",
    "nicolas_ii",
    "dual_monarchy",
    "montenegro",
    "sweden",
    "italy",
    "constantinople",
)


def test_the_funeral_of_edward_brings_support_in_every_monarch_space() -> None:
    """C91; Switzerland is none of them (erratum)."""
    table = scene().set(tension=2).put("wilhelm_ii", 0, 5).event(91, L)
    assert table.sp("wilhelm_ii") == (1, 5)
    assert all(table.state.support[L][space] == 1 for space in MONARCHS)
    assert sum(table.state.support[L].values()) == 7
    assert table.state.tension == 1
    assert table.where_is(91) == "removed"


def test_the_funeral_of_edward_at_tension_0_is_a_vp() -> None:
    """8.1.2."""
    table = scene().event(91, L)
    assert (table.state.tension, table.state.vp) == (0, 1)


def test_the_funeral_of_edward_played_by_the_authoritarian() -> None:
    """5.2, 8.1.2: still the Liberal's event."""
    table = scene().forced_event(91, A)
    assert table.state.vp == 1
    assert table.sp("italy") == (1, 0)


# -- C92 Freedom and Accord Party


def test_freedom_and_accord_breaks_control_of_constantinople() -> None:
    """C92: against 5 SP at stability 3 it takes 3; then 3 SP go to the Balkans."""
    table = scene().happened(47).put("constantinople", 0, 5).event(92, L)
    assert table.sp("constantinople") == (3, 5)
    assert table.holder("constantinople") == ""
    assert why(table, "place vienna") == ("6.1.1", "refusal.region")
    table.do("place serbia", "place serbia", "place greece")
    assert table.sp("serbia") == (2, 0)
    assert table.asked.seat == A
    assert table.where_is(92) == "removed"


def test_freedom_and_accord_adds_just_enough() -> None:
    """C92: 1 Liberal SP is there, 1 more breaks control, so 2 follow in the Balkans."""
    table = scene().happened(48).put("constantinople", 1, 4).event(92, L)
    assert table.sp("constantinople") == (2, 4)
    table.do("place greece", "place greece")
    assert table.asked.seat == A


def test_freedom_and_accord_places_4_at_most() -> None:
    """C92."""
    table = scene().happened(47).put("constantinople", 6, 0).event(92, L)
    assert table.sp("constantinople") == (6, 0)
    table.do(*["place romania"] * 4)
    assert table.sp("romania") == (4, 0)
    assert table.asked.seat == A


def test_freedom_and_accord_without_control_to_break_and_without_support() -> None:
    """C92, 5.2: nothing happens, but it was played."""
    table = scene().happened(47).put("constantinople", 0, 2).event(92, L)
    assert table.sp("constantinople") == (0, 2)
    assert table.asked.seat == A
    assert table.where_is(92) == "removed"


def test_freedom_and_accord_needs_the_young_turks_or_enver_pasha() -> None:
    """C92."""
    table = scene().give(L, 92).to_play(L)
    assert why(table, "event C92") == ("5.2", "refusal.needs")


def test_freedom_and_accord_without_its_prerequisite_is_discarded_by_the_authoritarian() -> None:
    """5.2."""
    table = scene().put("constantinople", 0, 3).give(A, 92).to_play(A).do("ops C92")
    spend(table, 3)
    assert table.sp("constantinople") == (0, 3)
    assert table.where_is(92) == "discard"


def test_freedom_and_accord_is_barred_after_the_raid_on_the_sublime_porte() -> None:
    """C92, C93."""
    table = scene().happened(47).event(93, A).give(L, 92).to_play(L)
    assert why(table, "event C92") == ("7.5", "refusal.barred")


def test_freedom_and_accord_played_by_the_authoritarian() -> None:
    """5.2: the Liberal places."""
    table = scene().happened(48).put("constantinople", 0, 3).forced_event(92, A)
    assert table.asked.seat == L
    table.do("place bulgaria")
    assert table.asked.seat == A
    assert table.sp("constantinople") == (1, 3)


# -- C93 Raid on the Sublime Porte


def test_the_raid_empties_constantinople_of_liberals() -> None:
    """C93: a crisis roll first, without a rise of Tension; then up to 4 SP may move."""
    table = scene().happened(48).put("constantinople", 3, 5).dice(2).event(93, A)
    assert table.log_lines("crisis") == [{"die": 2, "tension": 0, "status": -6, "total": -4}]
    assert table.sp("constantinople") == (0, 5)
    assert why(table, "shift constantinople vienna") == ("7.1", "refusal.region")
    table.do(*["shift constantinople serbia"] * 3, "shift constantinople greece")
    assert table.sp("constantinople") == (0, 1)
    assert table.sp("serbia") == (0, 3)
    assert table.sp("greece") == (0, 1)
    assert table.asked.seat == L
    assert table.where_is(93) == "removed"


def test_the_raid_need_not_move_anything() -> None:
    """C93."""
    table = scene().happened(47).put("constantinople", 1, 2).event(93, A)
    table.do("shift constantinople bulgaria", "done")
    assert table.sp("constantinople") == (0, 1)
    assert table.asked.seat == L


def test_the_raid_moves_no_more_than_there_are() -> None:
    """C93, 15.9."""
    table = scene().happened(47).put("constantinople", 0, 1).event(93, A)
    table.do("shift constantinople bulgaria")
    assert table.sp("bulgaria") == (0, 1)
    assert table.asked.seat == L


def test_the_raid_needs_the_young_turks_or_enver_pasha() -> None:
    """C93, 5.2: played for OPs by the Liberal it is discarded."""
    table = scene().put("constantinople", 2, 0).give(A, 93).to_play(A)
    assert why(table, "event C93") == ("5.2", "refusal.needs")
    table.give(L, 93).to_play(L).do("ops C93")
    spend(table, 2)
    assert table.sp("constantinople") == (2, 0)
    assert table.where_is(93) == "discard"


def test_a_raid_that_does_not_take_place_bars_nothing() -> None:
    """C92, C93: without its prerequisite the event has not happened."""
    table = scene().give(L, 93).to_play(L).do("ops C93")
    spend(table, 2)
    table.happened(47).give(L, 92).to_play(L)
    assert "event C92" in table.menu


def test_if_the_raid_starts_the_war_the_liberals_stay_in_constantinople() -> None:
    """8.3.1."""
    table = scene().happened(47).put("constantinople", 2, 0)
    table.set(tension=6, track=["franco_russian_alliance"]).dice(6, 1, 6).event(93, A)
    assert table.log_lines("outbreak")
    assert table.sp("constantinople") == (2, 0)


def test_the_raid_played_by_the_liberal() -> None:
    """5.2: the Authoritarian moves the SP."""
    table = scene().happened(48).put("constantinople", 1, 1).forced_event(93, L)
    assert table.asked.seat == A
    table.do("done")
    assert table.sp("constantinople") == (0, 1)
    assert table.asked.seat == L


# -- C94 Perfidious Italy


def test_perfidious_italy_turns_the_triple_alliance_over() -> None:
    """C94: in its own box of the track."""
    table = scene().set(track=["three_emperor_league", "triple_alliance", "dual_alliance"])
    table.put("italy", 0, 3).event(94, L)
    assert table.sp("italy") == (2, 3)
    assert table.sp("libya") == (2, 0)
    assert table.state.track == ["three_emperor_league", "perfidious_italy", "dual_alliance"]
    assert table.where_is(94) == "removed"


def test_perfidious_italy_comes_to_the_track_by_itself() -> None:
    """C94: to the leftmost open box, which changes the war status."""
    table = scene().event(94, L)
    assert table.state.track == ["three_emperor_league", "perfidious_italy"]
    table.dice(1).event(57, A)
    assert table.log_lines("crisis")[0]["status"] == -5


def test_triple_alliance_is_barred_after_perfidious_italy() -> None:
    """C94; played by the Liberal it gives its OPs only."""
    table = scene().event(94, L).give(A, 68).to_play(A)
    assert why(table, "event C68") == ("7.5", "refusal.barred")
    table.give(L, 68).to_play(L).do("ops C68")
    spend(table, 4)
    assert "triple_alliance" not in table.state.track
    assert table.where_is(68) == "discard"


def test_perfidious_italy_played_by_the_authoritarian() -> None:
    """5.2."""
    table = scene().forced_event(94, A)
    assert table.sp("italy") == (2, 0)
    spend(table, 2)
    assert table.where_is(94) == "removed"


# -- C95 Splendid Isolation


def test_splendid_isolation_turns_the_entente_cordiale_over() -> None:
    """C95: 1 Liberal SP less in each of five spaces."""
    table = scene().set(track=["three_emperor_league", "entente_cordiale", "dual_alliance"])
    table.put("netherlands", 2, 0).put("belgium", 1, 1).put("paris", 3, 0).put("denmark", 1, 0)
    table.event(51, L).event(95, A)
    assert table.sp("netherlands") == (1, 0)
    assert table.sp("belgium") == (0, 1)
    assert table.sp("paris") == (2, 0)
    assert table.sp("norway") == (1, 0)
    assert table.sp("sweden") == (0, 0)
    assert table.sp("denmark") == (1, 0)
    assert table.state.track == ["three_emperor_league", "splendid_isolation", "dual_alliance"]
    assert table.where_is(95) == "removed"


def test_splendid_isolation_comes_to_the_track_by_itself() -> None:
    """C95."""
    table = scene().event(95, A)
    assert table.state.track == ["three_emperor_league", "splendid_isolation"]


@pytest.mark.parametrize("number", [10, 55, 66])
def test_splendid_isolation_bars_british_events(number: int) -> None:
    """C95: Entente Cordiale, Viscount Grey and Henry Wilson."""
    table = scene().happened(10).event(95, A).give(L, number).to_play(L)
    assert why(table, f"event C{number}") == ("7.5", "refusal.barred")


def test_the_barred_entente_cordiale_gives_the_authoritarian_its_ops_only() -> None:
    """5.2."""
    table = scene().event(95, A).give(A, 10).to_play(A).do("ops C10")
    spend(table, 3)
    assert table.state.track == ["three_emperor_league", "splendid_isolation"]
    assert table.where_is(10) == "discard"


def test_splendid_isolation_played_by_the_liberal() -> None:
    """5.2."""
    table = scene().put("paris", 1, 0).forced_event(95, L)
    assert table.sp("paris") == (0, 0)
    spend(table, 5)
    assert table.where_is(95) == "removed"


# -- C96 Yugoslavia


def test_yugoslavia_adds_the_five_spaces_and_gives_ties_to_the_authoritarian() -> None:
    """C96: 4 + Montenegro against 3 + Serbia and Bosnia."""
    table = scene().put("serbia", 4, 1).put("bosnia", 3, 0).put("montenegro", 0, 2)
    table.put("bulgaria", 3, 0).put("vienna", 0, 3).dice(4, 3).event(96, A)
    assert table.log_lines("contest") == [
        {"side": A, "die": 4, "bonus": 1, "total": 5},
        {"side": L, "die": 3, "bonus": 2, "total": 5},
    ]
    assert table.asked.seat == A
    assert sorted(table.menu) == [
        "unite bosnia",
        "unite croatia",
        "unite macedonia",
        "unite montenegro",
        "unite serbia",
    ]
    table.do("unite serbia")
    assert table.sp("serbia") == (0, 5)
    assert table.sp("bosnia") == (3, 0)
    assert table.where_is(96) == "removed"


@pytest.mark.parametrize("space", ["serbia", "montenegro", "bosnia", "croatia", "macedonia"])
def test_each_of_the_five_spaces_counts_in_yugoslavia(space: str) -> None:
    """C96: with it the Liberal wins an equal roll, and nothing happens."""
    table = scene().put(space, 3, 0).dice(3, 3).event(96, A)
    assert table.log_lines("contest")[1] == {"side": L, "die": 3, "bonus": 1, "total": 4}
    assert table.asked.seat == L
    assert table.sp(space) == (3, 0)
    assert table.where_is(96) == "removed"


def test_yugoslavia_played_by_the_liberal() -> None:
    """5.2: the Authoritarian still wins ties and chooses."""
    table = scene().put("croatia", 2, 0).dice(2, 2).forced_event(96, L)
    assert table.asked.seat == A
    table.do("unite croatia")
    assert table.sp("croatia") == (0, 2)
    spend(table, 3)
    table.give(A, 83).to_play(A)
    assert why(table, "event C83") == ("7.5", "refusal.yugoslavia")


# -- C98 Reinhold von Sydow


def test_reinhold_von_sydow_adds_two_to_german_attempts() -> None:
    """C98: 1 + 2 OPs + 2 = 5 with a Liberal card, where 4 are needed."""
    table = scene().navies(1, 0).event(98, A)
    assert table.where_is(98) == "removed"
    table.give(A, 71).to_play(A).dice(1).do("naval C71")
    assert table.log_lines("attempt")[0]["total"] == 5
    assert table.state.navy[A] == 1


def test_reinhold_von_sydow_comes_on_top_of_the_other_modifiers() -> None:
    """C98, 6.3.1: own event 1, second attempt 1."""
    table = scene().navies(1, 0).set(improved={A: True, L: False}).event(98, A)
    table.to_play(A).dice(1).do("naval C21")
    assert table.log_lines("attempt")[0]["bonus"] == 4


def test_reinhold_von_sydow_lasts_beyond_the_turn_and_does_not_help_the_british() -> None:
    """C98."""
    table = scene().event(98, A).set(round=7).event(110, L)
    assert table.state.turn == 2
    table.give(L, 71).to_play(L).dice(1).do("naval C71")
    assert table.log_lines("attempt")[0]["bonus"] == 1
    table.give(A, 71).to_play(A).dice(1).do("naval C71")
    assert table.log_lines("attempt")[0]["bonus"] == 2


def test_reinhold_von_sydow_played_by_the_liberal() -> None:
    """5.2."""
    table = scene().forced_event(98, L)
    spend(table, 2)
    table.give(A, 71).to_play(A).dice(1).do("naval C71")
    assert table.log_lines("attempt")[0]["bonus"] == 2


# -- C99 Franco-British Naval Cooperation


@pytest.mark.parametrize(
    ("british", "german", "after"), [(4, 2, 5), (4, 4, 5), (4, 5, 6), (4, 7, 6)]
)
def test_naval_cooperation_moves_the_british_navy(british: int, german: int, after: int) -> None:
    """C99: 1 box, 2 if it is behind."""
    table = scene().set(track=["three_emperor_league", "entente_cordiale"])
    table.navies(british, german).event(99, L)
    assert table.state.navy == {A: german, L: after}
    assert table.where_is(99) == "removed"


def test_naval_cooperation_gives_the_rewards_of_the_boxes_and_no_attempt() -> None:
    """6.3.2, 6.3.4, 6.3.5: 1 VP as the second in the Bellerophon class; the +1 side stays."""
    table = scene().set(track=["three_emperor_league", "entente_cordiale"])
    table.navies(2, 4).set(improved={A: False, L: True}).event(99, L)
    assert table.state.navy[L] == 4
    assert table.state.vp == 1
    assert table.state.improved[L]
    assert "naval C22" in table.to_play(L).menu


def test_naval_cooperation_needs_the_entente_cordiale() -> None:
    """C99: the marker, not the memory of the card."""
    table = scene().happened(10).set(track=["three_emperor_league", "splendid_isolation"])
    table.give(L, 99).to_play(L)
    assert why(table, "event C99") == ("7.1", "refusal.no_entente")


def test_naval_cooperation_without_the_entente_is_discarded_by_the_authoritarian() -> None:
    """5.2."""
    table = scene().navies(2, 4).forced_event(99, A)
    spend(table, 3)
    assert table.state.navy[L] == 2
    assert table.where_is(99) == "discard"


def test_naval_cooperation_played_by_the_authoritarian() -> None:
    """5.2."""
    table = scene().set(track=["three_emperor_league", "entente_cordiale"]).navies(3, 3)
    table.forced_event(99, A)
    assert table.state.navy[L] == 4
    spend(table, 3)
    assert table.where_is(99) == "removed"


# -- C100 Arms Traders/Industry


@pytest.mark.parametrize("tension", [0, 2, 6])
def test_arms_traders_earn_the_tension(tension: int) -> None:
    """C100: VP equal to Tension; the card has no asterisk."""
    table = scene().set(tension=tension).event(100, A)
    assert table.state.vp == -tension
    assert table.state.tension == tension
    assert table.where_is(100) == "discard"


def test_arms_traders_are_barred_by_us_interventionism() -> None:
    """C100, C58."""
    table = scene().event(58, L).give(A, 100).to_play(A)
    assert why(table, "event C100") == ("7.5", "refusal.barred")


def test_barred_arms_traders_give_the_liberal_ops_only() -> None:
    """5.2, C58."""
    table = scene().set(tension=3).event(58, L).forced_event(100, L)
    spend(table, 3)
    assert table.state.vp == 0


def test_arms_traders_return_with_us_non_interventionism() -> None:
    """C100, C88."""
    table = scene().set(tension=3).event(58, L).event(88, A).event(100, A)
    assert table.state.vp == -3


def test_arms_traders_played_by_the_liberal() -> None:
    """5.2."""
    assert scene().set(tension=4).forced_event(100, L).state.vp == -4


# -- C101 Aristide Briand


def test_aristide_briand_without_paris() -> None:
    """C101: two different French Farmer or Worker spaces, no VP."""
    table = scene().put("paris", 1, 0).event(101, L)
    assert sorted(table.menu) == [
        "place bordeaux",
        "place brittany_normandy",
        "place dijon",
        "place nice",
        "place picardy",
    ]
    table.do("place dijon")
    assert why(table, "place dijon") == ("6.1.1", "refusal.limit")
    table.do("place nice")
    assert table.sp("dijon") == table.sp("nice") == (1, 0)
    assert table.state.vp == 0
    assert table.asked.seat == A
    assert table.where_is(101) == "removed"


def test_aristide_briand_with_paris() -> None:
    """C101: four spaces, Authoritarian control or not, and 1 VP."""
    table = scene().put("paris", 2, 0).put("nice", 0, 2).event(101, L)
    table.do("place dijon", "place nice", "place bordeaux", "place picardy")
    assert table.sp("nice") == (1, 2)
    assert table.state.vp == 1
    assert table.asked.seat == A


def test_aristide_briand_ends_clemenceau() -> None:
    """C101: placing under Authoritarian control in France costs 2 OPs again."""
    table = scene().event(76, L).event(101, L).do("place dijon", "place nice")
    table.put("brittany_normandy", 0, 2).to_play(L).do("ops C22", "place brittany_normandy")
    assert table.sp("brittany_normandy") == (1, 2)
    assert table.asked.seat == A


def test_clemenceau_is_barred_after_aristide_briand() -> None:
    """C101, 7.5."""
    table = scene().event(76, L).event(101, L).do("place dijon", "place nice")
    table.give(L, 76).to_play(L)
    assert why(table, "event C76") == ("7.5", "refusal.barred")


def test_aristide_briand_played_by_the_authoritarian() -> None:
    """5.2."""
    table = scene().forced_event(101, A)
    assert table.asked.seat == L
    table.do("place dijon", "place picardy")
    assert table.asked.seat == A
    spend(table, 3)
    assert table.where_is(101) == "removed"


# -- C102 German Army Expansion


def test_german_army_expansion() -> None:
    """C102: the Army spaces of Germany that are not Liberal-controlled."""
    table = scene().put("kiel", 3, 0).put("imperial_army", 2, 0).put("serbia", 0, 1)
    table.event(102, A)
    assert table.sp("kiel") == (3, 0)
    assert table.sp("imperial_army") == (2, 1)
    assert table.sp("east_prussia") == (0, 1)
    assert table.sp("serbia") == (0, 1)
    assert table.state.beside == ["german_army_expansion"]
    assert table.state.track == ["three_emperor_league"]
    assert table.state.tension == 1
    assert table.where_is(102) == "removed"


def test_german_army_expansion_at_the_top_of_the_track() -> None:
    """8.1.2: the Authoritarian loses 1 VP, with either player of the card."""
    table = scene().set(tension=6).forced_event(102, L)
    assert table.state.vp == 1
    assert table.sp("kiel") == (0, 1)
    spend(table, 3)
    assert table.where_is(102) == "removed"


def test_german_army_expansion_counts_in_the_war() -> None:
    """8.4.2: 3 + 1 against 3 + 2 for the Franco-Russian Alliance."""
    table = scene().event(102, A).set(track=["franco_russian_alliance"], tension=5)
    table.navies(0, 0).dice(6, 3, 3).event(57, A)
    assert [line["modifier"] for line in table.log_lines("war_die")] == [1, 2]


# -- C103 Black Hand


def black_hand(space: str, liberal: int = 0, authoritarian: int = 0) -> Table:
    """The marker in a space with this support before."""
    table = scene().put(space, liberal, authoritarian)
    return table.event(103, A).do(f"conspire {space}")


def test_the_black_hand_settles_in_one_of_four_spaces() -> None:
    """C103."""
    table = scene().event(103, A)
    assert sorted(table.menu) == [
        "conspire bosnia",
        "conspire macedonia",
        "conspire montenegro",
        "conspire serbia",
    ]
    table.do("conspire montenegro")
    assert table.where_is(103) == "removed"


def test_the_black_hand_counts_as_two_sp() -> None:
    """C103, 2.1.3: 1 + 2 control Serbia."""
    table = black_hand("serbia", 0, 1)
    assert table.sp("serbia") == (0, 3)
    assert table.holder("serbia") == A


@pytest.mark.parametrize("side", [A, L])
def test_no_support_checks_where_the_black_hand_is(side: Seat) -> None:
    """C103, with OPs."""
    table = black_hand("serbia", 2, 1).to_play(side)
    table.do(f"ops C{21 if side == A else 22}")
    assert "check serbia" not in table.menu
    assert why(table, "check serbia") == ("7.2", "refusal.black_hand_check")


def test_no_support_checks_by_events_where_the_black_hand_is() -> None:
    """C103, C47."""
    table = black_hand("serbia", 0, 1).put("bosnia", 0, 1).event(47, L)
    table.do("place greece", "place constantinople")
    assert table.menu == ["check bosnia"]
    assert why(table, "check serbia") == ("7.2", "refusal.black_hand_check")


def test_events_remove_all_but_the_black_hand() -> None:
    """C103, C108: only the third of three SP can go."""
    table = black_hand("serbia", 0, 1).event(108, A).do("remove serbia")
    assert table.sp("serbia") == (0, 2)
    table.event(39, L)
    assert table.asked.seat == A


def test_the_refusal_names_the_black_hand() -> None:
    """C103, C39: Macedonia is a Church space."""
    table = black_hand("macedonia").put("trieste", 0, 1).event(39, L)
    assert table.menu == ["remove trieste", "done"]
    assert why(table, "remove macedonia") == ("7.2", "refusal.black_hand")


def test_the_authoritarian_himself_cannot_give_the_black_hand_up() -> None:
    """C103, C106: a region with nothing else has nothing to lose."""
    table = black_hand("bosnia").put("kiel", 0, 1).event(106, A)
    assert table.menu == ["region germany"]
    assert why(table, "region balkans") == ("7.1", "refusal.region_too_weak")


def test_stability_cards_do_not_remove_the_black_hand() -> None:
    """C103, S7: Montenegro is the Monarch space of the Balkans and loses 3 SP of 4, but for it."""
    table = black_hand("montenegro", 0, 2).put("bosnia", 3, 0).put("romania", 3, 0)
    table.give(A, 43).to_play(A).do("score C43")
    table.choose(authoritarian="choose S17", liberal="choose S7").do("strike montenegro")
    assert table.sp("montenegro") == (0, 2)


def test_war_losses_do_not_remove_the_black_hand() -> None:
    """C103, 8.4.3: the loser rolls 6 and has 3 SP in the Balkans; 2 of them are the marker."""
    table = black_hand("serbia", 0, 1)
    table.set(track=["franco_russian_alliance", "balkan_wars"], tension=5)
    table.dice(6, 1, 6, 1, 6).event(57, A).do("region balkans", "place greece")
    assert (table.asked.seat, table.menu) == (A, ["remove serbia"])
    table.do("remove serbia")
    assert table.sp("serbia") == (0, 2)
    assert table.asked.seat == L


def test_liberal_sp_beside_the_black_hand_can_be_removed() -> None:
    """C103, C87: only the marker is protected."""
    table = black_hand("serbia", 3, 0).event(87, A).do(*["remove serbia"] * 3)
    assert table.sp("serbia") == (0, 2)


def test_the_black_hand_played_by_the_liberal() -> None:
    """5.2: the Authoritarian chooses where."""
    table = scene().forced_event(103, L)
    assert table.asked.seat == A
    table.do("conspire macedonia")
    assert table.sp("macedonia") == (0, 2)
    assert table.asked.seat == L


# -- C104 Attempted Neutrality


def test_attempted_neutrality() -> None:
    """C104: 1 SP in each of 3 different independent spaces; no asterisk."""
    table = scene().put("italy", 0, 3).event(104, L)
    assert why(table, "place paris") == ("6.1.1", "refusal.region")
    assert why(table, "place norway") == ("6.1.1", "refusal.closed")
    table.do("place italy")
    assert why(table, "place italy") == ("6.1.1", "refusal.limit")
    table.do("place libya", "place switzerland")
    assert table.sp("italy") == (1, 3)
    assert table.sp("libya") == table.sp("switzerland") == (1, 0)
    assert table.asked.seat == A
    assert table.where_is(104) == "discard"


def test_attempted_neutrality_played_by_the_authoritarian() -> None:
    """5.2: the Liberal places."""
    table = scene().forced_event(104, A)
    assert table.asked.seat == L
    table.do("place italy", "place libya", "place denmark")
    assert table.asked.seat == A
    spend(table, 2)
    assert table.where_is(104) == "discard"


# -- C106 Preventive War


def test_preventive_war() -> None:
    """C106: 2 VP, 3 own SP of one region, Tension -2."""
    table = scene().set(tension=3).put("kiel", 0, 2).put("berlin", 0, 2).put("vienna", 0, 2)
    table.put("belgium", 0, 2).event(106, A)
    assert table.state.vp == -2
    assert table.menu == ["region germany"]
    table.do("region germany")
    assert why(table, "remove vienna") == ("7.1", "refusal.region")
    table.do("remove kiel", "remove kiel", "remove berlin")
    assert table.sp("kiel") == (0, 0)
    assert table.sp("berlin") == (0, 1)
    assert table.sp("vienna") == (0, 2)
    assert table.state.tension == 1
    assert table.where_is(106) == "removed"


def test_preventive_war_is_paid_in_a_region_that_can_pay() -> None:
    """C106: 3 SP; a player with a region that has as many does not choose one with fewer."""
    table = scene().set(tension=2).put("kiel", 0, 2).put("berlin", 0, 1).put("vienna", 0, 3)
    table.put("moscow", 0, 2).put("serbia", 5, 0).event(106, A)
    assert table.menu == ["region germany", "region austria_hungary"]
    refusal = table.refusal("region russia")
    assert (refusal.section, refusal.message.key) == ("7.1", "refusal.region_too_weak")
    assert refusal.message.args == {"region": "russia", "count": 2, "needed": 3}
    assert why(table, "region balkans") == ("7.1", "refusal.region_too_weak")
    assert why(table, "region spain") == ("7.1", "kernel.unknown_word")


def test_preventive_war_that_no_region_can_pay_takes_most() -> None:
    """C106, 15.9: as many SP as possible, in one region."""
    table = scene().set(tension=2).put("kiel", 0, 1).put("vienna", 0, 2).put("moscow", 0, 2)
    table.event(106, A)
    assert table.menu == ["region austria_hungary", "region russia"]
    assert table.refusal("region germany").message.args["needed"] == 2
    table.do("region russia", "remove moscow", "remove moscow")
    assert table.sp("vienna") == (0, 2)
    assert table.asked.seat == L


def test_the_black_hand_pays_for_no_preventive_war() -> None:
    """C103, C106: of 4 SP in Bosnia two are the marker."""
    table = black_hand("bosnia", 0, 2).put("kiel", 0, 3).event(106, A)
    assert table.menu == ["region germany"]
    assert table.refusal("region balkans").message.args["count"] == 2


def test_preventive_war_at_low_tension_earns_more() -> None:
    """8.1.2: of -2 at Tension 1 one point is left."""
    table = scene().set(tension=1).put("kiel", 0, 3).event(106, A)
    table.do("region germany", *["remove kiel"] * 3)
    assert (table.state.tension, table.state.vp) == (0, -3)


def test_preventive_war_removes_the_sp_there_are() -> None:
    """15.9; with no SP at all there is no decision."""
    table = scene().set(tension=2).put("kiel", 1, 1).event(106, A)
    table.do("region germany", "remove kiel")
    assert table.sp("kiel") == (1, 0)
    assert table.asked.seat == L
    assert scene().set(tension=2).event(106, A).asked.seat == L


def test_preventive_war_played_by_the_liberal() -> None:
    """5.2: the Authoritarian gains and chooses."""
    table = scene().set(tension=2).put("kiel", 0, 1).forced_event(106, L)
    assert table.asked.seat == A
    table.do("region germany", "remove kiel")
    assert table.state.vp == -2
    assert table.asked.seat == L


# -- C107 Mitteleuropa


def test_mitteleuropa_may_give_up_nothing() -> None:
    """C107: no box, no OPs, no High Water Mark."""
    table = scene().navies(0, 3).event(107, A)
    assert table.menu == ["back 0", "back 1", "back 2"]
    table.do("back 0")
    assert table.state.navy[A] == 3
    assert table.state.high_water == 0
    assert table.asked.seat == L
    assert table.where_is(107) == "removed"


@pytest.mark.parametrize(("boxes", "ops"), [(1, 4), (2, 8)])
def test_mitteleuropa_gives_four_ops_a_box(boxes: int, ops: int) -> None:
    """C107, 6.3.8: the mark stays in the box that was left."""
    table = scene().navies(0, 5).put("berlin", 0, 1).event(107, A).do(f"back {boxes}")
    assert table.state.navy[A] == 5 - boxes
    assert table.state.high_water == 5
    table.do(*["place berlin"] * ops)
    assert table.sp("berlin") == (0, 1 + ops)
    assert table.asked.seat == L


def test_mitteleuropa_goes_back_no_farther_than_the_start() -> None:
    """C107: from the first box one step, from the start none."""
    assert scene().navies(1, 1).event(107, A).menu == ["back 0", "back 1"]
    assert scene().event(107, A).asked.seat == L


def test_mitteleuropa_leaves_a_high_water_mark_in_place() -> None:
    """6.3.8."""
    table = scene().navies(0, 4).set(high_water=6).event(107, A).do("back 1")
    assert table.state.high_water == 6
    assert table.state.navy[A] == 3


def test_boxes_given_up_for_mitteleuropa_give_nothing_again() -> None:
    """6.3.8: Bellerophon class (2 VP) is entered twice; beyond it the mark goes."""
    table = scene().navies(0, 3).put("kiel", 0, 1).event(107, A)
    table.do("back 1", *["place kiel"] * 4).event(57, A)
    assert table.state.navy[A] == 3
    assert table.state.vp == 0
    assert table.state.high_water == 3
    table.set(navy={A: 3, L: 0}).give(A, 57).event(57, A)
    assert table.state.high_water == 0


def test_mitteleuropa_only_places_in_the_middle_of_europe() -> None:
    """C107: Germany, Austria-Hungary, the Balkans, Italy, Denmark and Constantinople."""
    table = scene().navies(0, 2).put("berlin", 0, 1).put("vienna", 0, 1).put("serbia", 0, 1)
    table.put("italy", 0, 1).put("denmark", 0, 1).put("belgium", 0, 1).put("poland", 0, 1)
    table.event(107, A).do("back 2")
    for space in ("berlin", "vienna", "serbia", "italy", "denmark", "constantinople"):
        assert f"place {space}" in table.menu
    for space in ("belgium", "poland", "switzerland", "sweden"):
        assert f"place {space}" not in table.menu
    assert why(table, "place belgium") == ("6.1", "refusal.region_or")


def test_mitteleuropa_makes_no_support_checks() -> None:
    """C107: OPs for placing only."""
    table = scene().navies(0, 2).put("kiel", 1, 1).event(107, A).do("back 1")
    assert "check kiel" not in table.menu
    assert why(table, "check kiel") == ("6", "refusal.other_use")


def test_mitteleuropa_follows_the_rules_of_placement() -> None:
    """7.4, 6.1: reach, and 2 OPs under Liberal control until it is broken."""
    table = scene().navies(0, 2).put("berlin", 0, 1).put("jugendstil", 2, 0)
    table.event(107, A).do("back 1")
    assert why(table, "place silesia") == ("6.1.2", "refusal.reach")
    table.do("place jugendstil", "place jugendstil", "place jugendstil")
    assert table.sp("jugendstil") == (2, 3)
    assert table.asked.seat == L


def test_mitteleuropa_spends_nothing_in_the_balkans_under_the_legacy_of_bismarck() -> None:
    """7.4, C25: its OPs are bound by the events that limit OPs."""
    table = scene().lasting(25, A).navies(0, 2).put("serbia", 0, 1).event(107, A).do("back 1")
    assert "place croatia" in table.menu
    assert why(table, "place serbia") == ("7.2", "refusal.bismarck")


def test_mitteleuropa_played_by_the_liberal() -> None:
    """5.2: the Authoritarian decides."""
    table = scene().navies(0, 1).put("kiel", 0, 1).forced_event(107, L)
    assert table.asked.seat == A
    table.do("back 1", *["place kiel"] * 4)
    assert table.sp("kiel") == (0, 5)
    assert table.asked.seat == L
    spend(table, 4)
    assert table.where_is(107) == "removed"


# -- C108 Weltpolitik


def test_weltpolitik() -> None:
    """C108: 4 VP against 1 SP in each of 4 different spaces; Tension -1."""
    table = scene().set(tension=2)
    for space in ("kiel", "moscow", "belgium", "serbia", "vienna"):
        table.put(space, 0, 2)
    table.event(108, A)
    assert table.asked.seat == L
    table.do("remove kiel")
    assert why(table, "remove kiel") == ("7.1", "refusal.limit")
    assert why(table, "remove paris") == ("7.1", "refusal.not_support")
    table.do("remove moscow", "remove belgium", "remove serbia")
    assert table.sp("kiel") == table.sp("belgium") == (0, 1)
    assert table.sp("vienna") == (0, 2)
    assert (table.state.vp, table.state.tension) == (-4, 1)
    assert table.where_is(108) == "removed"


def test_the_liberal_may_remove_less_after_weltpolitik() -> None:
    """C108."""
    table = scene().set(tension=1).put("kiel", 0, 2).put("berlin", 0, 2).event(108, A)
    table.do("remove kiel", "done")
    assert table.sp("berlin") == (0, 2)
    assert table.state.tension == 0


def test_weltpolitik_at_tension_0() -> None:
    """8.1.2: a fifth VP."""
    assert scene().event(108, A).state.vp == -5


def test_weltpolitik_played_by_the_liberal() -> None:
    """5.2."""
    table = scene().set(tension=1).put("kiel", 0, 1).forced_event(108, L)
    assert table.state.vp == -4
    table.do("remove kiel")
    assert table.sp("kiel") == (0, 0)
    spend(table, 3)
    assert table.where_is(108) == "removed"


# -- C109 Leopold von Berchtold


def berchtold() -> Table:
    """The event has taken place, with its SP in Montenegro."""
    return scene().event(109, A).do("place montenegro")


def test_leopold_von_berchtold_puts_one_sp_in_the_balkans() -> None:
    """C109."""
    table = scene().event(109, A)
    assert why(table, "place vienna") == ("6.1.1", "refusal.region")
    table.do("place serbia")
    assert table.sp("serbia") == (0, 1)
    assert table.where_is(109) == "removed"


def test_with_berchtold_the_liberal_pays_double_in_the_balkans() -> None:
    """C109: 2 OPs for 1 SP in Greece, 1 OP in Belgium."""
    table = berchtold().to_play(L).do("ops C22", "place greece")
    assert table.sp("greece") == (1, 0)
    assert table.asked.seat == A
    table = berchtold().to_play(L).do("ops C22", "place belgium")
    assert why(table, "place greece") == ("6.1.3", "refusal.cost")


def test_with_berchtold_the_authoritarian_pays_double_too() -> None:
    """C109: of 3 OPs one is left after Montenegro."""
    table = berchtold().to_play(A).do("ops C21", "place montenegro")
    assert why(table, "place montenegro") == ("6.1.3", "refusal.cost")
    table.do("place crimea")
    assert table.sp("montenegro") == (0, 2)
    assert table.asked.seat == L


def test_with_berchtold_a_hostile_space_costs_four() -> None:
    """C109, 6.1.3: twice the 2 OPs of a space under enemy control."""
    table = berchtold().put("greece", 2, 0).to_play(A).do("ops C21")
    assert why(table, "place greece") == ("6.1.3", "refusal.cost")
    assert table.refusal("place greece").message.args["cost"] == 4
    table = berchtold().put("greece", 2, 0).give(A, 1).to_play(A).do("ops C1", "place greece")
    assert table.sp("greece") == (2, 1)
    assert table.asked.seat == L


def test_berchtold_does_not_double_the_sp_of_events() -> None:
    """C109: C71 places its 3 SP."""
    table = berchtold().event(71, L).do(*["place serbia"] * 3)
    assert table.sp("serbia") == (3, 0)


def test_berchtold_lasts_beyond_the_turn() -> None:
    """C109: until the marker comes."""
    table = berchtold().set(round=7).event(110, L)
    assert table.state.turn == 2
    assert table.to_play(L).do("ops C22", "place greece").asked.seat == A


@pytest.mark.parametrize(("number", "side"), [(87, A), (90, L)])
def test_berchtold_ends_with_the_balkan_wars(number: int, side: Seat) -> None:
    """C109, C87, C90: 2 OPs place 2 SP again."""
    table = berchtold().event(number, side)
    if number == 90:
        table.do("rise montenegro")
    table.to_play(L).do("ops C22", "place greece", "place greece")
    assert table.sp("greece") == (2, 0)


def test_berchtold_after_the_balkan_wars_has_no_lasting_effect() -> None:
    """C109: the marker is there already."""
    table = scene().set(track=["three_emperor_league", "balkan_wars"])
    table.event(109, A).do("place serbia").to_play(L).do("ops C22", "place greece", "place greece")
    assert table.sp("greece") == (2, 0)
    assert table.asked.seat == A


def test_berchtold_played_by_the_liberal_before_the_ops() -> None:
    """5.2: it binds the Liberal at once."""
    table = scene().forced_event(109, L)
    assert table.asked.seat == A
    table.do("place serbia").do("place greece")
    assert table.sp("greece") == (1, 0)
    assert table.asked.seat == A
    assert table.where_is(109) == "removed"


# -- C110 Istvan Tisza


def test_istvan_tisza() -> None:
    """C110: Transylvania, Budapest, Galicia/Przemyśl; Tension -1."""
    table = scene().set(tension=2).put("budapest", 0, 2).event(110, L)
    assert table.sp("transylvania") == table.sp("galicia_przemysl") == (1, 0)
    assert table.sp("budapest") == (1, 2)
    assert table.state.tension == 1
    assert table.where_is(110) == "removed"


def test_istvan_tisza_at_tension_0() -> None:
    """8.1.2: a VP for the Liberal, even if the Authoritarian has played the card."""
    table = scene().forced_event(110, A)
    assert table.state.vp == 1
    assert table.sp("transylvania") == (1, 0)
    spend(table, 2)
    assert table.where_is(110) == "removed"
