"""Saved games held against our rules: what agrees, what differs and why, and how one goes on."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.exchange import Imported, SavedGame, import_game, phase_name
from entente.kernel import OptionValue, registry
from entente.kernel.record import dump, parse, record_of
from entente.kernel.user_error import UserError
from tests.games.diplomacy.exchange.games import GAME, START, phase, saved

# Two English armies and their fleet; nothing else is on the board.
SKAGERRAK = {"ENGLAND": ["A NWY", "F SKA"], "RUSSIA": ["A SWE"]}
SWAPPED = {"ENGLAND": ["A SWE", "F SKA"], "RUSSIA": ["A NWY"]}
SWAP = {"ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"]}
NORTH = {"ENGLAND": ["NWY"], "RUSSIA": ["SWE"]}


def followed(game: SavedGame, **options: OptionValue) -> Imported:
    return import_game(GAME, game, options, follow=True)


def said(imported: Imported, number: int = -1, language: str = "en") -> str:
    return "\n".join(imported.divergences[number].lines(GAME.catalog(language)))


# -- what agrees


def test_a_game_goes_past_the_last_year_of_ours() -> None:
    """All hold for forty years; our own games end in 1935 unless an option says otherwise."""
    seasons = [f"{season}{year}M" for year in range(1901, 1941) for season in "SF"]
    game = saved(*(phase(name, orders={"FRANCE": ["A PAR H"]}) for name in seasons))
    (match,) = import_game(GAME, game).matches
    assert match.state.year == 1941


def test_a_winter_without_a_choice_is_passed_over() -> None:
    """Austria has lost all its centres and must remove all its units; there is no decision."""
    units = {"AUSTRIA": ["A TYR"], "ITALY": ["A VEN"]}
    centres = {"ITALY": ["VEN"]}
    game = saved(
        phase("F1905M", units, {"ITALY": ["A VEN H"]}, centres),
        phase("W1905A", units, {"AUSTRIA": ["A TYR D"]}, centres),
        phase("S1906M", {"ITALY": ["A VEN"]}, centers=centres),
    )
    imported = followed(game, victory_centres=34)
    assert len(imported.divergences) == 2  # it begins elsewhere; and Italy is alone
    assert "No other player is left" in said(imported)


def test_removals_that_were_not_ordered_follow_the_rule() -> None:
    """X.4: the farthest from home goes; the unit that is listed last stays."""
    units = {"ITALY": ["F TUN", "A VEN"], "FRANCE": ["A PAR"]}
    centres = {"ITALY": ["VEN"], "FRANCE": ["PAR"]}
    game = saved(
        phase("W1905A", units, {"FRANCE": []}, centres),
        phase("S1906M", {"ITALY": ["A VEN"], "FRANCE": ["A PAR"]}, centers=centres),
    )
    imported = followed(game)
    assert len(imported.divergences) == 1
    assert imported.matches[-1].state.units["ITALY"] == ["A VEN"]


def test_a_build_ordered_twice_leaves_the_next_its_turn() -> None:
    units = {"FRANCE": ["A BUR"], "ITALY": ["A VEN"]}
    centres = {"FRANCE": ["PAR", "BRE", "MAR"], "ITALY": ["VEN"]}
    orders = {"FRANCE": ["A PAR B", "A PAR B", "F BRE B"]}
    after = {"FRANCE": ["A BUR", "A PAR", "F BRE"], "ITALY": ["A VEN"]}
    game = saved(phase("W1905A", units, orders, centres), phase("S1906M", after, centers=centres))
    assert len(followed(game).divergences) == 1


def test_no_power_orders_the_units_of_another() -> None:
    game = saved(
        phase("S1901M", orders={"FRANCE": ["A MUN - BUR"], "GERMANY": []}),
        phase("F1901M"),
    )
    assert import_game(GAME, game).divergences == []


def test_a_game_that_is_over_is_held_against_its_last_position() -> None:
    moved = {**START.units, "FRANCE": ["F BRE", "A BUR", "A MAR"]}
    last = phase("COMPLETED", moved)
    agreed = saved(phase("S1901M", orders={"FRANCE": ["A PAR - BUR"]}), last)
    assert import_game(GAME, agreed).divergences == []
    other = saved(phase("S1901M", orders={"FRANCE": ["A PAR - PIC"]}), last)
    with pytest.raises(UserError):
        import_game(GAME, other)


# -- what differs


def test_a_difference_is_refused_with_its_place_and_the_reading_that_explains_it() -> None:
    game = saved(
        phase("S1905M", SKAGERRAK, SWAP, NORTH),
        phase("F1905M", SWAPPED, centers=NORTH),
        is_full_press=True,
    )
    imported = followed(game)
    assert said(imported).splitlines() == [
        "F1905M, England: by our rules A NWY, in the saved game A SWE",
        "F1905M, Russia: by our rules A SWE, in the saved game A NWY",
        "with --option adjacent_convoy=own_fleet_or_via our rules come to the saved position [X.5]",
        "with --option adjacent_convoy=swap_only our rules come to the saved position [X.5]",
        "our ruling [IV]: England: A NWY - SWE fails: A SWE comes the other way.",
        "our ruling [IV]: Russia: A SWE - NWY fails: A NWY comes the other way.",
    ]
    assert "selon nos règles A Sue" in said(imported, language="fr")
    assert len(followed(game, adjacent_convoy="own_fleet_or_via").divergences) == 1


def test_only_via_makes_a_convoy_in_games_of_the_cicero_experiments() -> None:
    """Where it walked and the fleet was not asked, that is the only reading."""
    stayed = saved(
        phase("S1905M", SKAGERRAK, SWAP, NORTH),
        phase("F1905M", SKAGERRAK, centers=NORTH),
    )
    (beginning, difference) = followed(stayed).divergences
    assert beginning.phase == "S1905M"
    assert [(each.name, each.value) for each in difference.readings] == [
        ("adjacent_convoy", "via_only")
    ]
    ours = saved(
        phase("S1905M", SKAGERRAK, SWAP, NORTH),
        phase("F1905M", SKAGERRAK, centers=NORTH),
        is_full_press=True,
    )
    assert len(followed(ours).divergences) == 1


def test_strictly_the_first_difference_ends_it() -> None:
    moved = {**START.units, "FRANCE": ["F BRE", "A PAR", "A SPA"]}
    game = saved(
        phase("S1901M", orders={"FRANCE": ["A PAR - BUR"]}),
        phase("F1901M", moved, {"FRANCE": ["A PAR - BUR"]}),
        phase("S1902M", moved),
    )
    with pytest.raises(UserError) as caught:
        import_game(GAME, game)
    error = str(caught.value)
    assert (
        "F1901M, France: by our rules A BUR and A MAR, in the saved game A PAR and A SPA" in error
    )
    assert "no single reading" in error
    assert "--follow" in error
    assert "S1902M" not in error
    assert "aucune lecture" in caught.value.text("fr")


def test_following_begins_again_from_the_saved_position() -> None:
    """Each stretch is a record of its own that can be replayed and verified."""
    moved = {**START.units, "FRANCE": ["F BRE", "A PAR", "A SPA"]}
    after = {**START.units, "FRANCE": ["F BRE", "A BUR", "A SPA"]}
    took = {**START.centres, "FRANCE": ["BRE", "MAR", "PAR", "SPA"]}
    game = saved(
        phase("S1901M", orders={"FRANCE": ["A PAR - BUR"]}),
        phase("F1901M", moved, {"FRANCE": ["A PAR - BUR"]}),
        phase("W1901A", after, {"FRANCE": ["A PAR B"]}, took),
        phase("S1902M", {**after, "FRANCE": [*after["FRANCE"], "A PAR"]}, centers=took),
    )
    imported = followed(game)
    assert [each.phase for each in imported.divergences] == ["F1901M"]
    assert [phase_name(match.from_start().state) for match in imported.matches] == [
        "S1901M",
        "F1901M",
    ]
    for match in imported.matches:
        parse(dump(record_of(match))).verify(registry.load)
    assert "A PAR" in imported.matches[-1].state.units["FRANCE"]


def test_centres_are_compared_too() -> None:
    took = {**START.centres, "FRANCE": ["BRE", "MAR", "PAR", "BEL"]}
    game = saved(
        phase("S1901M", orders={"FRANCE": ["A PAR H"]}),
        phase("F1901M", orders={"FRANCE": ["A PAR H"]}),
        phase("S1902M", centers=took),
    )
    line = "S1902M, France, centres: by our rules nothing, in the saved game BEL"
    assert line in said(followed(game))


def test_orders_that_cannot_be_followed_are_listed_with_the_difference() -> None:
    moved = {**START.units, "FRANCE": ["F BRE", "A MAR", "A SIL"]}
    game = saved(
        phase("S1901M", orders={"FRANCE": ["A PAR - SIL"]}),
        phase("F1901M", moved),
    )
    assert "France, “A PAR - SIL” was left out:" in said(followed(game))


def test_a_saved_game_may_begin_anywhere() -> None:
    game = saved(
        phase("F1905M", SKAGERRAK, {"RUSSIA": ["A SWE - DEN"]}, NORTH),
        phase("S1906M", {**SKAGERRAK, "RUSSIA": ["A DEN"]}, centers={**NORTH, "RUSSIA": ["DEN"]}),
    )
    with pytest.raises(UserError) as caught:
        import_game(GAME, game)
    assert "continues with F1905M, our rules with S1901M" in str(caught.value)
    assert "no single reading" not in str(caught.value)
    imported = followed(game)
    assert [phase_name(match.from_start().state) for match in imported.matches] == [
        "F1905M",
        "S1906M",
    ]
    assert "centres: by our rules DEN, SWE, in the saved game DEN" not in said(imported)
    assert "Russia, centres: by our rules SWE, in the saved game nothing" in said(imported)


def test_a_game_that_our_rules_end_says_why() -> None:
    units = {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}
    centres = {"FRANCE": ["PAR", "MAR", "BRE"], "ITALY": ["ROM"]}
    game = saved(
        phase("F1905M", units, {"FRANCE": ["A PAR H"]}, centres),
        phase("S1906M", units, centers=centres),
    )
    text = said(followed(game, end_year=1905))
    assert "our rules end the game before S1906M" in text
    assert "1905 was the last year agreed on" in text


def test_saved_games_have_seven_players() -> None:
    with pytest.raises(UserError) as caught:
        import_game(GAME, saved(phase("S1901M")), {"players": 3})
    assert caught.value.message.key == "exchange.players_option"
