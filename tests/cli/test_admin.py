"""`entente admin`: the operator's words, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.cli.main import main


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ENTENTE_HOME", str(tmp_path))
    monkeypatch.delenv("ENTENTE_DATABASE_URL", raising=False)
    return tmp_path


def test_an_empty_server_is_listed_saved_restored_and_checked(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "check"]) == 0  # where nobody has ever started a server
    for what in ("users", "tables", "snapshot", "check"):
        assert main(["admin", what]) == 0
    assert "0 tables" in capsys.readouterr().out
    path = str(home / "backup")
    assert main(["--lang", "fr", "admin", "backup", path]) == 0
    assert "Sauvegardé" in capsys.readouterr().out
    assert main(["admin", "restore", path]) == 0
    assert "Restored" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["dance"], "does not know “dance”"),
        (["delete-user"], "is missing"),
        (["delete-user", "Nobody"], "no user “Nobody”"),
        (["show-table", "xyz"], "no table “xyz”"),
        (["close-table", "xyz"], "no table “xyz”"),
        (["delete-table", "xyz"], "no table “xyz”"),
        (["reset-password", "12"], "no user “12”"),
        (["remove-codes", "12"], "no user “12”"),
        (["retry", "xyz"], "no table “xyz”"),
        (["users", "--json"], "has no --json"),
        (["restore", "/nowhere/at/all"], "no file"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", *arguments]) == 2
    assert told in capsys.readouterr().err
