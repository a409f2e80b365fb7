"""A region in words, as a seat sees it."""

from __future__ import annotations

import pytest

from entente.kernel import LANGUAGES
from tests.games.attrition.scene import GAME, Scene


def told(scene: Scene, region: str, seat: str | None = None, language: str = "en") -> list[str]:
    said = GAME.presentation.describe(GAME.view(scene.state, seat), region, GAME.catalog(language))
    assert said is not None
    return said.splitlines()


def test_a_territory_with_tiles() -> None:
    scene = Scene(
        board={"belgium": {"germany-infantry": 2, "france-artillery": 1}},
        status={"belgium": "contested"},
    )
    assert told(scene, "belgium") == [
        "Kingdom of Belgium: a territory of France.",
        "Marker: contested. Worth 1 IP.",
        "Central Powers: 2 × German infantry.",
        "Entente: 1 × French artillery.",
        "Paths by land: Paris (Entente) and Rhineland (Central)",
    ]


def test_paths_by_sea_and_an_empty_region() -> None:
    lines = told(Scene(), "london")
    assert lines[0] == "London: a capital of Britain."
    assert "No tiles." in lines
    assert any(line.startswith("Paths by sea: ") and "Paris" in line for line in lines)


def test_what_lies_face_down_is_not_told() -> None:
    """12.3."""
    scene = Scene(
        options={"fog_of_war": True},
        board={"rhineland": {"germany-infantry-down": 2, "germany-artillery-down": 1}},
    )
    assert any("German" in line for line in told(scene, "rhineland", "central")[2:])
    for watcher in ("entente", None):
        lines = told(scene, "rhineland", watcher)
        assert "Central Powers: 3 unknown tiles." in lines
        assert not any("German" in line for line in lines[2:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_region_can_be_told(language: str) -> None:
    for region in GAME.board.regions:
        assert told(Scene(), region, language=language)


def test_what_is_no_region_is_not_told() -> None:
    view = GAME.view(Scene().state, None)
    assert GAME.presentation.describe(view, "atlantis", GAME.catalog("en")) is None
