"""What an absent party of a congress signs (10.5, 10.8, P83), and what a refusal brings."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.board import Status
from entente.games.pax.congress.agenda import session
from entente.games.pax.congress.drafts import standard_drafts
from entente.games.pax.context import PaxContext
from tests.games.pax.peace import PROTECTORATE
from tests.games.pax.talks import call_congress, dispute, draft_text, table, vote
from tests.games.pax.worlds import absence, army, clear, question, world

FAVOUR = "favour italy"
COSTLY = draft_text(
    "lower power=france; area=tunis; level=interest",
    "pay from=france; to=italy; amount=pounds 100; due=now",
)


def adopted(draft: str, tension: int = 20) -> PaxContext:
    """A congress over Tunis has adopted a draft; France and Italy are to sign it."""
    made = dispute()
    call_congress(made, "france", "germany", "great_britain")
    table(made, "germany", draft)
    vote(made, "germany", "italy", "great_britain")
    assert question(made)[1].step == "signatures"
    made.state.tension = tension
    return made


def test_an_absent_party_signs_what_it_would_lose_anyhow() -> None:
    """P83: a refusal would cost it the same marker, tension and four causes for war."""
    made = adopted(FAVOUR)
    assert absence(made, "france") == absence(made, "italy") == "sign"


def test_an_absent_party_refuses_what_asks_more() -> None:
    """P83: a congress cannot make it pay a hundred pounds."""
    made = adopted(COSTLY)
    assert absence(made, "france") == "refuse"
    assert absence(made, "italy") == "sign"


@pytest.mark.parametrize(("tension", "verdict"), [(93, "refuse"), (96, "sign")])
def test_an_absent_party_signs_rather_than_bring_the_great_war(tension: int, verdict: str) -> None:
    """P83: defiance and the failure of the congress raise the tension by 5."""
    made = adopted(COSTLY, tension)
    assert absence(made, "france") == verdict


def test_an_absent_party_refused_under_earlier_rules() -> None:
    made = adopted(FAVOUR)
    made.state.rules = "3"
    assert absence(made, "france") == "refuse"


def test_a_refusal_says_where_the_tension_ends() -> None:
    """The failure of the congress follows from it, and is counted."""
    made = adopted(FAVOUR, 95)
    ask, frame = question(made)
    refuse = ask.parse("refuse")
    hint = ask.hint(made, frame, "france", refuse)
    assert hint is not None
    assert '"total":100' in str(hint.args["sentences"])
    assert [c.key for c in ask.cautions(made, frame, "france", refuse)] == ["caution.great_war"]
    assert ask.cautions(made, frame, "france", ask.parse("sign")) == []
    made.state.tension = 94
    assert ask.cautions(made, frame, "france", refuse) == []


def test_no_plain_solution_is_void() -> None:
    """10.4: the United States protest against France in Venezuela, which Italy shares: without
    Italy, which is no party, nothing can be shared there."""
    made = world()
    clear(made, "venezuela")
    for power in ("france", "italy"):
        made.put_marker(power, "venezuela", PROTECTORATE)
        army(made, power, "venezuela", 1)
    made.share("venezuela", ["france", "italy"])
    made.put_marker("united_states", "venezuela", Status.INTEREST)
    give_cause(made, "monroe_doctrine", "united_states", "france", "venezuela")
    call_congress(made, "united_states", "germany", "great_britain")
    item = session(made).items[0]
    assert set(item.parties) == {"united_states", "france"}
    assert set(standard_drafts(made, item)) == {"favour united_states"}
    made.state.rules = "3"
    assert "share" in standard_drafts(made, item)
