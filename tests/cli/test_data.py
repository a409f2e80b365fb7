"""`entente data`: what there is, and what an owner may and may not put in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.kernel import registry
from tests.cli.conftest import Run

MARKS = registry.load("attrition").presentation.reconstructed_values()


@pytest.fixture
def corrections(tmp_path: Path) -> Path:
    """A folder for an owner's data."""
    (tmp_path / "mine" / "attrition").mkdir(parents=True)
    return tmp_path / "mine"


def write(folder: Path, text: str, name: str = "map.toml") -> str:
    (folder / "attrition" / name).write_text(text)
    return str(folder)


BERLIN_4 = '[[region]]\nid = "berlin"\nip = 4\n'


def test_tables_and_reconstructed_figures_are_listed(run: Run) -> None:
    out = run("data", "attrition").out
    assert "map.toml" in out
    assert f"{len(MARKS)} reconstructed values" in out
    assert "--data DIR" in out
    assert "London – Alexandria: no path here; the board may have one, by sea" in out


def test_json(run: Run) -> None:
    result = run("data", "attrition", "--json").json()
    assert result["tables"]["map.toml"]["region"] == 27
    assert len(result["reconstructed"]) == len(MARKS)
    assert result["changes"] == []


def test_a_changed_value_is_accepted_and_named(run: Run, corrections: Path) -> None:
    folder = write(corrections, BERLIN_4)
    ran = run("data", "attrition", "--data", folder, "--check")
    assert ran.status == 0
    assert ran.out.startswith("ok")
    assert "map.toml: region berlin ip: 3 → 4" in ran.out
    result = run("data", "attrition", "--data", folder, "--check", "--json").json()
    assert result["ok"] is True
    assert result["changes"] == [
        {"file": "map.toml", "row": "region berlin", "key": "ip", "old": 3, "new": 4}
    ]
    assert "region berlin ip: 3 → 4" in run("data", "attrition", "--data", folder).out


def test_a_correction_that_contradicts_the_book_is_warned_of(run: Run, corrections: Path) -> None:
    text = (
        "[industry]\nearly_victory = 18\n"
        '[[region]]\nid = "berlin"\nip = 4\n'
        '[[region]]\nid = "london"\nip = 3\n'
        '[[path]]\nkind = "land"\na = "paris"\nb = "belgium"\nremove = true\n'
    )
    folder = write(corrections, text)
    ran = run("data", "attrition", "--data", folder, "--check")
    assert ran.status == 0
    assert "The rulebook says otherwise" in ran.out
    for line in (
        "Central Powers: 8 industry points at the start; the rulebook says 7 [3.8]",
        "Entente: 13 industry points at the start; the rulebook says 12 [3.8]",
        "map.toml: region london ip: the rulebook says 2",
        "map.toml: industry early_victory: the rulebook says 17",
        "Paris – Kingdom of Belgium: the rulebook knows a path there, by land",
    ):
        assert line in ran.out
    result = run("data", "attrition", "--data", folder, "--check", "--json").json()
    assert (result["ok"], len(result["contradictions"])) == (True, 5)


@pytest.mark.parametrize(
    ("page", "change"),
    [
        ("attrition.md", "region berlin ip: 3 → 2"),
        ("command-line.md", "region sofia ip: 1 → 2"),
    ],
)
def test_a_correction_of_what_the_book_leaves_open_is_not_warned_of(
    run: Run, corrections: Path, page: str, change: str
) -> None:
    """The examples of the documentation are such."""
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    folder = write(corrections, example)
    ran = run("data", "attrition", "--data", folder, "--check")
    assert change in ran.out
    assert "rulebook" not in ran.out
    result = run("data", "attrition", "--data", folder, "--check", "--json").json()
    assert result["contradictions"] == []


def test_a_changed_value_is_played_with(run: Run, corrections: Path) -> None:
    folder = write(corrections, BERLIN_4)
    out = run("play", "attrition", "--data", folder, "--against", "random", "--seed", "1").out
    assert "Central Powers 8," in out
    assert "Corrected data: map.toml" in out


def test_the_folder_may_come_from_the_environment(
    run: Run, corrections: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_DATA", write(corrections, BERLIN_4))
    assert "3 → 4" in run("data", "attrition", "--check").out
    (game,) = [game for game in run("games", "--json").json() if game["id"] == "attrition"]
    assert game["overrides"]["map.toml"]["region"] == [{"id": "berlin", "ip": 4}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[[region]]\nid = "berlin"\nip = "many"\n',
            "map.toml: region berlin, ip: must be a whole",
        ),
        (
            '[[path]]\na = "berlin"\nb = "atlantis"\nkind = "land"\n',
            "path land berlin atlantis: there is no region “atlantis”",
        ),
        ("[[island]]\n", "map.toml: island: unknown table"),
        ("region = [1, 2]\n", "map.toml: region: must be a list of tables"),
        ("[[", "map.toml: not valid TOML"),
    ],
)
def test_wrong_data_are_refused_with_file_key_and_reason(
    run: Run, corrections: Path, text: str, said: str
) -> None:
    folder = write(corrections, text)
    ran = run("data", "attrition", "--data", folder, "--check")
    assert ran.status == 1
    assert said in ran.out
    for command in (["data", "attrition"], ["play", "attrition"], ["simulate", "attrition"]):
        other = run(*command, "--data", folder)
        assert other.status == 2
        assert said in other.err


def test_wrong_data_as_json(run: Run, corrections: Path) -> None:
    folder = write(corrections, "[[island]]\n")
    ran = run("data", "attrition", "--data", folder, "--check", "--json")
    assert ran.status == 1
    result = ran.json()
    file = f"{folder}/attrition/map.toml"
    assert (result["ok"], result["file"], result["key"]) == (False, file, "island")


def test_an_unknown_file_is_refused(run: Run, corrections: Path) -> None:
    folder = write(corrections, BERLIN_4, "karte.toml")
    ran = run("data", "attrition", "--data", folder, "--check")
    assert ran.status == 1
    assert "it has: cards.toml, map.toml and tiles.toml" in ran.out


def test_rows_can_be_added_and_removed(run: Run, corrections: Path) -> None:
    text = '[[path]]\nkind = "land"\na = "rome"\nb = "berlin"\n'
    out = run("data", "attrition", "--data", write(corrections, text), "--check").out
    assert "map.toml: path rome – berlin: new → " in out
    text = '[[path]]\nkind = "land"\na = "poland"\nb = "berlin"\nremove = true\n'
    out = run("data", "attrition", "--data", write(corrections, text), "--check").out
    assert "map.toml: path poland – berlin: removed\n" in out


def test_data_that_change_nothing(run: Run, corrections: Path, tmp_path: Path) -> None:
    same = write(corrections, BERLIN_4.replace("4", "3"))
    assert "Every value is the same" in run("data", "attrition", "--data", same, "--check").out
    assert "neither --data nor ENTENTE_DATA is set" in run("data", "attrition", "--check").out
    (tmp_path / "empty").mkdir()
    empty = run("data", "attrition", "--data", str(tmp_path / "empty"), "--check").out
    assert "nothing changes" in empty
