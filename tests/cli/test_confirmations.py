"""Regrettable actions need a confirmation at a terminal, yes or no, as in the page."""

from __future__ import annotations

from entente.kernel.typography import typeset
from tests.cli.conftest import Run, Terminal
from tests.cli.test_play import AGAINST, DIPLOMACY, record

CLASH = "par-bur; mar-bur; bre h"
ANOTHER = "par-bur; mar-spa; bre-mao"


def orders_of(file: str) -> list[str]:
    return [move.action for move in record(file).moves if move.seat == "france"]


def test_orders_that_do_not_fit_together_are_asked_about(run: Run, terminal: Terminal) -> None:
    prompts = terminal([CLASH, "perhaps", "n", ANOTHER])
    out = run(*DIPLOMACY, "--save", "game.jsonl").out
    assert "A MAR and A PAR go to the same province (Burgundy): they bounce." in out
    question = "Do it anyway? (y/n) "
    assert prompts[1:4] == [question, question, "> "]
    assert orders_of("game.jsonl") == ["F BRE - MAO; A MAR - SPA; A PAR - BUR; orders"]


def test_yes_confirms_the_action(run: Run, terminal: Terminal) -> None:
    terminal([CLASH, "oui"])
    out = run(*DIPLOMACY, "--lang", "fr", "--save", "game.jsonl").out
    assert (
        typeset(
            "A Mar et A Par visent la même province (Bourgogne) : elles se bloqueront mutuellement."
        )
        in out
    )
    assert orders_of("game.jsonl") == ["F BRE H; A MAR - BUR; A PAR - BUR; orders"]


def test_an_action_typed_twice_needs_no_confirmation(run: Run, terminal: Terminal) -> None:
    """A repeated line after a caution counts as confirmed."""
    prompts = terminal(["1", "1", "1 x4", "done", "done"])
    run(*AGAINST, "--save", "game.jsonl")
    assert "Do it anyway? (y/n) " not in prompts
    assert [move.action for move in record("game.jsonl").moves].count("done") == 1


def test_tiles_that_would_be_lost(run: Run, terminal: Terminal) -> None:
    """Leaving is no answer."""
    terminal(["done"])
    out = run(*AGAINST, "--save", "game.jsonl").out
    assert "tiles that could still be mobilised are lost" in out
    assert "done" not in [move.action for move in record("game.jsonl").moves]
    terminal(["done", "y"])
    run(*AGAINST, "--save", "other.jsonl")
    assert "done" in [move.action for move in record("other.jsonl").moves]


def test_piped_input_needs_no_confirmation(run: Run) -> None:
    out = run(*DIPLOMACY, "--save", "game.jsonl", typed=[CLASH]).out
    assert "they bounce" not in out
    assert len(orders_of("game.jsonl")) == 1
