"""8.4.4, the option War Mobilization: the choice, the order, and the 35 mobilization cards."""

from __future__ import annotations

import pytest

from entente.kernel import Seat
from tests.games.turmoil.table import A, L, Table

EMPERORS, FRANCO_RUSSIAN = "three_emperor_league", "franco_russian_alliance"
COLLAPSE, ENTENTE, ISOLATION = "russian_collapse", "entente_cordiale", "splendid_isolation"
DUAL, TRIPLE, PERFIDIOUS = "dual_alliance", "triple_alliance", "perfidious_italy"
BALKAN_WARS = "balkan_wars"
SCHLIEFFEN, EXPANSION = "schlieffen", "german_army_expansion"
BETHMANN, AMERICANS = "von_bethmann_hollweg", "us_interventionism"

NATIONS = {
    "A": "austria_hungary",
    "B": "balkans",
    "E": "britain",
    "F": "france",
    "G": "germany",
    "I": "italy",
    "O": "ottoman_empire",
    "R": "russia",
}
PRIORITIES = {
    "A1": 2,
    "A2": 5,
    "A3": 6,
    "B1": 0,
    "B2": 3,
    "B3": 3,
    "E1": 8,
    "E2": 4,
    "E3": 6,
    "E4": 6,
    "E5": 7,
    "F1": 5,
    "F2": 1,
    "F3": 2,
    "F4": 1,
    "F5": 1,
    "G1": 4,
    "G2": 0,
    "G3": 1,
    "G4": 3,
    "G5": 3,
    "G6": 3,
    "I1": 5,
    "I2": 1,
    "I3": 7,
    "I4": 4,
    "O1": 4,
    "O2": 7,
    "O3": 4,
    "O4": 7,
    "R1": 4,
    "R2": 2,
    "R3": 6,
    "R4": 4,
    "R5": 5,
}
GERMAN_SPACES = 12


def war(*track: str, beside: tuple[str, ...] = (), mobilization: bool = True) -> Table:
    """The war breaks out on an empty map, with these markers; Tension rises to 6, the die is 6."""
    table = Table(war_mobilization=mobilization).clear()
    table.set(track=list(track), beside=list(beside), tension=5).dice(6).event(57, A)
    assert table.log_lines("outbreak")
    return table


def quiet_card(table: Table, letter: str) -> str:
    """A card of a nation that does nothing, on an empty map and with the navies level."""
    if letter == "R":
        return "R1" if table.state.alliance["russia"] == L else "R3"
    return {"A": "A2", "B": "B3", "E": "E1", "F": "F2", "G": "G1", "I": "I4", "O": "O3"}[letter]


def plan(table: Table, cards: tuple[str, ...]) -> str:
    """Return what is chosen now: one of these cards, or a quiet one."""
    if table.asked.step == "add_u_boats":
        return "u_boats" if "G2" in cards else "no_u_boats"
    nation = table.asked.prompt.args["nation"]
    letter = next(letter for letter, name in NATIONS.items() if name == nation)
    own = [card for card in cards if card[0] == letter and card != "G2"]
    return f"mobilize {own[0] if own else quiet_card(table, letter)}"


def choosing(table: Table) -> bool:
    return table.state.outcome is None and table.asked.step in ("mobilize", "add_u_boats")


def fight(table: Table, *cards: str) -> Table:
    """Both sides choose these cards, and quiet ones for all other nations."""
    while choosing(table):
        table.do(plan(table, cards))
    return table


def liberal_to_choose(table: Table, *cards: str) -> Table:
    """The Authoritarian has chosen these cards (and quiet ones), the Liberal nothing yet."""
    while table.asked.seat == A:
        table.do(plan(table, cards))
    return table


def before_scoring(table: Table) -> int:
    """The VP when the final scoring began; above 0 the Liberal leads."""
    scored = [(line["side"], line["total"]) for line in table.log_lines("score")]
    assert scored
    gained = 0
    for side, total in scored:
        assert isinstance(total, int)
        gained += total if side == L else -total
    return table.state.vp - gained


def failed(table: Table) -> list[object]:
    """The cards without effect that the last action revealed."""
    return [line["card"] for line in table.log_lines("mobilization_fails")]


def liberal_in_germany(table: Table) -> int:
    return sum(table.state.support[L][space] for space in table.t.land.regions["germany"])


# -- participants


def test_mobilization_takes_the_place_of_dice_and_losses() -> None:
    """8.4.4."""
    table = war(FRANCO_RUSSIAN)
    assert choosing(table)
    assert table.asked.section == "8.4.4"
    assert table.log_lines("war_die") == []


def test_without_the_option_the_war_is_fought_by_dice() -> None:
    """8.4.2."""
    table = war(FRANCO_RUSSIAN, mobilization=False)
    assert len(table.log_lines("war_die")) == 2
    assert not {"ottoman_empire", "italy"} & set(table.state.alliance)


@pytest.mark.parametrize(
    ("track", "beside", "central", "entente"),
    [
        ((FRANCO_RUSSIAN,), (), "germany ottoman_empire", "france russia"),
        ((EMPERORS, DUAL), (), "austria_hungary germany russia", "france ottoman_empire"),
        (
            (EMPERORS, BALKAN_WARS),
            (),
            "austria_hungary balkans germany russia",
            "france ottoman_empire",
        ),
        (
            (FRANCO_RUSSIAN, BALKAN_WARS),
            (),
            "germany ottoman_empire",
            "balkans france russia",
        ),
        ((COLLAPSE,), (), "germany", "france"),
        ((COLLAPSE, BALKAN_WARS), (), "germany", "balkans france"),
        ((COLLAPSE, TRIPLE), (), "germany italy", "france"),
        ((COLLAPSE, PERFIDIOUS), (), "germany", "france italy"),
        ((COLLAPSE, ENTENTE), (), "germany", "britain france"),
        ((COLLAPSE,), (SCHLIEFFEN,), "germany", "britain france"),
        ((COLLAPSE, ISOLATION), (SCHLIEFFEN,), "germany", "france"),
        ((COLLAPSE, DUAL), (), "austria_hungary germany", "france"),
    ],
)
def test_participants(
    track: tuple[str, ...], beside: tuple[str, ...], central: str, entente: str
) -> None:
    """8.4.1, 8.4.4: Italy by its marker; the Ottoman Empire against Russia, if Russia fights."""
    alliance = war(*track, beside=beside).state.alliance
    assert sorted(nation for nation, side in alliance.items() if side == A) == central.split()
    assert sorted(nation for nation, side in alliance.items() if side == L) == entente.split()


# -- the choice


@pytest.mark.parametrize("card", PRIORITIES)
def test_nation_and_priority_of_each_card(card: str) -> None:
    """The list of mobilization cards."""
    row = Table().game.board.mobilization[card]
    assert (row.nation, row.priority) == (NATIONS[card[0]], PRIORITIES[card])


def test_there_are_35_cards() -> None:
    """2.4.1."""
    assert list(Table().game.board.mobilization) == list(PRIORITIES)


def test_one_card_for_each_nation_of_a_side() -> None:
    """8.4.4: any card of the nation, valid or not; for Germany the U-boats on top."""
    table = war(FRANCO_RUSSIAN, ENTENTE, DUAL, PERFIDIOUS, BALKAN_WARS)
    asked: dict[Seat, list[set[str]]] = {A: [], L: []}
    while choosing(table):
        asked[table.asked.seat].append(set(table.menu))
        table.do(plan(table, ()))

    def cards(letter: str) -> set[str]:
        return {f"mobilize {card}" for card in PRIORITIES if card[0] == letter and card != "G2"}

    assert len(asked[A]) == 4
    assert all(each in asked[A] for each in (cards("A"), cards("G"), cards("O")))
    assert {"u_boats", "no_u_boats"} in asked[A]
    assert len(asked[L]) == 5
    assert all(cards(letter) in asked[L] for letter in "BEFIR")


@pytest.mark.parametrize("card", ["G2", "A1", "F1", "O1"])
def test_a_card_that_is_none_of_the_nations(card: str) -> None:
    """8.4.4: Germany is to choose; the U-boats do not stand in for its card."""
    table = war(COLLAPSE)
    reason = table.refusal(f"mobilize {card}")
    assert (reason.section, reason.message.key) == ("8.4.4", "refusal.mobilize")


def test_the_u_boats_come_on_top_of_the_german_card() -> None:
    """8.4.4: two cards for Germany."""
    table = fight(war(COLLAPSE), "G6", "G2")
    assert {line["card"] for line in table.log_lines("mobilization")} == {"G2", "G6", "F2"}


def test_the_choice_is_secret() -> None:
    """8.4.4: the Liberal, still to choose, sees the same for every choice of the Authoritarian."""
    one = liberal_to_choose(war(COLLAPSE, DUAL), "G4", "A1")
    other = liberal_to_choose(war(COLLAPSE, DUAL), "G6", "A3")
    assert one.game.view(one.state, L) == other.game.view(other.state, L)


def test_the_u_boats_are_as_secret_as_any_card() -> None:
    """8.4.4: both choose at once, so nothing reveals to the Liberal that they are coming."""
    without = liberal_to_choose(war(COLLAPSE), "G5")
    with_them = liberal_to_choose(war(COLLAPSE), "G5", "G2")
    assert without.game.view(without.state, L) == with_them.game.view(with_them.state, L)


def test_cards_of_a_later_priority_stay_secret() -> None:
    """8.4.4: at priority 0 only Third Balkan War is revealed."""
    table = war(COLLAPSE, BALKAN_WARS).put("serbia", 2, 2)
    fight(table, "B1", "F3", "G5")
    assert table.asked.seat == L
    assert "G5" not in str(table.game.view(table.state, L))
    table.do("remove serbia authoritarian", "remove serbia authoritarian")
    assert table.asked.seat == A
    view = table.game.view(table.state, A)
    assert view.revealed == {A: [], L: ["B1"]}
    assert "F3" not in str(view)


# -- the order


def test_the_cards_are_revealed_by_ascending_priority() -> None:
    """8.4.4."""
    table = war(FRANCO_RUSSIAN, ENTENTE, DUAL, PERFIDIOUS, BALKAN_WARS)
    cards = ("G2", "G5", "A3", "O3", "F2", "E1", "R5", "B3", "I2")
    fight(table, *cards)
    revealed = [str(line["card"]) for line in table.log_lines("mobilization")]
    assert sorted(revealed) == sorted(cards)
    assert [PRIORITIES[card] for card in revealed] == [0, 1, 1, 3, 3, 4, 5, 6, 8]


def test_the_example_of_the_rulebook() -> None:
    """8.4.4: Plan XV and Neutrality, then Guns of August and War of Liberation, then Isonzo.

    Guns of August is worth 6 - 1. France: Italy 1 for the Authoritarian. Austria-Hungary: presence
    2 against Italy 1. Balkans: presence 2 and Bosnia 1 against Italy 1. 5 + 1 - 1 - 2 = 3.
    """
    track = (COLLAPSE, ISOLATION, DUAL, PERFIDIOUS, BALKAN_WARS)
    table = war(*track, beside=(SCHLIEFFEN,)).put("picardy", 2, 0).put("belgium", 1, 2)
    fight(table, "G4", "A3", "F5", "B2", "I2")
    assert [line["card"] for line in table.log_lines("mobilization")] == ["F5", "I2"]
    table.do("place paris")
    assert table.sp("alto_adige") == (2, 0)
    assert [line["card"] for line in table.log_lines("mobilization")] == ["G4", "B2"]
    table.do("remove picardy", "remove picardy")
    assert table.sp("belgium") == (1, 0)
    assert table.holder("bosnia") == table.holder("croatia") == L
    assert [line["card"] for line in table.log_lines("mobilization")] == ["A3"]
    assert table.sp("italy") == (0, 3)
    assert table.state.vp == -3
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.winners == (A,)


def test_of_equal_priority_the_authoritarian_goes_first() -> None:
    """15.11: Savoyard War has taken Nice when the Expeditionary Force places its SP."""
    table = war(COLLAPSE, ENTENTE, TRIPLE).put("italy", 0, 3)
    fight(table, "I4", "E2")
    assert [line["card"] for line in table.log_lines("mobilization")][-3:] == ["G1", "I4", "E2"]
    assert table.sp("nice") == (0, 2)
    assert "place nice" not in table.menu


def test_a_card_of_lower_priority_makes_a_later_one_invalid() -> None:
    """8.4.4: Russia's Caucasus Campaign (5) takes what the Ottoman one (7) needs."""
    table = war(FRANCO_RUSSIAN).put("constantinople", 0, 3)
    fight(table, "R5", "O4")
    assert "O4" in failed(table)
    assert before_scoring(table) == 0


def test_a_card_of_lower_priority_makes_a_later_one_valid() -> None:
    """8.4.4: R5 (5) for the Central Powers gives Constantinople to the side that O2 (7) needs."""
    table = fight(war(EMPERORS, DUAL), "R5", "O2")
    assert table.sp("libya") == (0, 1)


def test_a_card_of_higher_priority_comes_too_late() -> None:
    """8.4.4: Persian Campaign (4) was fought before the Caucasus Campaign of Russia (5)."""
    table = war(FRANCO_RUSSIAN).put("constantinople", 0, 3)
    assert before_scoring(fight(table, "R5", "O3")) == -1


def test_every_card_may_be_chosen_though_it_fails() -> None:
    """8.4.4: validity is tested on execution, and a card that fails does nothing."""
    table = fight(war(COLLAPSE), "G4", "F1")
    assert sorted(map(str, failed(table))) == ["F1", "G4"]
    assert table.state.vp == 0


# -- the end


def test_a_tie_after_mobilization_means_that_both_lose() -> None:
    """8.4.5: without a winner of the war there is no winner of the game."""
    table = fight(war(COLLAPSE))
    outcome = table.state.outcome
    assert outcome is not None
    assert table.state.vp == 0
    assert outcome.winners == ()
    assert outcome.scores == {A: 0.0, L: 0.0}


def test_there_is_no_war_winner_and_no_vp_for_one() -> None:
    """8.4.5: 1 VP from before the war decides; Italy and Constantinople go to neither side."""
    table = fight(war(COLLAPSE).set(vp=1))
    outcome = table.state.outcome
    assert outcome is not None
    assert (table.state.vp, table.state.winner) == (1, "")
    assert outcome.winners == (L,)
    assert table.sp("italy") == table.sp("constantinople") == (0, 0)


def test_only_participating_regions_are_scored() -> None:
    """8.4.5: neither Russia nor the Balkans, and Italy is no region; Dijon is worth presence 3."""
    table = war(COLLAPSE, PERFIDIOUS).put("finland", 2, 0).put("greece", 0, 2).put("dijon", 2, 0)
    fight(table)
    assert {line["region"] for line in table.log_lines("score")} == {"france", "germany"}
    assert table.state.vp == 3


# -- Austria-Hungary


def test_serbien_muss_sterbien() -> None:
    """A1: against 2 Liberal SP at stability 3, 5 control Serbia."""
    table = war(FRANCO_RUSSIAN, DUAL).put("serbia", 2, 1)
    assert fight(table, "A1").sp("serbia") == (2, 5)


def test_serbien_muss_sterbien_cancels_the_war_of_liberation() -> None:
    """A1, B2: neither Bosnia nor Croatia."""
    table = fight(war(FRANCO_RUSSIAN, DUAL, BALKAN_WARS), "A1", "B2")
    assert "B2" in failed(table)
    assert table.sp("bosnia") == table.sp("croatia") == (0, 0)


def test_serbien_muss_sterbien_needs_the_dual_alliance() -> None:
    """A1: Austria-Hungary is in the war by the Three Emperor League alone."""
    table = fight(war(EMPERORS, ENTENTE), "A1")
    assert "A1" in failed(table)
    assert table.sp("serbia") == (0, 0)


def test_poland_campaign() -> None:
    """A2: 1 VP, and 6 SP against 3 Liberal ones."""
    table = war(FRANCO_RUSSIAN, DUAL).put("galicia_przemysl", 0, 2).put("poland", 3, 0)
    fight(table, "A2")
    assert table.sp("poland") == (3, 6)
    assert before_scoring(table) == -1


@pytest.mark.parametrize(
    ("track", "galicia"),
    [
        ((FRANCO_RUSSIAN, DUAL), 1),
        ((EMPERORS, DUAL), 2),
        ((EMPERORS, ENTENTE), 2),
    ],
    ids=["Galicia not controlled", "Russia in the Central Powers", "no Dual Alliance"],
)
def test_poland_campaign_without_its_conditions(track: tuple[str, ...], galicia: int) -> None:
    """A2."""
    table = fight(war(*track).put("galicia_przemysl", 0, galicia), "A2")
    assert "A2" in failed(table)
    assert table.sp("poland") == (0, 0)
    assert before_scoring(table) == 0


def test_poland_campaign_comes_after_the_galician_campaign() -> None:
    """A2 (5), R4 (4): Galicia is lost by then."""
    table = war(FRANCO_RUSSIAN, DUAL).put("galicia_przemysl", 0, 2)
    assert "A2" in failed(fight(table, "A2", "R4"))


@pytest.mark.parametrize("track", [(COLLAPSE, DUAL), (COLLAPSE, DUAL, PERFIDIOUS)])
def test_isonzo_campaign(track: tuple[str, ...]) -> None:
    """A3: without any condition."""
    assert fight(war(*track).put("italy", 2, 0), "A3").sp("italy") == (2, 5)


# -- the Balkans


def test_third_balkan_war_in_the_entente() -> None:
    """B1: the Liberal removes 2, the Authoritarian may remove 1, and all this twice."""
    table = war(COLLAPSE, BALKAN_WARS).put("serbia", 4, 4).put("vienna", 0, 4)
    fight(table, "B1")
    assert table.asked.seat == L
    assert "done" not in table.menu
    assert table.refusal("remove vienna authoritarian").message.key == "refusal.region"
    table.do(*["remove serbia authoritarian"] * 2)
    assert table.asked.seat == A
    table.do("remove serbia liberal")
    assert table.asked.seat == L
    table.do(*["remove serbia authoritarian"] * 2)
    assert (table.asked.seat, "done" in table.menu) == (A, True)
    table.do("done")
    assert table.sp("serbia") == (3, 0)
    assert table.state.outcome is not None


def test_third_balkan_war_in_the_central_powers() -> None:
    """B1: the Authoritarian is the owner."""
    table = war(EMPERORS, BALKAN_WARS).put("greece", 5, 1)
    fight(table, "B1")
    assert table.asked.seat == A
    table.do(*["remove greece liberal"] * 2)
    assert table.asked.seat == L
    table.do("done", *["remove greece liberal"] * 2, "remove greece authoritarian")
    assert table.sp("greece") == (1, 0)


def test_third_balkan_war_on_an_empty_peninsula() -> None:
    """B1, 15.9: nothing to remove, nothing asked."""
    assert fight(war(COLLAPSE, BALKAN_WARS), "B1").state.outcome is not None


def test_third_balkan_war_does_not_remove_the_black_hand() -> None:
    """B1, C103."""
    table = war(COLLAPSE, BALKAN_WARS).put("serbia", 0, 3).set(black_hand="serbia")
    fight(table, "B1").do("remove serbia authoritarian")
    assert table.sp("serbia") == (0, 2)
    assert table.state.outcome is not None


def test_war_of_liberation_from_austria_hungary() -> None:
    """B2: 3 + 2 SP in Bosnia, 3 in Croatia."""
    table = fight(war(COLLAPSE, BALKAN_WARS).put("bosnia", 0, 2), "B2")
    assert table.sp("bosnia") == (5, 2)
    assert table.sp("croatia") == (3, 0)


def test_war_of_liberation_needs_the_balkans_in_the_entente() -> None:
    """B2: they follow Russia into the Central Powers."""
    table = fight(war(EMPERORS, BALKAN_WARS), "B2")
    assert "B2" in failed(table)
    assert table.sp("bosnia") == table.sp("croatia") == (0, 0)


@pytest.mark.parametrize("first", [EMPERORS, FRANCO_RUSSIAN, COLLAPSE])
def test_war_of_liberation_from_the_ottoman_empire(first: str) -> None:
    """B3: Constantinople loses the SP of both sides, under any alliances."""
    table = war(first, BALKAN_WARS).put("constantinople", 2, 4)
    assert fight(table, "B3").sp("constantinople") == (0, 0)


# -- Britain


def test_blockade() -> None:
    """E1: 1 SP in each German space; then Kiel, with 1 and 2 SP, needs 4 more."""
    table = war(COLLAPSE, ENTENTE).navies(3, 2).put("kiel", 0, 2)
    fight(table, "E1")
    assert table.sp("kiel") == (5, 2)
    assert table.sp("wilhelm_ii") == table.sp("alsace_lorraine") == (1, 0)
    assert liberal_in_germany(table) == GERMAN_SPACES + 4
    assert table.sp("denmark") == (0, 0)


@pytest.mark.parametrize("navies", [(2, 2), (2, 3)])
def test_blockade_needs_the_british_navy_ahead(navies: tuple[int, int]) -> None:
    """E1."""
    table = fight(war(COLLAPSE, ENTENTE).navies(*navies), "E1")
    assert "E1" in failed(table)
    assert liberal_in_germany(table) == 0


def test_blockade_is_broken_by_the_u_boats() -> None:
    """E1 (8), G2 (0): the navies are level when it comes to the blockade."""
    table = fight(war(COLLAPSE, ENTENTE).navies(6, 0), "E1", "G2")
    assert "E1" in failed(table)
    assert liberal_in_germany(table) == 0


def test_british_expeditionary_force() -> None:
    """E2: 1 VP and 1 SP in each of 3 French spaces that are not Authoritarian-controlled."""
    table = war(COLLAPSE, ENTENTE).put("paris", 0, 2).put("nice", 0, 1)
    fight(table, "E2")
    assert table.state.vp == 1
    assert table.refusal("place paris").message.key == "refusal.held"
    assert table.refusal("place belgium").message.key == "refusal.region"
    table.do("place nice")
    assert table.refusal("place nice").message.key == "refusal.limit"
    table.do("place dijon", "place picardy")
    assert table.sp("nice") == (1, 1)
    assert table.sp("dijon") == table.sp("picardy") == (1, 0)
    assert table.state.outcome is not None


def test_british_expeditionary_force_with_the_americans() -> None:
    """E2: US Interventionism makes it 2 VP and 6 spaces."""
    table = fight(war(COLLAPSE, ENTENTE, beside=(AMERICANS,)), "E2")
    assert table.state.vp == 2
    table.do("place nice", "place dijon", "place picardy", "place bordeaux", "place paris")
    assert table.state.outcome is None
    table.do("place fauvism")
    assert table.state.outcome is not None


def test_gallipoli() -> None:
    """E3: 6 SP against 3."""
    table = war(FRANCO_RUSSIAN, ENTENTE).put("constantinople", 0, 3)
    assert fight(table, "E3").sp("constantinople") == (6, 3)


@pytest.mark.parametrize("first", [EMPERORS, COLLAPSE], ids=["in the Entente", "out of the war"])
def test_gallipoli_needs_the_ottoman_empire_in_the_central_powers(first: str) -> None:
    """E3."""
    table = fight(war(first, ENTENTE), "E3")
    assert "E3" in failed(table)
    assert table.sp("constantinople") == (0, 0)


@pytest.mark.parametrize("track", [(COLLAPSE, ENTENTE, DUAL), (EMPERORS, ENTENTE, BALKAN_WARS)])
def test_salonika(track: tuple[str, ...]) -> None:
    """E4: one Balkan space, of the Liberal's choice."""
    table = fight(war(*track).put("bulgaria", 0, 3), "E4")
    assert table.asked.seat == L
    assert len(table.menu) == 7
    assert table.refusal("claim vienna").message.key == "refusal.region"
    table.do("claim bulgaria")
    assert table.sp("bulgaria") == (6, 3)
    assert table.sp("greece") == (0, 0)


def test_salonika_needs_an_enemy_in_the_south_east() -> None:
    """E4: the Balkans are in the Entente, Austria-Hungary is out."""
    table = fight(war(FRANCO_RUSSIAN, ENTENTE, BALKAN_WARS), "E4")
    assert "E4" in failed(table)


def test_salerno() -> None:
    """E5."""
    assert fight(war(COLLAPSE, ENTENTE, TRIPLE).put("italy", 0, 3), "E5").sp("italy") == (6, 3)


@pytest.mark.parametrize("track", [(COLLAPSE, ENTENTE), (COLLAPSE, ENTENTE, PERFIDIOUS)])
def test_salerno_needs_italy_in_the_central_powers(track: tuple[str, ...]) -> None:
    """E5."""
    table = fight(war(*track), "E5")
    assert "E5" in failed(table)
    assert table.sp("italy") == (0, 0)


# -- France


def test_avenging_pavia() -> None:
    """F1."""
    assert fight(war(COLLAPSE, TRIPLE).put("italy", 0, 1), "F1").sp("italy") == (4, 1)


@pytest.mark.parametrize("track", [(COLLAPSE,), (COLLAPSE, PERFIDIOUS)])
def test_avenging_pavia_needs_italy_in_the_central_powers(track: tuple[str, ...]) -> None:
    """F1."""
    table = fight(war(*track), "F1")
    assert "F1" in failed(table)
    assert table.sp("italy") == (0, 0)


def test_plan_xvi_against_the_guns_of_august() -> None:
    """F2: 6 - 2 VP."""
    table = war(COLLAPSE, ISOLATION, beside=(SCHLIEFFEN,)).put("french_armed_forces", 4, 0)
    fight(table, "F2", "G4")
    assert table.state.vp == -4


def test_plan_xvi_against_a_two_front_war() -> None:
    """F2: 2 - 2 VP."""
    table = war(COLLAPSE).put("french_armed_forces", 4, 0)
    assert before_scoring(fight(table, "F2", "G5")) == 0


def test_plan_xvi_leaves_the_kaisers_plan_alone() -> None:
    """F2: G6 keeps its 2 VP."""
    table = war(COLLAPSE).put("french_armed_forces", 4, 0)
    assert before_scoring(fight(table, "F2", "G6")) == -2


def test_plan_xvi_needs_the_french_armed_forces() -> None:
    """F2: 3 SP do not control them."""
    table = fight(war(COLLAPSE).put("french_armed_forces", 3, 0), "F2", "G5")
    assert "F2" in failed(table)
    assert before_scoring(table) == -2


def test_plan_xvii() -> None:
    """F3: 1 VP, and 3 of 5 SP go to Alsace-Lorraine."""
    table = fight(war(COLLAPSE).put("french_armed_forces", 5, 0), "F3")
    assert table.state.vp == 1
    table.do(*["shift french_armed_forces alsace_lorraine"] * 3)
    assert table.sp("french_armed_forces") == (2, 0)
    assert table.sp("alsace_lorraine") == (3, 0)
    assert table.state.outcome is not None


def test_plan_xvii_may_move_fewer() -> None:
    """F3: as many as 3."""
    table = fight(war(COLLAPSE).put("french_armed_forces", 5, 0), "F3")
    table.do("shift french_armed_forces alsace_lorraine", "done")
    assert table.sp("alsace_lorraine") == (1, 0)


def test_plan_xvii_without_an_army() -> None:
    """F3: the VP alone."""
    assert before_scoring(fight(war(COLLAPSE), "F3")) == 1


def test_colonial_sunset() -> None:
    """F4: 8 SP in Colonials and the Annex spaces next to it, in any split."""
    table = fight(war(COLLAPSE).navies(1, 0), "F4")
    assert sorted(table.menu) == [
        "place algeria",
        "place colonials",
        "place morocco",
        "place tunisia",
    ]
    table.do(*["place colonials"] * 5, *["place morocco"] * 2)
    assert table.state.outcome is None
    table.do("place algeria")
    assert table.sp("colonials") == (5, 0)
    assert table.sp("morocco") == (2, 0)


FRANCE_FIRST = [
    ("G4", (COLLAPSE, ISOLATION), (SCHLIEFFEN,), -6),
    ("E2", (COLLAPSE, ENTENTE), (), 1),
    ("I4", (COLLAPSE, TRIPLE), (), -1),
    ("I4", (COLLAPSE, PERFIDIOUS), (), -1),
]


def more(points: int, change: int) -> int:
    """An award increased by this much, for either side."""
    return points + change if points > 0 else points - change


@pytest.mark.parametrize(("card", "track", "beside", "points"), FRANCE_FIRST)
def test_colonial_sunset_raises_the_award_of_france_first_cards(
    card: str, track: tuple[str, ...], beside: tuple[str, ...], points: int
) -> None:
    """F4: Guns of August, British Expeditionary Force, Savoyard War."""
    table = war(*track, beside=beside).navies(1, 0).put("italy", 0, 3)
    fight(table, "F4", card).do(*["place morocco"] * 8)
    vp = before_scoring(table) if table.state.outcome else table.state.vp
    assert vp == more(points, 1)


@pytest.mark.parametrize(("card", "track", "beside", "points"), FRANCE_FIRST)
def test_plan_xv_lowers_the_award_of_france_first_cards(
    card: str, track: tuple[str, ...], beside: tuple[str, ...], points: int
) -> None:
    """F5: by 1 VP."""
    table = war(*track, beside=beside).put("italy", 0, 3)
    fight(table, "F5", card).do("place paris")
    vp = before_scoring(table) if table.state.outcome else table.state.vp
    assert vp == more(points, -1)


def test_colonial_sunset_needs_the_british_navy_ahead() -> None:
    """F4: neither SP nor a higher award."""
    table = fight(war(COLLAPSE, TRIPLE).put("italy", 0, 3), "F4", "I4")
    assert "F4" in failed(table)
    assert table.sp("colonials") == (0, 0)
    assert before_scoring(table) == -1


def test_colonial_sunset_is_prevented_by_the_u_boats() -> None:
    """F4 (1), G2 (0)."""
    assert "F4" in failed(fight(war(COLLAPSE).navies(4, 0), "F4", "G2"))


def test_plan_xv_places_one_sp_in_france() -> None:
    """F5: Authoritarian control or not."""
    table = fight(war(COLLAPSE).put("paris", 0, 2), "F5")
    assert table.refusal("place belgium").message.key == "refusal.region"
    table.do("place paris")
    assert table.sp("paris") == (1, 2)
    assert table.state.outcome is not None


def test_plan_xv_leaves_a_two_front_war_alone() -> None:
    """F5, 15: "France and Russia Both" is not exactly "France First"."""
    table = fight(war(COLLAPSE), "F5", "G5").do("place paris")
    assert before_scoring(table) == -2


# -- Germany


def test_lettow_vorbeck() -> None:
    """G1: 1 VP for each of the four colonies; Belgium and Egypt's neighbours apart."""
    table = war(COLLAPSE).navies(0, 1).put("belgium", 0, 3).put("algeria", 0, 2)
    table.put("libya", 0, 2).put("tunisia", 0, 2).put("morocco", 3, 0)
    assert before_scoring(fight(table, "G1")) == -2


def test_lettow_vorbeck_in_the_congo() -> None:
    """G1: Belgium counts after Belgian Rule in Congo."""
    table = war(COLLAPSE).navies(0, 1).put("belgium", 0, 3).put("algeria", 0, 3).happened(45)
    assert before_scoring(fight(table, "G1")) == -2


@pytest.mark.parametrize("navies", [(1, 1), (2, 1)])
def test_lettow_vorbeck_needs_the_german_navy_ahead(navies: tuple[int, int]) -> None:
    """G1."""
    table = fight(war(COLLAPSE).navies(*navies).put("libya", 0, 2), "G1")
    assert "G1" in failed(table)
    assert before_scoring(table) == 0


def test_u_boat_offensive() -> None:
    """G2: 2 VP less for the Authoritarian; the German Navy draws level, and no box rewards it."""
    table = fight(war(COLLAPSE).navies(7, 0), "G2")
    assert table.state.navy == {A: 7, L: 7}
    assert before_scoring(table) == 2
    assert table.sp("belgium") == (0, 0)


def test_u_boat_offensive_does_not_call_the_german_navy_back() -> None:
    """G2: it moves up, never down; the price is still paid."""
    table = fight(war(COLLAPSE).navies(2, 5), "G2")
    assert table.state.navy == {A: 5, L: 2}
    assert before_scoring(table) == 2


def test_east_and_west_wall_keep_support_out() -> None:
    """G3: neither Blockade nor Six Weeks Attack changes a German space."""
    table = war(FRANCO_RUSSIAN, ENTENTE).navies(1, 0).put("east_prussia", 0, 4)
    fight(table, "G3", "E1", "R3")
    assert liberal_in_germany(table) == 0
    assert table.sp("east_prussia") == (0, 4)
    assert not {"E1", "R3"} & set(failed(table))


def test_east_and_west_wall_stop_plan_xvii() -> None:
    """G3, F3: the VP comes, the SP stay where they are."""
    table = fight(war(COLLAPSE).put("french_armed_forces", 4, 0), "G3", "F3")
    assert table.sp("french_armed_forces") == (4, 0)
    assert table.sp("alsace_lorraine") == (0, 0)
    assert before_scoring(table) == 1


def test_walled_germany_is_scored_as_it_is() -> None:
    """G3, 8.4.5: presence 3 and Kiel 1."""
    assert fight(war(COLLAPSE).put("kiel", 0, 3), "G3").state.vp == -4


def test_the_walls_end_at_the_border() -> None:
    """G3, R4: Galicia and Budapest are not German."""
    table = fight(war(FRANCO_RUSSIAN, DUAL), "G3", "R4")
    assert table.holder("galicia_przemysl") == table.holder("budapest") == L


@pytest.mark.parametrize(
    ("reforms", "losses"),
    [((), 2), ((EXPANSION,), 4), ((BETHMANN,), 4), ((EXPANSION, BETHMANN), 6)],
)
def test_guns_of_august(reforms: tuple[str, ...], losses: int) -> None:
    """G4: 6 VP, no Authoritarian SP left in Belgium, and 2, 4 or 6 Liberal SP less in France."""
    table = war(COLLAPSE, ISOLATION, beside=(SCHLIEFFEN, *reforms))
    table.put("belgium", 2, 3).put("paris", 7, 0).put("fauvism", 1, 0).put("kiel", 1, 0)
    fight(table, "G4")
    assert table.state.vp == -6
    assert table.sp("belgium") == (2, 0)
    assert table.asked.seat == A
    assert table.refusal("remove kiel").message.key == "refusal.region"
    table.do("remove fauvism", *["remove paris"] * (losses - 1))
    assert table.sp("paris") == (8 - losses, 0)
    assert table.sp("fauvism") == (0, 0)
    assert table.state.outcome is not None


def test_guns_of_august_need_the_schlieffen_plan() -> None:
    """G4."""
    table = fight(war(COLLAPSE).put("belgium", 0, 2).put("paris", 1, 0), "G4")
    assert "G4" in failed(table)
    assert table.sp("belgium") == (0, 2)
    assert table.sp("paris") == (1, 0)
    assert before_scoring(table) == 0


@pytest.mark.parametrize(
    ("reforms", "points"),
    [((), 2), ((EXPANSION,), 3), ((BETHMANN,), 3), ((EXPANSION, BETHMANN), 4)],
)
def test_two_front_war(reforms: tuple[str, ...], points: int) -> None:
    """G5: every Authoritarian-controlled German space loses 1 Authoritarian SP."""
    table = war(COLLAPSE, beside=reforms).put("kiel", 0, 3).put("berlin", 0, 2)
    table.put("saxony", 1, 5).put("bavaria", 3, 0).put("vienna", 0, 3)
    fight(table, "G5")
    assert before_scoring(table) == -points
    assert table.sp("kiel") == (0, 2)
    assert table.sp("berlin") == (0, 2)
    assert table.sp("saxony") == (1, 4)
    assert table.sp("bavaria") == (3, 0)
    assert table.sp("vienna") == (0, 3)


def test_kaiser_wilhelms_plan() -> None:
    """G6: 2 VP."""
    assert before_scoring(fight(war(COLLAPSE), "G6")) == -2


@pytest.mark.parametrize("card", ["R3", "R4"])
def test_kaiser_wilhelms_plan_cancels_russian_attacks(card: str) -> None:
    """G6: Six Weeks Attack and Galician Campaign, with all their effects."""
    table = fight(war(FRANCO_RUSSIAN, DUAL), "G6", card)
    assert card in failed(table)
    assert table.sp("east_prussia") == table.sp("galicia_przemysl") == (0, 0)
    assert before_scoring(table) == -2


def test_kaiser_wilhelms_plan_does_not_stop_the_caucasus_campaign() -> None:
    """G6, R5."""
    assert fight(war(FRANCO_RUSSIAN), "G6", "R5").sp("constantinople") == (3, 0)


# -- Italy


def test_tirol_war() -> None:
    """I1: 1 VP; 3 SP against 1 control Alto Adige."""
    table = war(COLLAPSE, DUAL, PERFIDIOUS).put("italy", 3, 0).put("alto_adige", 0, 1)
    fight(table, "I1")
    assert table.sp("alto_adige") == (3, 1)
    assert before_scoring(table) == 1


@pytest.mark.parametrize(
    ("track", "italy"),
    [
        ((COLLAPSE, DUAL, PERFIDIOUS), 2),
        ((COLLAPSE, DUAL, TRIPLE), 3),
        ((COLLAPSE, PERFIDIOUS), 3),
    ],
    ids=["Italy not controlled", "Italy in the Central Powers", "Austria-Hungary out"],
)
def test_tirol_war_without_its_conditions(track: tuple[str, ...], italy: int) -> None:
    """I1."""
    table = fight(war(*track).put("italy", italy, 0), "I1")
    assert "I1" in failed(table)
    assert table.sp("alto_adige") == (0, 0)
    assert before_scoring(table) == 0


@pytest.mark.parametrize(("marker", "support"), [(PERFIDIOUS, (2, 0)), (TRIPLE, (0, 2))])
def test_neutrality(marker: str, support: tuple[int, int]) -> None:
    """I2: 2 SP of the side Italy is on."""
    assert fight(war(COLLAPSE, marker), "I2").sp("alto_adige") == support


MEDITERRANEAN = ("libya", "tunisia", "algeria", "spain_portugal", "morocco")


@pytest.mark.parametrize(
    ("track", "support"),
    [((FRANCO_RUSSIAN, PERFIDIOUS), (1, 0)), ((EMPERORS, TRIPLE), (0, 1))],
)
def test_mare_nostrum(track: tuple[str, ...], support: tuple[int, int]) -> None:
    """I3: 1 SP of the owner in each of five spaces."""
    table = fight(war(*track), "I3")
    assert all(table.sp(space) == support for space in MEDITERRANEAN)


@pytest.mark.parametrize(
    "track", [(FRANCO_RUSSIAN, TRIPLE), (EMPERORS, PERFIDIOUS), (COLLAPSE, PERFIDIOUS)]
)
def test_mare_nostrum_needs_the_ottoman_empire_as_an_enemy(track: tuple[str, ...]) -> None:
    """I3: on the same side or out of the war it is none."""
    table = fight(war(*track), "I3")
    assert "I3" in failed(table)
    assert all(table.sp(space) == (0, 0) for space in MEDITERRANEAN)


@pytest.mark.parametrize("marker", [TRIPLE, PERFIDIOUS])
def test_savoyard_war(marker: str) -> None:
    """I4: for the Authoritarian, with Italy on either side; 3 SP against 1 control Nice."""
    table = war(COLLAPSE, marker).put("italy", 0, 3).put("nice", 1, 0)
    fight(table, "I4")
    assert table.sp("nice") == (1, 3)
    assert before_scoring(table) == -1


@pytest.mark.parametrize("italy", [(0, 2), (3, 0)])
def test_savoyard_war_needs_an_authoritarian_italy(italy: tuple[int, int]) -> None:
    """I4."""
    table = fight(war(COLLAPSE, TRIPLE).put("italy", *italy), "I4")
    assert "I4" in failed(table)
    assert table.sp("nice") == (0, 0)
    assert before_scoring(table) == 0


# -- the Ottoman Empire


@pytest.mark.parametrize(
    ("first", "constantinople", "support"),
    [(FRANCO_RUSSIAN, (0, 3), (0, 1)), (EMPERORS, (3, 0), (1, 0))],
)
def test_balkan_reconquista(
    first: str, constantinople: tuple[int, int], support: tuple[int, int]
) -> None:
    """O1: 1 SP of the owner in each of four spaces."""
    table = war(first, BALKAN_WARS).put("constantinople", *constantinople)
    fight(table, "O1", "B2")
    for space in ("greece", "macedonia", "romania", "bulgaria"):
        assert table.sp(space) == support
    assert table.sp("montenegro") == table.sp("serbia") == (0, 0)


@pytest.mark.parametrize(
    ("track", "constantinople"),
    [
        ((FRANCO_RUSSIAN, BALKAN_WARS), (0, 2)),
        ((FRANCO_RUSSIAN, BALKAN_WARS), (3, 0)),
        ((FRANCO_RUSSIAN,), (0, 3)),
    ],
    ids=["nobody's Constantinople", "Liberal Constantinople", "Balkans out"],
)
def test_balkan_reconquista_without_its_conditions(
    track: tuple[str, ...], constantinople: tuple[int, int]
) -> None:
    """O1."""
    table = fight(war(*track).put("constantinople", *constantinople), "O1", "B2")
    assert "O1" in failed(table)
    assert table.sp("greece") == (0, 0)


def test_balkan_reconquista_after_the_war_of_liberation() -> None:
    """O1 (4), B3 (3): Constantinople is empty by then."""
    table = war(FRANCO_RUSSIAN, BALKAN_WARS).put("constantinople", 0, 3)
    assert "O1" in failed(fight(table, "O1", "B3"))


@pytest.mark.parametrize("first", [FRANCO_RUSSIAN, EMPERORS])
def test_north_african_empire(first: str) -> None:
    """O2: Authoritarian SP, with the Ottoman Empire on either side."""
    table = fight(war(first, DUAL).put("constantinople", 0, 3), "O2")
    for space in ("libya", "tunisia", "algeria", "morocco"):
        assert table.sp(space) == (0, 1)
    assert table.sp("spain_portugal") == (0, 0)


@pytest.mark.parametrize("constantinople", [(3, 0), (0, 2)])
def test_north_african_empire_needs_an_authoritarian_constantinople(
    constantinople: tuple[int, int],
) -> None:
    """O2."""
    table = fight(war(FRANCO_RUSSIAN).put("constantinople", *constantinople), "O2")
    assert "O2" in failed(table)
    assert table.sp("libya") == (0, 0)


@pytest.mark.parametrize(("card", "points"), [("O3", 1), ("O4", 2)])
def test_ottoman_campaigns(card: str, points: int) -> None:
    """O3, O4: VP for the owner."""
    table = war(FRANCO_RUSSIAN).put("constantinople", 0, 3)
    assert before_scoring(fight(table, card)) == -points
    table = war(EMPERORS, DUAL).put("constantinople", 3, 0)
    assert before_scoring(fight(table, card)) == points


@pytest.mark.parametrize("card", ["O3", "O4"])
@pytest.mark.parametrize("constantinople", [(3, 0), (0, 2)])
def test_ottoman_campaigns_need_constantinople(card: str, constantinople: tuple[int, int]) -> None:
    """O3, O4: under the owner's control."""
    table = fight(war(FRANCO_RUSSIAN).put("constantinople", *constantinople), card)
    assert card in failed(table)
    assert before_scoring(table) == 0


# -- Russia


def test_the_great_game_brings_britain_in() -> None:
    """R1: 3 VP for the Authoritarian; the Liberal may choose a British card above priority 4."""
    table = fight(war(EMPERORS, DUAL), "R1")
    assert table.state.vp == -3
    assert table.state.alliance["britain"] == L
    assert table.asked.seat == L
    assert sorted(table.menu) == [
        "done",
        "mobilize E1",
        "mobilize E3",
        "mobilize E4",
        "mobilize E5",
    ]
    assert table.refusal("mobilize E2").message.key == "refusal.great_game"
    table.do("mobilize E4", "claim serbia")
    assert table.sp("serbia") == (3, 0)


def test_the_liberal_may_decline_the_great_game() -> None:
    """R1: Britain is in the war without a card."""
    table = fight(war(EMPERORS, DUAL), "R1").do("done")
    assert all(line["side"] == A for line in table.log_lines("mobilization"))
    assert table.state.outcome is not None


def test_the_card_of_the_great_game_is_tested_when_it_is_due() -> None:
    """R1, E3: the Ottoman Empire is in the Entente, so Gallipoli fails."""
    table = fight(war(EMPERORS, DUAL), "R1").do("mobilize E3")
    assert "E3" in failed(table)


def test_the_great_game_with_britain_already_in_the_war() -> None:
    """R1: a second British card, which stays secret until it is due."""
    table = fight(war(EMPERORS, DUAL, ENTENTE).navies(1, 0), "R1", "E4")
    assert sorted(table.menu) == ["done", "mobilize E1", "mobilize E3", "mobilize E5"]
    table.do("mobilize E1")
    assert "E1" not in str(table.game.view(table.state, A))
    table.do("claim greece")
    assert table.sp("greece") == (2, 0)
    assert liberal_in_germany(table) == GERMAN_SPACES + 2


def test_the_great_game_needs_russia_in_the_central_powers() -> None:
    """R1."""
    table = fight(war(FRANCO_RUSSIAN), "R1")
    assert "R1" in failed(table)
    assert "britain" not in table.state.alliance
    assert before_scoring(table) == 0


def test_day_15_attack() -> None:
    """R2: 1 VP less for the Liberal."""
    assert before_scoring(fight(war(FRANCO_RUSSIAN), "R2")) == -1


@pytest.mark.parametrize(("card", "points"), [("G4", 4), ("G6", 4), ("G5", 2)])
def test_day_15_attack_changes_german_awards(card: str, points: int) -> None:
    """R2: Guns of August 6 - 2, Kaiser Wilhelm's Plan 2 + 2, Two Front War as ever."""
    table = war(FRANCO_RUSSIAN, ISOLATION, beside=(SCHLIEFFEN,))
    assert before_scoring(fight(table, "R2", card)) == -1 - points


def test_changes_of_an_award_are_added_up() -> None:
    """R2, F2: Guns of August 6 - 2 - 2; the loss of Day 15 Attack on top."""
    table = war(FRANCO_RUSSIAN, ISOLATION, beside=(SCHLIEFFEN,)).put("french_armed_forces", 4, 0)
    fight(table, "R2", "F2", "G4")
    assert table.state.vp == -1 - 2


def test_day_15_attack_needs_russia_in_the_entente() -> None:
    """R2: no loss, and the Kaiser's plan is worth 2."""
    table = fight(war(EMPERORS, DUAL), "R2", "G6")
    assert "R2" in failed(table)
    assert before_scoring(table) == -2


def test_six_weeks_attack() -> None:
    """R3: 4 + 2 SP in East Prussia."""
    assert fight(war(FRANCO_RUSSIAN).put("east_prussia", 0, 2), "R3").sp("east_prussia") == (6, 2)


def test_six_weeks_attack_needs_russia_in_the_entente() -> None:
    """R3."""
    table = fight(war(EMPERORS, DUAL), "R3")
    assert "R3" in failed(table)
    assert table.sp("east_prussia") == (0, 0)


def test_galician_campaign() -> None:
    """R4: 1 VP, Galicia and Budapest."""
    table = fight(war(FRANCO_RUSSIAN, DUAL).put("galicia_przemysl", 0, 2), "R4")
    assert table.sp("galicia_przemysl") == (4, 2)
    assert table.sp("budapest") == (2, 0)
    assert before_scoring(table) == 1


@pytest.mark.parametrize("track", [(FRANCO_RUSSIAN,), (EMPERORS, DUAL)])
def test_galician_campaign_needs_russia_against_austria_hungary(track: tuple[str, ...]) -> None:
    """R4: Russia in the Entente, Austria-Hungary in the Central Powers."""
    table = fight(war(*track), "R4")
    assert "R4" in failed(table)
    assert table.sp("budapest") == (0, 0)
    assert before_scoring(table) == 0


def test_caucasus_campaign_of_russia() -> None:
    """R5: for the owner, on either side."""
    table = war(FRANCO_RUSSIAN).put("constantinople", 0, 3)
    assert fight(table, "R5").sp("constantinople") == (6, 3)
    table = war(EMPERORS, DUAL).put("constantinople", 3, 0)
    assert fight(table, "R5").sp("constantinople") == (3, 6)
