"""`entente diplomacy import` and `export`: saved games of other programs, there and back."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random

import pytest

from entente.cli.main import main
from entente.games.diplomacy.exchange import DiplomacyMatch
from entente.games.diplomacy.game import Diplomacy
from entente.kernel import Match
from entente.kernel.record import dump, record_of
from entente.kernel.typography import typeset

EXCHANGE = Path(__file__).parents[1] / "games" / "diplomacy" / "exchange"
SAVED = EXCHANGE / "package_game.json"

Output = pytest.CaptureFixture[str]


def test_saved_games_come_and_go(tmp_path: Path, capsys: Output) -> None:
    record, saved = tmp_path / "game.jsonl", tmp_path / "game.json"
    assert main(["diplomacy", "import", str(SAVED), "--save", str(record)]) == 0
    assert main(["replay", str(record), "--verify"]) == 0
    assert main(["diplomacy", "export", str(record), "--output", str(saved)]) == 0
    phases = json.loads(saved.read_text(encoding="utf-8"))["phases"]
    original = json.loads(SAVED.read_text(encoding="utf-8"))["phases"]
    assert [phase["name"] for phase in phases[:-1]] == [phase["name"] for phase in original]
    capsys.readouterr()
    assert main(["diplomacy", "export", str(record), "--output", str(saved)]) == 2
    assert "already" in capsys.readouterr().err


def test_a_game_a_line_is_a_record_each(tmp_path: Path, capsys: Output) -> None:
    games, save = EXCHANGE / "cicero_games.jsonl", tmp_path / "games.jsonl"
    assert main(["diplomacy", "import", str(games), "--save", str(save)]) == 0
    out = capsys.readouterr().out
    assert "Game 2 of 2" in out
    assert "2 games imported, 0 refused." in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games-1.jsonl", "games-2.jsonl"]
    for path in sorted(tmp_path.iterdir()):
        assert main(["replay", str(path), "--verify"]) == 0
    assert main(["diplomacy", "import", str(games), "--save", str(save)]) == 2
    assert "games-1.jsonl already exists" in capsys.readouterr().err


def test_one_bad_game_does_not_stop_the_others(tmp_path: Path, capsys: Output) -> None:
    lines = (EXCHANGE / "cicero_games.jsonl").read_text(encoding="utf-8").splitlines()
    games = tmp_path / "games.jsonl"
    games.write_text("\n".join([lines[0], "{}", lines[1]]), encoding="utf-8")
    assert main(["diplomacy", "import", str(games), "--save", str(tmp_path / "r.jsonl")]) == 1
    out = capsys.readouterr().out
    assert f"{games}, game 2 was not imported: " in out
    assert "2 games imported, 1 refused." in out
    assert {path.name for path in tmp_path.glob("r-*")} == {"r-1.jsonl", "r-3.jsonl"}


def test_a_game_is_followed_or_imported_under_given_rules(tmp_path: Path, capsys: Output) -> None:
    """In S1902M an army was carried by its own fleet without having asked for it."""
    text = (EXCHANGE / "cicero_games.jsonl").read_text(encoding="utf-8").splitlines()[0]
    game = json.loads(text)
    spring = game["phases"][3]
    assert spring["name"] == "S1902M"
    for phase in game["phases"][3:]:
        phase["state"]["units"] = {"ENGLAND": ["A NWY", "F SKA"], "RUSSIA": ["A SWE"]}
    spring["orders"] = {
        "ENGLAND": ["A NWY - SWE", "F SKA C A NWY - SWE"],
        "RUSSIA": ["A SWE - NWY"],
    }
    game["phases"] = [spring, game["phases"][4]]
    game["phases"][1]["state"]["units"] = {"ENGLAND": ["A SWE", "F SKA"], "RUSSIA": ["A NWY"]}
    game["phases"][1]["orders"] = {}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    arguments = ["diplomacy", "import", str(file), "--follow", "--save"]
    assert main([*arguments, str(tmp_path / "one.jsonl")]) == 0
    out = capsys.readouterr().out
    assert "Differences from the saved game: 2" in out
    assert "--option adjacent_convoy=own_fleet_or_via" in out
    assert (tmp_path / "one.jsonl").exists()
    assert (tmp_path / "one-from-F1902M.jsonl").exists()
    reading = ["--option", "adjacent_convoy=own_fleet_or_via"]
    assert main([*arguments, str(tmp_path / "two.jsonl"), *reading]) == 0
    assert "Difference from the saved game: 1" in capsys.readouterr().out
    assert main([*arguments[:-2], "--save", str(tmp_path / "three.jsonl")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert str(file) in error
    assert "S1902M" in error


def imported(path: Path, tmp_path: Path, capsys: Output, *arguments: str) -> tuple[int, str, str]:
    status = main(
        ["diplomacy", "import", str(path), "--save", str(tmp_path / "r.jsonl"), *arguments]
    )
    output = capsys.readouterr()
    return status, output.out, output.err


def test_omitted_orders_are_reported(tmp_path: Path, capsys: Output) -> None:
    game = json.loads(SAVED.read_text(encoding="utf-8"))
    game["phases"][0]["orders"]["FRANCE"].append("A XXX - YYY")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    status, out, _ = imported(file, tmp_path, capsys)
    assert status == 0
    assert "Order of the saved game omitted: 1\n  S1901M, France, “A XXX - YYY”" in out
    (tmp_path / "r.jsonl").unlink()
    _, out, _ = imported(file, tmp_path, capsys, "--follow", "--lang", "fr")
    assert typeset("Ordre omis : 1\n  S1901M, France, « A XXX - YYY »") in out


def test_a_game_that_cannot_be_followed_does_not_stop_the_others(
    tmp_path: Path, capsys: Output
) -> None:
    line = (EXCHANGE / "webdiplomacy_game.json").read_text(encoding="utf-8").strip()
    bad = json.loads(line)
    bad["phases"][0]["units"][0]["type"] = "Wing"
    games = tmp_path / "games.jsonl"
    games.write_text("\n".join([line, json.dumps(bad), line]), encoding="utf-8")
    status, out, _ = imported(games, tmp_path, capsys, "--follow")
    assert status == 1
    assert "game 2 was not imported: S1901M has a unit of the kind “Wing”" in out
    assert "2 games imported, 1 refused." in out


def test_a_record_is_no_saved_game(tmp_path: Path, capsys: Output) -> None:
    record = tmp_path / "record.jsonl"
    assert main(["diplomacy", "import", str(SAVED), "--save", str(record)]) == 0
    capsys.readouterr()
    status, _, error = imported(record, tmp_path, capsys)
    assert status == 2
    assert "already a record of Entente" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[]", "there is no game in the file"),
        (SAVED.read_text(encoding="utf-8").encode("utf-16"), "UTF-16"),
    ],
)
def test_a_file_without_a_game_is_refused(
    data: bytes, said: str, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(data)
    status, _, error = imported(file, tmp_path, capsys)
    assert status == 2
    assert said in error


def test_a_saved_game_may_come_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SAVED.read_bytes())))
    status, _, _ = imported(Path("-"), tmp_path, capsys)
    assert status == 0
    assert (tmp_path / "r.jsonl").exists()


def begun(path: Path, votes: int) -> None:
    """A record of a first spring with votes for a draw handed in."""
    game = Diplomacy({})
    match: DiplomacyMatch = Match(game, {}, "0")
    for seat, decision in list(match.position.required_by_seat().items())[:votes]:
        orders = decision.menu.sample(Random(0)).rpartition("; ")[0]
        match.act(seat, f"{orders}; draw")
    path.write_bytes(dump(record_of(match)))


@pytest.mark.parametrize("to", [[], ["--output"]])
def test_an_export_says_that_orders_are_still_secret(
    to: list[str], tmp_path: Path, capfd: Output
) -> None:
    record, saved = tmp_path / "record.jsonl", tmp_path / "saved.json"
    begun(record, 3)
    assert main(["diplomacy", "export", str(record), *to, *([str(saved)] if to else [])]) == 0
    output = capfd.readouterr()
    assert "still secret" in output.err
    phase = json.loads(saved.read_text(encoding="utf-8") if to else output.out)["phases"][0]
    assert set(phase["orders"].values()) == {None}


def test_an_end_that_was_agreed_on_is_not_in_the_format(tmp_path: Path, capsys: Output) -> None:
    record, saved = tmp_path / "record.jsonl", tmp_path / "saved.json"
    begun(record, 7)
    assert main(["diplomacy", "export", str(record), "--output", str(saved)]) == 0
    assert "secret" not in capsys.readouterr().err
    status, out, _ = imported(saved, tmp_path, capsys)
    assert status == 0
    assert "The saved game is over, but not by the rules" in out


def test_the_help_of_export_names_commands_that_write_records(capsys: Output) -> None:
    assert main(["diplomacy", "export", "--help"]) == 0
    assert "simulate" not in capsys.readouterr().out
