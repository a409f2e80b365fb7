"""`entente mcp`: what is wrong with how it is called; the rest is in tests/agents."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SERVER = ("--server", "http://127.0.0.1:1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "GAME"),
        (["chess"], "“chess”"),
        (["attrition", "--seat", "mars"], "unknown seat “mars”"),
        (["attrition", "--against", "napoleon"], "“napoleon”"),
        (["attrition", "--option", "dragons"], "dragons"),
        (["attrition", "--table", "x"], "--table needs --server"),
        (["attrition", *SERVER, "--table", "x"], "omit: attrition"),
        ([*SERVER, "--table", "x", "--seed", "3"], "omit: --seed"),
        ([*SERVER], "--server needs --table"),
        ([*SERVER, "--table", "x"], "set ENTENTE_TOKEN to an API token"),
        (["attrition", "--http", "--host", "0.0.0.0"], "set ENTENTE_MCP_TOKEN"),
        (["attrition", "--http", "--host", "203.0.113.7"], "anyone on the network"),
        (["attrition", "--http", "--port", "many"], "--port"),
        (["attrition", "--record", "there.jsonl"], "“there.jsonl” is not a valid record"),
    ],
)
def test_a_wrong_argument_is_reported_in_one_line(
    run: Run, arguments: list[str], said: str
) -> None:
    Path("there.jsonl").write_text("")
    ran = run("--lang", "en", "mcp", *arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_server_that_is_not_there_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_TOKEN", "entente_x")
    ran = run("--lang", "fr", "mcp", *SERVER, "--table", "x")
    assert ran.status == 2
    assert "Le serveur à http://127.0.0.1:1 ne répond pas" in ran.err


def test_without_the_package_it_is_said_how_to_get_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "entente.agents.mcp_server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    ran = run("--lang", "en", "mcp", "attrition")
    assert "mcp is not installed" in ran.err
    assert "make extras EXTRAS=agents" in ran.err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_explains_itself(run: Run, language: str) -> None:
    ran = run("--lang", language, "mcp", "--help")
    assert ran.status == 0
    assert "ENTENTE_TOKEN" in ran.out
    assert "MCP" in ran.out
