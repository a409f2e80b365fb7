"""Translate the validation errors of msgspec into messages."""

from __future__ import annotations

import re

from entente.kernel.message import Message, say

_TYPES = {
    "int": say("mistake.value.whole_number"),
    "float": say("mistake.value.number"),
    "str": say("mistake.value.text"),
    "bool": say("mistake.value.true_or_false"),
    "array": say("mistake.value.list"),
    "object": say("mistake.value.table"),
}


def explain_validation_error(error: str) -> tuple[str, Message]:
    """Split "Expected `int`, got `str` - at `$.region[3].ip`" into the place, `region[3].ip`, and
    the reason."""
    reason, _, place = error.partition(" - at ")
    return place.strip("`").removeprefix("$").removeprefix("."), _reason(reason)


def _reason(reason: str) -> Message:
    if match := re.fullmatch(r"Expected `(.+)`, got `.+`", reason):
        types = [name for name in match[1].split(" | ") if name != "null"]
        if len(types) == 1 and types[0] in _TYPES:
            return _TYPES[types[0]]
    if match := re.fullmatch(r"Expected `\w+` (>=|<=) (-?[\d.]+)", reason):
        at_least = match[1] == ">="
        return say(
            "mistake.value.at_least" if at_least else "mistake.value.at_most", bound=match[2]
        )
    if match := re.fullmatch(r"Expected `array` of length >= (\d+)", reason):
        return say("mistake.value.length", count=int(match[1]))
    if match := re.fullmatch(r"Object missing required field `(.+)`", reason):
        return say("mistake.value.missing", name=match[1])
    if match := re.fullmatch(r"Object contains unknown field `(.+)`", reason):
        return say("mistake.value.unknown", name=match[1])
    if match := re.fullmatch(r"Invalid enum value (['\"]?)(.+)\1", reason):
        return say("mistake.value.choice", value=match[2])
    return say("mistake.value.other", error=reason.replace("`", ""))
