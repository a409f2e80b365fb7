"""Figures that are reconstructed are marked, and an owner can put them right."""

from __future__ import annotations

from typing import Any

from entente.games.pax import create
from entente.kernel.changes import changes
from entente.kernel.text import LANGUAGES


def test_reconstructed_figures_are_marked() -> None:
    shown = create({}).presentation
    kinds = {mark.kind for mark in shown.reconstructed_values()}
    assert kinds == {
        "bonus", "limits", "arrival", "penalty", "placement", "resentment", "combat",
        "chinese_army", "tag",
    }  # fmt: skip
    figures = {(mark.table, mark.value) for mark in shown.reconstructed_values()}
    assert ("great_war_penalty 1888", 75) in figures
    assert not any(mark.table == "great_war_penalty 1884" for mark in shown.reconstructed_values())
    assert shown.override_conflicts() == ()


def test_every_mark_has_words() -> None:
    game = create({})
    for language in LANGUAGES:
        catalog = game.catalog(language).strict
        for mark in game.presentation.reconstructed_values():
            thing, other, *_ = (*mark.things, "", "")
            args: dict[str, Any] = {"value": mark.value, "thing": thing, "other": other}
            assert catalog.vformat(catalog.get(f"mark.figure.{mark.kind}"), (), args)
            assert catalog.get(f"mark.kind.{mark.kind}")
        for thing, figures in game.presentation.reconstructed_notes().items():
            assert all(catalog.say(message) for message in figures), thing
        assert all(catalog.say(message) for message in game.presentation.data_caveats())


def test_marks_stand_on_the_things_that_bear_them() -> None:
    marked = create({}).presentation.reconstructed_notes()
    assert "penalty" in {message.key.removeprefix("mark.") for message in marked[""]}
    assert "limits" in {message.key.removeprefix("mark.") for message in marked["france"]}
    assert "tag" in {message.key.removeprefix("mark.") for message in marked["bengal"]}


def test_an_owner_corrects_a_reconstructed_figure() -> None:
    row = {"year": 1888, "points": 80, "source": "owner"}
    game = create({"tables.toml": {"great_war_penalty": [row]}})
    assert game.board.penalty(1888) == 80
    found = {(each.row, each.key): (each.old, each.new) for each in changes(game)}
    assert found == {
        ("great_war_penalty 1888", "points"): (75, 80),
        ("great_war_penalty 1888", "source"): ("reconstructed", "owner"),
    }
    assert not any(
        mark.table == "great_war_penalty 1888" for mark in game.presentation.reconstructed_values()
    )
    assert game.presentation.override_conflicts() == []


def test_a_correction_against_the_sources_is_reported() -> None:
    game = create({"tables.toml": {"great_war_penalty": [{"year": 1884, "points": 1}]}})
    conflicts = [
        game.catalog("en").strict.say(each) for each in game.presentation.override_conflicts()
    ]
    assert conflicts == ["tables.toml: great_war_penalty 1884 points: the sources say 85"]
    moved = create({"map.toml": {"area": [{"id": "egypt", "value": 9}]}})
    assert any("egypt" in str(each.args) for each in moved.presentation.override_conflicts())
