"""Long answers come in pages, and the list of tools is short, so that every client takes them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.agents.local import LocalSeat
from entente.agents.paging import PAGE, paged
from entente.agents.tools import Tools
from entente.kernel import Match, registry
from entente.kernel.record import AnyMatch

MOST_TOOLS = 16_000  # characters
NOTE = 100  # characters of the line that names the page


@given(st.text(alphabet="ab ,;\n", max_size=400), st.integers(1, 60))
def test_pages_are_the_text_and_never_too_long(text: str, size: int) -> None:
    pages = paged(text, size)
    assert "".join(pages) == text
    assert all(len(page) <= size for page in pages)
    assert all(pages) or text == ""


@pytest.mark.parametrize("game", ["attrition", "diplomacy", "turmoil", "pax"])
def test_the_tools_are_small(game: str) -> None:
    match: AnyMatch = Match(registry.load(game), {}, "1")
    tools = Tools(LocalSeat(match, match.seats[0], {})).all.values()
    listed = json.dumps([(each.name, each.description, each.schema) for each in tools])
    assert len(listed) < MOST_TOOLS


def test_everything_in_pax_is_reached_page_by_page() -> None:
    match: AnyMatch = Match(registry.load("pax"), {}, "1")
    tools = Tools(LocalSeat(match, match.seats[0], dict.fromkeys(match.seats[1:], "random")))
    while match.state.phase != "movement":
        decision = tools.client.snapshot().view.decisions[0]
        assert not tools.call("decide", {"action": next(iter(decision.menu))}).refused
    for name in ("position", "choices", "form"):
        whole = tools.all[name].call({})
        first = tools.call(name, {})
        texts, actions = [], list[str]()
        for page in range(1, len(paged(whole.text)) + 1):
            answer = tools.call(name, {"page": page})
            assert not answer.refused
            assert len(answer.text) <= PAGE + NOTE
            texts.append(answer.text.partition("\n\nPage ")[0])
            actions += actions_in(answer.data)
        assert len(texts) > 1 or name != "form"
        assert first == tools.call(name, {"page": 1})
        assert squeezed("".join(texts)) == squeezed(whole.text)
        assert actions == actions_in(whole.data)
        too_far = tools.call(name, {"page": len(texts) + 1})
        assert too_far.refused
        pages = "1 page" if len(texts) == 1 else f"{len(texts)} pages"
        assert too_far.text == f"This answer has {pages}."


def actions_in(data: dict[str, Any]) -> list[str]:
    """The actions that data list, in order."""
    decisions = data.get("decisions", ())
    return [each["action"] for decision in decisions for each in decision.get("choices", ())]


def squeezed(text: str) -> str:
    return "".join(text.split())
