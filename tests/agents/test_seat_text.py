"""What an agent reads: long lists in few lines, from which every action can be made again."""

from __future__ import annotations

from random import Random

from entente.agents.seat_text import GAP, compact
from entente.agents.tools import Tools
from entente.kernel.menu import Choose, OneOf
from tests.agents.test_local import seated


def expanded(lines: list[str]) -> set[str]:
    """The actions of compact lines."""
    found = set()
    for line in lines:
        head, _, words = line.removeprefix("- ").partition(": ")
        found |= {head.replace(GAP, word) for word in words.split(", ")} if words else {head}
    return found


def test_many_actions_stand_in_few_lines() -> None:
    areas = [f"area-{number}" for number in range(90)]
    actions = [f"place {area} {status}" for area in areas for status in ("low", "high")]
    lines = compact([*actions, "pass", "march area-1 area-2 by-sea"])
    assert lines[:2] == [
        f"- place … low: {', '.join(areas)}",
        f"- place … high: {', '.join(areas)}",
    ]
    assert expanded(lines) == {*actions, "pass", "march area-1 area-2 by-sea"}
    assert compact(["pass", "stay"]) == ["- pass", "- stay"]


def at_a_long_list() -> tuple[Tools, set[str]]:
    """Pax, where a seat may do hundreds of things."""
    tools, rng = seated("pax", "3", players=4), Random(1)
    while True:
        menu = tools.client.snapshot().view.decisions[0].menu
        parts = menu.forms if isinstance(menu, OneOf) else ()
        actions = {each for part in parts if isinstance(part, Choose) for each in part.actions}
        if len(actions) > 300:
            return tools, actions
        assert not tools.call("decide", {"action": menu.sample(rng)}).refused


def test_no_choice_of_a_long_list_is_kept_back() -> None:
    tools, actions = at_a_long_list()
    window = tools.client.snapshot().view.decisions[0].window
    text = tools.call("choices", {"decision": window}).text
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    spelled = expanded(lines) | {line.removeprefix("- ").partition(":")[0] for line in lines}
    assert actions <= spelled
    assert len(text) < 40 * len(actions)


def test_one_reason_for_many_actions_is_given_once() -> None:
    tools, _ = at_a_long_list()
    text = tools.call("about", {"thing": "egypt"}).text.partition("Not allowed, and why:")[2]
    reasons = [line.partition(": ")[2] for line in text.splitlines()[1:]]
    assert reasons
    assert len(set(reasons)) == len(reasons)
