"""9.4: promises about passages and votes, and whose choice breaks them."""

from __future__ import annotations

import pytest

from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.treaty import IN_FORCE, Clause, Treaty
from entente.kernel import Frame, step
from tests.games.pax import wars as make
from tests.games.pax.talks import add_dispute, dispute, table, vote, with_word
from tests.games.pax.wars import possess
from tests.games.pax.worlds import answer, call, question, world

SUEZ = {"power": "france", "user": "italy", "passage": "suez"}


def promise(made: PaxContext, kind: str, *more: str, **args: str) -> None:
    """A public treaty of one promise."""
    parties = (args["power"], *more)
    clause = Clause(kind, {**args})
    made.state.treaties = {"t": Treaty("t", parties[0], parties, (clause,), state=IN_FORCE, turn=1)}


def breakers(made: PaxContext) -> list[str]:
    return [each.power for treaty in made.state.treaties.values() for each in treaty.breaches]


# -- passages


def suez_of_two(stance: str, rules: str = "3") -> PaxContext:
    """France and Russia share Egypt; France has promised Italy something about Suez."""
    made = world(rules=rules)
    for power in ("france", "russia"):
        possess(made, power, "egypt")
    made.share("egypt", ("france", "russia"))
    promise(made, "passage", "italy", **SUEZ, stance=stance)
    war = make.at_war(made, ("great_britain",), ("italy",))
    call(made, step("passages", war=war.id))
    return made


def say_of_italy(verb: str) -> str:
    return f"open suez great_britain; {verb} suez italy"


@pytest.mark.parametrize(
    ("stance", "french", "russian", "broken"),
    [
        ("closed", "close", "open", []),
        ("closed", "open", "close", ["france"]),
        ("closed", "close", "close", []),
        ("open", "open", "close", []),
        ("open", "close", "open", ["france"]),
    ],
)
def test_only_the_promiser_s_own_choice_breaks_a_promise_about_a_passage(
    stance: str, french: str, russian: str, broken: list[str]
) -> None:
    """9.4, 12.9: in a codominion all must agree to close it; each answers for itself."""
    made = suez_of_two(stance)
    answer(made, {"france": say_of_italy(french), "russia": say_of_italy(russian)})
    assert breakers(made) == broken


def test_a_power_without_a_decision_breaks_nothing() -> None:
    """12.9: a neutral minor shares Egypt, so no power can close Suez."""
    made = world()
    for power in ("france", "spain"):
        possess(made, power, "egypt")
    made.share("egypt", ("france", "spain"))
    promise(made, "passage", "italy", **SUEZ, stance="closed")
    possess(made, "germany", "anatolia")  # Germany decides about the Straits
    war = make.at_war(made, ("great_britain",), ("italy",))
    call(made, step("passages", war=war.id))
    answer(made, {})
    assert breakers(made) == []


def test_by_earlier_rules_the_partner_s_choice_breaks_it() -> None:
    """Tables of versions 1 and 2."""
    made = suez_of_two("closed", rules="2")
    answer(made, {"france": say_of_italy("close"), "russia": say_of_italy("open")})
    assert breakers(made) == ["france"]


# -- votes


def two_disputes_in_one(rules: str = "3") -> PaxContext:
    """Tunis and Congo are on the agenda together; Germany has promised France a yes on Tunis."""
    made = dispute()
    made.state.rules = rules
    made.put_marker("great_britain", "kamerun", Status.INFLUENCE)
    add_dispute(made, Status.PROTECTORATE, "russia", "kamerun")
    promise(made, "vote", "france", power="germany", area="tunis", side="yes")
    call(made, "congress")
    answer(made, {"france": with_word(made, "france", "silent", "call")})
    answer(made, {"france": "site germany"})
    if question(made)[1].step == "congress_attend":
        answer(made, {})
    answer(made, {"france": "together"})
    members = question(made)[0].seats(made, question(made)[1])
    answer(made, dict.fromkeys(members, "vote yes"))
    draft = "remove power=france; area=tunis | remove power=great_britain; area=kamerun"
    table(made, "france", f"draft clauses=[{draft}]")
    return made


def test_a_promised_vote_counts_for_a_joined_item_too() -> None:
    """9.4, 10.4: one treaty for all disputes is about each of their areas."""
    made = two_disputes_in_one()
    ask, frame = question(made)
    warned = [message.key for message in ask.cautions(made, frame, "germany", ask.parse("vote no"))]
    assert warned == ["caution.breach"]
    assert not list(ask.cautions(made, frame, "germany", ask.parse("vote yes")))
    answer(made, {"france": "vote yes", "italy": "vote yes", "germany": "vote no"})
    assert breakers(made) == ["germany"]


def test_an_absent_host_breaks_a_tie_as_it_has_promised() -> None:
    """P70, 10.4: also where the promise is about one of several joined disputes."""
    made = two_disputes_in_one()
    tie = Frame("break_tie", question(made)[1].args)
    assert steps.question("break_tie").default_answer(made, tie, "germany") == "vote yes"


def test_in_earlier_versions_votes_on_joined_items_are_not_watched() -> None:
    """Games of versions 1 and 2."""
    made = two_disputes_in_one(rules="2")
    vote(made, "france", "italy")
    assert breakers(made) == []


def test_a_host_that_decides_a_tie_has_voted() -> None:
    """10.4: its second vote is bound by its promise like its first."""
    made = dispute()
    promise(made, "vote", "france", power="germany", area="tunis", side="yes")
    call(made, "congress")
    answer(made, {"france": with_word(made, "france", "silent", "call")})
    answer(made, {"france": "site germany"})
    answer(made, {"great_britain": with_word(made, "great_britain", "stay", "attend")})
    table(made, "italy", "favour italy")
    members = question(made)[0].seats(made, question(made)[1])
    assert len(members) == 4
    vote(made, "germany", "italy")
    ask, frame = question(made)
    assert frame.step == "break_tie"
    assert [m.key for m in ask.cautions(made, frame, "germany", ask.parse("vote no"))] == [
        "caution.breach"
    ]
    answer(made, {"germany": "vote no"})
    assert breakers(made) == ["germany"]
