"""Auto-pass: pass in advance on a decision that may come up.

A player prepares the pass and, optionally, exceptions: `unless belgium`. Other players learn no
more from it than from a quick pass, since it holds for one occasion only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entente.kernel.steps import ConditionalChoices

UNLESS = "unless"


def auto_pass_choices(occasion: str, action: str, things: Iterable[str]) -> ConditionalChoices:
    """Return what a player can prepare: the pass, and the exceptions."""
    return ConditionalChoices(
        occasion, {action: (action,), UNLESS: tuple(f"{UNLESS} {t}" for t in things)}
    )


def auto_pass(wishes: Sequence[str], action: str, happened: Iterable[str]) -> str | None:
    """Return the pass if it was prepared and no exception applies."""
    if action not in wishes or any(f"{UNLESS} {thing}" in wishes for thing in happened):
        return None
    return action
