"""Section 13, the example of play, step by step, with the slips of the print put right."""

from __future__ import annotations

import pytest

from entente.games.turmoil.board import SIDES
from entente.kernel import Chance, IllegalAction
from tests.games.turmoil.table import A, L, Table
from tests.rulebook.turmoil.golden_replay import Replay, numbers, until
from tests.rulebook.turmoil.golden_script import SCRIPT

AFTER = SCRIPT.after_turn_2
WAR = SCRIPT.great_war


def test_13_opening_hands_and_set_up() -> None:
    """3.1 to 3.3, 3.5: both hide their hands, and no discretionary support is placed yet."""
    replay = Replay()
    assert replay.shown == replay.expected


@pytest.mark.parametrize("chapter", SCRIPT.chapters)
def test_13_step(chapter: str) -> None:
    """Every figure of a step, and the whole table after it."""
    replay = until(chapter).play(chapter)
    assert replay.shown == replay.expected


# -- after turn 2


def test_13_the_whole_board_after_turn_2() -> None:
    """Every space with support, who controls it, and the totals."""
    replay = until("2.8L").play("2.8L")
    shown = {space: replay.there(space) for space in replay.game.board.spaces}
    expected = {spot.space: spot.there for spot in AFTER.board}
    assert {space: there for space, there in shown.items() if there != (0, 0, "none")} == expected
    support = replay.state.support
    assert {side: sum(support[side].values()) for side in SIDES} == AFTER.support


def test_13_lasting_effects_after_turn_2() -> None:
    """Dreyfus Affair and Absolutism end with the turn; stability cards that were used stay so."""
    replay = until("2.8L").play("2.8L")
    lasting = numbers(replay.state.lasting)
    assert lasting.issuperset(AFTER.in_effect)
    assert lasting.isdisjoint(AFTER.ended)
    for side in SIDES:
        spent = set(AFTER.spent_stability[side])
        assert numbers(replay.state.stability[side]).isdisjoint(spent)
        assert len(replay.state.stability[side]) == 10 - len(spent)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_13_turn_3_reshuffles_the_discards_after_four_cards_each(seed: str) -> None:
    """4.3, 4.3.1: the deck is dealt out first; what was removed stays out."""
    replay = until("2.8L")
    assert numbers(replay.state.deck) == set(AFTER.draw_pile)
    replay.state.chance = Chance(seed, script=[4])
    replay.act(L, "naval C27")
    assert replay.hear("reshuffle") == {"count": 21}
    state, (_, checkpoint) = replay.state, SCRIPT.checkpoint
    assert state.turn == 3
    reshuffled = numbers(state.deck)
    for side in SIDES:
        hand = numbers(state.hand[side])
        assert len(hand) == 8
        assert hand & set(AFTER.draw_pile) == set(AFTER.first_dealt[side])
        reshuffled |= hand - set(AFTER.first_dealt[side])
    assert reshuffled == set(checkpoint.discard)
    assert state.discard == []
    assert numbers(state.removed) == set(checkpoint.removed)


@pytest.mark.parametrize("card", ["C9", "C78"])
def test_13_turn_3_the_liberal_may_play_a_card_for_both(card: str) -> None:
    """6.3.5, Colossus class: Russo-Japanese War or the Revolution of 1905."""
    replay = until("2.8L").play("2.8L")
    replay.state.chance.script = [1]
    replay.act(A, "naval C40")
    assert replay.asked.seat == L
    assert f"both {card}" in replay.asked.menu


# -- what the book says beside the plays


def test_13_discretionary_support_does_not_join_the_opponents() -> None:
    """3.4: Vienna and Budapest are locked up."""
    replay = until("0.2L")
    for space in ("vienna", "budapest"):
        reason = replay.game.position(replay.state).explain(L, f"place {space}")
        assert reason is not None
        assert reason.section == "3.4"


@pytest.mark.parametrize("die", range(1, 7))
def test_13_the_german_navy_waits_for_the_british(die: int) -> None:
    """6.3.2: before Lord Fisher no attempt could succeed."""
    replay = until("1.1A")
    replay.state.chance.script = [die]
    replay.act(A, "naval C14")
    assert replay.state.navy == {A: 0, L: 0}


def test_13_checks_of_an_event_may_be_in_the_same_space() -> None:
    """6.2.2, Kulturkampf."""
    replay = until("1.2A")
    replay.state.chance.script = [3, 3]
    replay.act(A, "ops C38", "before")
    replay.act(L, "check orthodox_church", "check orthodox_church")
    assert replay.asked.seat == A


def test_13_workers_unite_would_have_given_picardy_and_dijon() -> None:
    """1.2L: the stability card that the Liberal saves."""
    replay = until("1.2L")
    replay.act(L, "score C6", "choose S1")
    replay.act(A, "choose S19", "place picardy", "place picardy")
    assert replay.there("picardy") == (4, 2, "liberal")
    assert replay.there("dijon") == (2, 0, "liberal")


def test_13_most_favoured_nation_would_have_given_algeria() -> None:
    """1.2L: the stability card that the Authoritarian does not choose."""
    replay = until("1.2L")
    replay.act(L, "score C6", "choose S2")
    replay.act(A, "choose S15", "place algeria")
    assert replay.there("algeria") == (0, 3, "authoritarian")


@pytest.mark.parametrize("die", range(1, 7))
def test_13_no_die_starts_a_war_at_minus_six(die: int) -> None:
    """1.3A: the die is not printed."""
    replay = until("1.3A")
    replay.state.chance.script = [die]
    replay.act(A, "score C7", "choose S12")
    replay.act(L, "choose S1")
    assert replay.hear("crisis") == {"die": die, "tension": 0, "status": -6, "total": die - 6}
    assert (replay.asked.seat, replay.asked.step) == (L, "play_card")


def test_13_nassau_class_makes_three_ops_two() -> None:
    """1.7A: Radical Party Founded is worth 2, and so is Second International."""
    for card in ("C14", "C3"):
        replay = until("1.7A")
        replay.act(A, f"ops {card}")
        assert replay.hear("ops") == {"side": A, "card": card, "ops": 2}


def test_13_nassau_class_ends_when_the_german_navy_passes() -> None:
    """2.3A: Radical Party Founded is worth 3 again."""
    replay = until("2.3A")
    replay.act(A, "ops C14")
    assert replay.hear("ops") == {"side": A, "card": "C14", "ops": 3}


def test_13_no_further_attempt_after_the_mandatory_ones() -> None:
    """6.3.3: the three attempts of Two-power Standard use up the regular one."""
    replay = until("2.5L")
    assert not any(action.startswith("naval") for action in replay.asked.menu)
    with pytest.raises(IllegalAction) as caught:
        replay.act(L, "naval C27")
    assert caught.value.refusal.section == "6.3.3"


def test_13_dreyfus_affair_doubles_the_liberals_cost_in_france() -> None:
    """2.6A: 2 OPs pay for one SP in Paris."""
    replay = until("2.6L")
    replay.act(L, "ops C22", "place paris")
    assert replay.there("paris") == (4, 0, "liberal")
    assert replay.asked.seat == A


# -- the Great War


def eve_of_war() -> Table:
    """Turns later: the Liberal holds Naval Bill, Tension is 3, the British Navy ahead.

    Franz Ferdinand does not hold Tension down, for Vienna is not Authoritarian.
    """
    table = Table().clear()
    table.set(turn=6, vp=6, tension=WAR.tension["before"], track=WAR.track, beside=WAR.own_boxes)
    table.navies(british=6, german=4).happened(4, 10, 26, 27, 50).lasting(4, A)
    for space, liberal, authoritarian in (
        ("paris", 3, 0),
        ("colonials", 2, 1),
        ("french_armed_forces", 0, 4),
        ("algeria", 0, 3),
        ("kiel", 3, 0),
        ("wilhelm_ii", 0, 5),
        ("belgium", 0, 1),
        ("sweden", 1, 0),
        ("vienna", 2, 3),
        ("budapest", 0, 2),
        ("dual_monarchy", 0, 2),
        ("bohemia", 2, 0),
        ("saint_petersburg", 3, 0),
        ("nicolas_ii", 0, 5),
        ("serbia", 3, 0),
        ("greece", 2, 0),
        ("bulgaria", 0, 3),
        ("constantinople", 0, 3),
        ("italy", 1, 0),
    ):
        table.put(space, liberal, authoritarian)
    return table.give(L, WAR.card)


def outbreak(table: Table) -> Table:
    """The crisis roll and both war dice."""
    rolls = [WAR.rolls[side].die for side in SIDES]
    return table.dice(WAR.crisis["die"], *rolls).event(WAR.card, L)


def losses(table: Table, region: str, *dice: int) -> Table:
    """The Authoritarian chooses a region."""
    assert table.asked.seat == A
    return table.dice(*dice).do(f"region {region}")


def test_13_great_war_crisis() -> None:
    """8.3.1: Tension first, then the roll; above 6 the rest of the card is lost."""
    table = outbreak(eve_of_war())
    assert table.log_lines("tension") == [
        {"old": WAR.tension["before"], "new": WAR.tension["after"]}
    ]
    assert table.log_lines("crisis") == [WAR.crisis]
    assert table.log_lines("outbreak") == [{}]
    assert table.state.navy == {A: 4, L: 6}


def test_13_great_war_participants() -> None:
    """8.4.1: the Balkans stay out without Balkan Wars."""
    table = outbreak(eve_of_war())
    alliances = {side: {n for n, s in table.state.alliance.items() if s == side} for side in SIDES}
    assert alliances == {side: set(nations) for side, nations in WAR.alliances.items()}


def test_13_great_war_resolution() -> None:
    """8.4.2: both totals; the winner gains 4 VP."""
    table = outbreak(eve_of_war())
    assert table.log_lines("war_die") == [
        {
            "side": side,
            "die": WAR.rolls[side].die,
            "modifier": sum(WAR.rolls[side].modifiers.values()),
            "total": WAR.rolls[side].total,
        }
        for side in SIDES
    ]
    assert table.log_lines("war_won") == [{"side": WAR.winner}]
    assert table.state.vp == 6 - WAR.winner_vp


def test_13_great_war_the_winner_chooses_the_order_of_the_regions() -> None:
    """8.4.3: all but the Balkans."""
    table = outbreak(eve_of_war())
    regions = set(WAR.losses)
    for region in ("russia", "germany", "austria_hungary", "france"):
        assert table.asked.seat == WAR.winner
        assert set(table.menu) == {f"region {each}" for each in regions}
        losses(table, region, 1, 1, 1)
        while table.asked.step != "war_losses" and len(regions) > 1:
            table.do(table.menu[0])
        regions.remove(region)


AREAS = {
    "france": {
        L: {"paris", "colonials", "italy"},
        A: {"colonials", "french_armed_forces", "algeria", "belgium"},
    },
    "germany": {L: {"kiel", "sweden"}},
    "austria_hungary": {L: {"vienna", "bohemia", "italy"}},
    "russia": {L: {"saint_petersburg", "sweden"}, A: {"nicolas_ii", "constantinople"}},
}


@pytest.mark.parametrize("region", WAR.losses)
def test_13_great_war_losses_of_a_region(region: str) -> None:
    """8.4.3, 15: who rolls, who removes own SP or places, in which order, and where."""
    table, dice = outbreak(eve_of_war()), (2, 1, 2)
    losses(table, region, *dice[: len(WAR.losses[region])])
    for each, die in zip(WAR.losses[region], dice, strict=False):
        side, what = each.split()
        assert table.asked.seat == side
        if what == "removes":
            assert table.log_lines("war_toll") == [{"side": side, "die": die, "region": region}]
            assert set(table.menu) == {f"remove {space}" for space in AREAS[region][side]}
        else:
            assert table.log_lines("war_growth") == [{"side": side, "die": die, "region": region}]
            assert all(action.startswith("place ") for action in table.menu)
        before = sum(table.state.support[side].values())
        for _ in range(die):
            assert table.asked.seat == side
            space = "wilhelm_ii" if region == "germany" else "budapest"
            table.do(table.menu[0] if what == "removes" else f"place {space}")
        change = -die if what == "removes" else die
        assert sum(table.state.support[side].values()) == before + change
    assert table.asked.step == "war_losses"
    assert f"region {region}" not in table.menu


def test_13_great_war_new_support_follows_the_rules_for_ops() -> None:
    """15: reach and cost as usual, in Germany and the independent spaces adjacent to it."""
    table = losses(outbreak(eve_of_war()), "germany", 3, 1)
    hohenzollern = {
        "hanover_oldenburg",
        "kiel",
        "imperial_army",
        "wilhelm_ii",
        "berlin",
        "alsace_lorraine",
        "industrialists",
        "saxony",
    }
    belgian = {"belgium", "netherlands"}
    assert set(table.menu) == {f"place {space}" for space in hohenzollern | belgian}
    table.do("place kiel")
    assert table.sp("kiel") == (3, 1)
    table.do("place kiel")
    assert table.sp("kiel") == (3, 2)
    assert table.asked.seat == L


def test_13_great_war_to_the_end() -> None:
    """8.4.3, 8.4.5: Italy is seized, the Balkans are neither touched nor scored."""
    table = outbreak(eve_of_war())
    losses(table, "russia", 2, 1, 1)
    table.do("remove saint_petersburg", "remove saint_petersburg")
    table.do("remove nicolas_ii", "remove sweden")
    losses(table, "germany", 3, 2)
    table.do("place kiel", "place kiel", "remove kiel", "remove kiel")
    losses(table, "france", 1, 1, 1)
    table.do("remove paris", "remove algeria", "remove colonials")
    losses(table, "austria_hungary", 1, 2)
    table.do("place vienna", "remove vienna", "remove vienna")
    assert (table.sp("italy"), table.sp("constantinople")) == ((1, 4), (0, 3))
    holders = {space: table.holder(space) for space in WAR.minor_powers_after}
    assert holders == WAR.minor_powers_after
    balkans = ("serbia", "greece", "bulgaria")
    assert [table.sp(space) for space in balkans] == [(3, 0), (2, 0), (0, 3)]
    scores = {
        (score["region"], score["side"]): score["total"] for score in table.log_lines("score")
    }
    assert scores == {
        ("france", L): 3 + 1,  # Paris
        ("france", A): 3 + 1 + 1,  # the army, Italy
        ("germany", L): 0,
        ("germany", A): 3 + 1,  # Wilhelm II alone
        ("austria_hungary", L): 2,  # Bohemia
        ("austria_hungary", A): 6 + 2 + 1,  # control, Italy
        ("russia", L): 0,
        ("russia", A): 3 + 1 + 1,  # Nicolas II, Constantinople
    }
    assert table.state.vp == 6 - 4 - 1 - 4 - 7 - 5
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (A,)


def test_13_great_war_its_winner_wins_a_tie() -> None:
    """8.4.5: 7 VP less 4 for the war, 2 for Italy and 1 for Constantinople."""
    table = Table().clear().put("constantinople", 0, 3).navies(british=6, german=4)
    table.set(vp=7, turn=6, tension=WAR.tension["before"], track=WAR.track, beside=WAR.own_boxes)
    outbreak(table)
    losses(table, "russia", 1, 1, 1).do("remove constantinople")
    losses(table, "france", 1, 1, 1)
    losses(table, "germany", 1, 1)
    losses(table, "austria_hungary", 1, 1)
    assert table.state.vp == 0
    assert table.state.outcome is not None
    assert table.state.outcome.winners == (WAR.vp_tie_winner,)


# -- 8.4.4, the example of War Mobilization


PLANS = {
    *("mobilize G4", "no_u_boats", "mobilize A3"),  # Guns of August, Isonzo Campaign
    *("mobilize F5", "mobilize B2", "mobilize I2"),  # Plan XV, War of Liberation, Neutrality
}


def mobilizing(vp: int) -> Table:
    """Germany and Austria-Hungary against France, the Balkans and Italy, after Schlieffen.

    Britain and Russia are out: Splendid Isolation, Russian Collapse.
    """
    table = Table(war_mobilization=True).clear().navies(british=6, german=4)
    for space, liberal, authoritarian in (
        ("paris", 3, 0),
        ("belgium", 0, 2),
        ("croatia", 0, 1),
        ("italy", 1, 0),
    ):
        table.put(space, liberal, authoritarian)
    track = ["russian_collapse", "splendid_isolation", "dual_alliance", "perfidious_italy"]
    table.set(vp=vp, turn=9, tension=3, track=[*track, "balkan_wars"], beside=["schlieffen"])
    table.dice(6).event(57, L)
    while table.asked.step in ("mobilize", "add_u_boats"):
        table.do(next(action for action in table.menu if action in PLANS))
    return table


def test_8_4_4_participants() -> None:
    """8.4.1, 8.4.4."""
    central = dict.fromkeys(("germany", "austria_hungary"), A)
    entente = dict.fromkeys(("france", "balkans", "italy"), L)
    assert mobilizing(vp=0).state.alliance == central | entente


def revealed(table: Table) -> list[object]:
    """The mobilization cards that the last action brought to light."""
    return [line["card"] for line in table.log_lines("mobilization")]


def test_8_4_4_cards_are_revealed_in_ascending_priority() -> None:
    """Plan XV and Neutrality, Guns of August and War of Liberation, Isonzo Campaign."""
    table = mobilizing(vp=0)
    assert set(revealed(table)) == {"F5", "I2"}
    for seat in SIDES:
        shown = table.game.view(table.state, seat)
        assert (shown.revealed[A], set(shown.revealed[L])) == ([], {"F5", "I2"})
    assert table.asked.seat == L
    table.do("place dijon")
    assert (table.sp("dijon"), table.sp("alto_adige")) == ((1, 0), (2, 0))
    assert set(revealed(table)) == {"G4", "B2"}
    (gain,) = table.log_lines("gain")
    assert (gain["side"], gain["points"], gain["vp"]) == (A, 6 - 1, -5)
    assert table.sp("belgium") == (0, 0)
    table.do("remove paris", "remove paris")
    assert table.sp("paris") == (1, 0)
    assert (table.sp("bosnia"), table.sp("croatia")) == ((3, 0), (4, 1))
    assert revealed(table) == ["A3"]
    assert table.sp("italy") == (1, 4)


@pytest.mark.parametrize(("vp", "winners"), [(0, (A,)), (3, ()), (4, (L,))])
def test_8_4_4_final_scoring(vp: int, winners: tuple[str, ...]) -> None:
    """8.4.5: no winner of the war, and in a tie both players lose."""
    table = mobilizing(vp).do("place dijon", "remove paris", "remove paris")
    scores = {
        (score["region"], score["side"]): score["total"] for score in table.log_lines("score")
    }
    assert scores == {
        ("france", L): 0,
        ("france", A): 1,  # Italy
        ("germany", L): 0,
        ("germany", A): 0,
        ("austria_hungary", L): 2,  # Croatia, Alto Adige
        ("austria_hungary", A): 1,  # Italy
        ("balkans", L): 2 + 1,  # Bosnia
        ("balkans", A): 1,  # Italy
    }
    assert table.state.vp == vp - 5 - 1 + 1 + 2
    assert table.state.outcome is not None
    assert table.state.outcome.winners == winners
    assert table.state.outcome.scores == {side: float(side in winners) for side in SIDES}
