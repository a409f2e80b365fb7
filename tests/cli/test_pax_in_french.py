"""Pax Britannica at the French terminal: what is typed in French is answered in French."""

from __future__ import annotations

import pytest

from entente.kernel.typography import typeset
from tests.cli.conftest import Run

REASONS = {
    "abaisser egypte interet": typeset("La France n'a pas de marqueur en Égypte."),
    "elever algerie possession": typeset("La France a déjà une possession en Algérie."),
    "marcher 30 algerie france": typeset("La France n'a pas d'armée de 30 en Algérie."),
    "dissoudre armee 3 france": typeset(
        "« dissoudre » n'est pas possible ici. Possible : acheter,"
    ),
    "signer france.allemagne-7": "Vous ne connaissez pas ce traité.",
}


@pytest.fixture
def output(run: Run) -> str:
    typed = [*REASONS, "liste surveiller", "questions 2", "liste proposer", "liste ADEN", "blabla"]
    arguments = ("--lang", "fr", "--seed", "a", "--option", "players=4", "--option", "turns=1")
    return run(
        "play", "pax", *arguments, "--seat", "france", "--against", "greedy", typed=typed
    ).out


def after(output: str, line: str) -> str:
    """Return what is answered to a line."""
    return output.partition(f"> {line}\n")[2].partition("\n> ")[0]


def test_typed_french_is_answered_in_french(output: str) -> None:
    for line, reason in REASONS.items():
        assert after(output, line).startswith(reason), after(output, line)
    assert "proposer un traité" in after(output, "liste proposer")
    found = after(output, "liste ADEN").splitlines()
    assert len(found) == 1
    assert "surveiller Aden" in found[0]
    assert typeset("Possible : proposer, surveiller") in after(output, "blabla")
    assert typeset("Aucun choix ne contient « surveiller ».") in after(output, "liste surveiller")
