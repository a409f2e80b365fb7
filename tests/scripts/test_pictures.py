"""A picture is old once a file that its page is made of has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import pictures, release
from scripts.pax_scenes import SCENES, quarrel

FILES = (
    "scripts/screenshots.py",
    "scripts/pax_scenes.py",
    "src/entente/kernel/drawn_board.css",
    "src/entente/games/pax/war/spoils.py",
    "src/entente/games/pax/presentation/board.py",
    "src/entente/games/turmoil/drawing.py",
    "src/entente/games/turmoil/text/en/prompt.toml",
    "src/entente/games/turmoil/text/fr/prompt.toml",
    "src/entente/games/turmoil/data/drawing.css",
    "src/entente/games/turmoil/data/puzzles.jsonl.gz",
    "web/src/lib/api.ts",
    "web/src/lib/api.test.ts",
    "web/src/lib/generated/server.ts",
    "web/src/pages/Home.svelte",
    "web/src/table/Decide.svelte",
    "web/src/games/index.ts",
    "web/src/games/pax/Board.svelte",
    "web/src/games/turmoil/Board.svelte",
)
TAKEN = ("home-light.png", "pax-war-light.png", "turmoil-table-phone-dark.png")
HOME, PAX, TURMOIL = TAKEN


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree whose pictures have just been taken."""
    for name in (*FILES, *(f"docs/images/{picture}" for picture in TAKEN)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was\n")
    pictures.store(tmp_path, TAKEN)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old"),
    [
        ("web/src/lib/api.ts", [HOME, PAX, TURMOIL]),
        ("web/src/games/index.ts", [HOME, PAX, TURMOIL]),
        ("web/src/pages/Home.svelte", [HOME]),
        ("web/src/table/Decide.svelte", [PAX, TURMOIL]),
        ("web/src/games/turmoil/Board.svelte", [HOME, TURMOIL]),
        ("src/entente/games/turmoil/drawing.py", [HOME, TURMOIL]),
        ("src/entente/games/turmoil/data/drawing.css", [HOME, TURMOIL]),
        ("src/entente/games/turmoil/text/en/prompt.toml", [HOME, TURMOIL]),
        ("src/entente/games/pax/presentation/board.py", [HOME, PAX]),
        ("scripts/pax_scenes.py", [PAX]),
        ("src/entente/games/pax/war/spoils.py", []),
        ("src/entente/games/turmoil/text/fr/prompt.toml", []),
        ("src/entente/games/turmoil/data/puzzles.jsonl.gz", []),
        ("web/src/lib/api.test.ts", []),
        ("web/src/lib/generated/server.ts", []),
    ],
)
def test_a_changed_file_makes_the_pictures_old_that_show_it(
    tree: Path, file: str, old: list[str]
) -> None:
    assert pictures.outdated(tree) == []
    (tree / file).write_text("changed\n")
    assert pictures.outdated(tree) == old


def test_a_new_file_and_a_new_picture_are_noticed(tree: Path) -> None:
    (tree / "docs/images/lobby-light.png").touch()
    assert pictures.outdated(tree) == ["lobby-light.png"]
    (tree / "web/src/table/New.svelte").touch()
    assert pictures.outdated(tree) == ["lobby-light.png", PAX, TURMOIL]


def test_taking_some_pictures_again_leaves_the_others_old(tree: Path) -> None:
    (tree / "web/src/lib/api.ts").write_text("changed\n")
    pictures.store(tree, [PAX])
    assert pictures.outdated(tree) == [HOME, TURMOIL]
    (tree / "docs/images" / HOME).unlink()
    pictures.store(tree, [TURMOIL])
    assert pictures.outdated(tree) == []
    assert HOME not in json.loads((tree / pictures.STORED).read_text())


def test_a_release_refuses_old_pictures(tree: Path) -> None:
    assert list(release.screenshots(tree, "1.0")) == []
    (tree / "web/src/pages/Home.svelte").write_text("changed\n")
    assert list(release.screenshots(tree, "1.0")) == [
        "1 of the pictures in docs/images are old: run make screenshots"
    ]
    assert release.screenshots in release.CHECKS


def test_every_file_that_is_named_is_there() -> None:
    """Otherwise a renamed folder would no longer make a picture old."""
    root = pictures.ROOT
    for folder in (*pictures.PAGES, *pictures.TABLE):
        assert (root / "web/src" / folder).is_dir(), folder
    for game in pictures.GAMES:
        found = {path.relative_to(root) for path in pictures.sources(root, f"{game}-table.png")}
        assert all((root / path).is_file() for path in found)
        package, client = f"src/entente/games/{game}", f"web/src/games/{game}"
        for part in (f"{package}/data", f"{package}/text", f"{package}/presentation", client):
            assert any(path.as_posix().startswith(part) for path in found), part


@pytest.mark.soak
@pytest.mark.parametrize("step", sorted({scene.step for scene in SCENES.values() if scene.step}))
def test_a_quarrelsome_game_comes_to_every_scene(step: str) -> None:
    """A change of Pax Britannica's rules changes the games."""
    assert quarrel(step)
