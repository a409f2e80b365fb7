"""`entente games`: titles, seats, options, reconstructed figures, for people and for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.kernel import registry
from entente.kernel.typography import typeset
from tests.broken_games import TROUBLES
from tests.broken_games import broken_games as broken_games
from tests.cli.conftest import Run

ATTRITION = registry.load("attrition")


def test_the_list_names_every_seat_and_option_with_its_section(run: Run) -> None:
    ran = run("games")
    assert ran.status == 0
    assert "An Attrition of Souls" in ran.out
    assert "Central Powers (central)" in ran.out
    for option in ATTRITION.info.options:
        assert option.id in ran.out
        assert f"[{option.section}]" in ran.out
    assert f"{len(ATTRITION.presentation.reconstructed_values())} values" in ran.out
    assert "--data DIR" in ran.out


def test_in_french(run: Run) -> None:
    ran = run("games", "--lang", "fr")
    assert "Puissances centrales (central)" in ran.out
    assert "Règles optionnelles" in ran.out


def test_json_says_the_same(run: Run) -> None:
    (game,) = [game for game in run("games", "--json").json() if game["id"] == "attrition"]
    assert game["title"] == "An Attrition of Souls"
    assert [seat["id"] for seat in game["seats"]] == ["central", "entente"]
    result = {option["id"]: option for option in game["options"]}
    for option in ATTRITION.info.options:
        assert result[option.id]["default"] == option.default
        assert result[option.id]["values"] == list(option.values)
        assert result[option.id]["section"] == option.section
        assert result[option.id]["kind"] == option.kind
        assert result[option.id]["name"]
        assert result[option.id]["help"]
    assert len(game["reconstructed"]) == len(ATTRITION.presentation.reconstructed_values())
    assert set(game["reconstructed"][0]) == {
        "file",
        "table",
        "key",
        "value",
        "kind",
        "things",
    }


@pytest.mark.usefixtures("toys")
def test_a_game_of_another_package_is_listed_too(run: Run) -> None:
    ran = run("games")
    assert "The Conference" in ran.out
    assert "none | first" in ran.out


def test_the_effect_of_all_options_on_a_rule_with_several_values_is_shown(run: Run) -> None:
    out = " ".join(run("games").out.split())
    assert out.count("--all-options sets: swiss_balance=liberal_2.") == 1
    result = {
        option["id"]: option["on"]
        for game in run("games", "--json").json()
        for option in game["options"]
    }
    assert result["swiss_balance"] == "liberal_2"
    assert result["tanks"] is True
    assert result["end_year"] is None
    assert result["event_bonus"] is None


def test_the_default_comes_first(run: Run) -> None:
    out = run("games").out
    assert "off | on" in out
    assert "on | off" in out


def test_data_that_cannot_be_used(run: Run, tmp_path: Path) -> None:
    ran = run("games", "--data", str(tmp_path / "nowhere"))
    assert ran.status == 2
    assert "this folder does not exist" in ran.err


@pytest.mark.usefixtures("broken_games")
def test_a_package_that_cannot_be_used_is_named_and_the_other_games_are_listed(run: Run) -> None:
    ran = run("games")
    assert ran.status == 0
    assert ATTRITION.catalog("en").get("info.title") in ran.out
    for name, (_, trouble) in TROUBLES.items():
        assert f"{name}  cannot be loaded" in ran.out
        assert f"entente: the game “{name}” cannot be used" in ran.err
        assert trouble in ran.err


@pytest.mark.usefixtures("broken_games")
def test_json_lists_the_games_that_can_be_used(run: Run) -> None:
    ran = run("games", "--json", "--lang", "fr")
    assert {game["id"] for game in ran.json()} >= {"attrition", "diplomacy", "turmoil"}
    assert not {game["id"] for game in ran.json()} & set(TROUBLES)
    assert typeset("le jeu « fails » ne peut pas être utilisé") in ran.err


@pytest.mark.usefixtures("broken_games")
def test_a_game_that_cannot_be_used_is_not_played(run: Run) -> None:
    ran = run("play", "fails")
    assert ran.status == 2
    assert "the game “fails” cannot be used" in ran.err
    assert "KeyError: 'board'" in ran.err
