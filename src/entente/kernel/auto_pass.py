"""Passes for later: an open question that may come, and that somebody lets go by beforehand.

He prepares the pass itself and, if he likes, at what it is not meant: `unless belgium`. Of such a
pass others learn no more than of a quick one: it is given once, for one occasion, and tells nothing
of what he will do at the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entente.kernel.steps import ConditionalChoices

UNLESS = "unless"


def auto_pass_choices(occasion: str, action: str, things: Iterable[str]) -> ConditionalChoices:
    """What may be prepared: the pass, and the things at which one wants to be asked after all."""
    return ConditionalChoices(
        occasion, {action: (action,), UNLESS: tuple(f"{UNLESS} {t}" for t in things)}
    )


def auto_pass(wishes: Sequence[str], action: str, happened: Iterable[str]) -> str | None:
    """The pass, if it was prepared and nothing has happened that it was not meant for."""
    if action not in wishes or any(f"{UNLESS} {thing}" in wishes for thing in happened):
        return None
    return action
