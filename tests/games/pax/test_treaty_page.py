"""The treaty desk in use: what the page writes, drafts read out, consequences shown before."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.negotiation.clause_warnings import clauses_with_warnings
from entente.games.pax.negotiation.offers import written_treaty
from entente.games.pax.records.clause_kinds import CLAUSE_KINDS
from entente.games.pax.treaties.breach_warnings import (
    warn_leaving,
    warn_passage,
    warn_ready,
    warn_silence,
)
from entente.games.pax.treaties.breaches import breach
from entente.games.pax.treaties.clauses_in_force import binding
from entente.kernel import LANGUAGES, Frame, Message, Position, registry
from entente.kernel.capabilities import AnswerInParts
from tests.games.pax.talks import (
    at_desk,
    call_congress,
    dispute,
    offer_text,
    sign_treaty,
    table,
)
from tests.games.pax.wars import at_war
from tests.games.pax.worlds import call, clear, question, world

PAGE = Path(__file__).parents[3] / "web/src/games/pax/treaties"
GAME = registry.load("pax")


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages]


def cautions(made: PaxContext, seat: str, action: str) -> list[Message]:
    return list(
        steps.question("desk").cautions(
            made, Frame("desk"), seat, steps.question("desk").parse(action)
        )
    )


def begun() -> Position[Any, Any]:
    """A real game at the moment when the desk opens."""
    position = GAME.begin({"players": 4}, "desk")
    rng = Random(1)
    while not any(each.step == "desk" for each in position.decisions_for("france")):
        decision = next(iter(position.required_by_seat().values()))
        position.apply_unchecked(decision, decision.menu.sample(rng))
    return position


# -- what the page writes


@pytest.fixture(scope="module")
def position() -> Position[Any, Any]:
    return begun()


def written() -> list[str]:
    found: list[str] = json.loads((PAGE / "testdata/written.json").read_text())
    return found


def test_the_text_the_page_writes_is_accepted(position: Position[Any, Any]) -> None:
    for action in written():
        assert position.explain("france", action) is None, action
        legal = position.find("france", action)
        assert legal is not None
        read = position.bind(legal[0]).action_parts(legal[1])
        assert len(read) == action.count(" | text") + 1, action
        for language in ("en", "fr"):
            sentence = GAME.catalog(language).strict.line(read[0].text)
            assert sentence.endswith("."), sentence
            assert "names." not in sentence
    offering = position.copy()
    offering.apply("france", written()[-1])
    (treaty,) = offering.state.treaties.values()
    assert treaty.secret
    assert treaty.clauses[1].text("words") == 'Keep the peace;\n“always” (or else) | "now" \\ then'


def test_the_page_writes_all_kinds_of_clauses() -> None:
    named = {part.split()[0] for each in written() for part in each.split("clauses=[")[1:]}
    assert named == set(CLAUSE_KINDS)


# -- drafts


def doubts_of(made: PaxContext, clause: str, *, secret: bool = False) -> list[str]:
    offered = written_treaty(made, "france", offer_text(made, "france", clause, secret=secret))
    (article,) = clauses_with_warnings(made, offered)
    for message in article.doubts:
        for language in ("en", "fr"):
            assert "{" not in GAME.catalog(language).strict.line(message)
    return [message.key.removeprefix("doubt.") for message in article.doubts]


def test_a_clause_without_effect_is_marked_while_it_is_written() -> None:
    made = world()
    clear(made, "marocco", "tunis")
    made.put_marker("germany", "marocco", Status.INFLUENCE)
    gift = "cede area={}; from=germany; to=france"
    assert doubts_of(made, gift.format("marocco")) == []
    assert doubts_of(made, gift.format("tunis")) == ["no_marker"]
    assert doubts_of(made, gift.format("marocco") + "; level=possession") == ["too_high"]
    made.put_marker("france", "marocco", Status.INFLUENCE)
    assert doubts_of(made, gift.format("marocco")) == ["has_already"]
    assert doubts_of(made, "lower power=germany; area=marocco; level=influence") == ["not_lower"]
    assert doubts_of(made, "remove power=germany; area=marocco") == []
    assert doubts_of(made, "remove power=france; area=tunis") == ["no_marker"]
    assert doubts_of(made, "no_war power=france; towards=[france]") == ["same_power"]
    never = "no_war power=france; towards=[germany]; start=turn 3; until=turn 2"
    assert doubts_of(made, never) == ["never"]


WAR = "(at_war power=italy; with=japan)"
CAUSE = "(cause power=italy; against=japan)"
TURN = "(turns first=turn 2; last=turn 3)"


@pytest.mark.parametrize(
    ("condition", "marker", "cause"),
    [
        (WAR, ["before_wars"], ["before_wars"]),
        (f"(both one={WAR}; other={TURN})", ["before_wars"], ["before_wars"]),
        (f"(either one={WAR}; other={CAUSE})", [], []),
        (f"(unless it={WAR})", [], []),
        (CAUSE, ["late_cause"], []),
        (TURN, [], []),
    ],
)
def test_a_clause_that_waits_for_what_comes_too_late_is_marked(
    condition: str, marker: list[str], cause: list[str]
) -> None:
    """9.4: markers change hands in the negotiation and the congress, before the wars."""
    made = world()
    clear(made, "marocco")
    made.put_marker("germany", "marocco", Status.INFLUENCE)
    cede = f"cede area=marocco; from=germany; to=france; if={condition}"
    assert doubts_of(made, cede) == marker
    assert doubts_of(made, f"remove power=germany; area=marocco; if={condition}") == marker
    assert doubts_of(made, f"grant_cb holder=france; against=japan; if={condition}") == cause
    assert doubts_of(made, f"no_war power=france; towards=[germany]; if={condition}") == []


@pytest.mark.parametrize("condition", [WAR, CAUSE])
def test_a_clause_whose_condition_is_met_is_not_marked(condition: str) -> None:
    made = world()
    clear(made, "marocco")
    made.put_marker("germany", "marocco", Status.INFLUENCE)
    at_war(made, ("italy",), ("japan",))
    give_cause(made, "treaty_broken", "italy", "japan")
    assert doubts_of(made, f"remove power=germany; area=marocco; if={condition}") == []


def test_the_cost_is_shown_while_it_is_written() -> None:
    made = world()
    clear(made, "marocco")
    made.state.treasury = {**made.state.treasury, "france": 7, "germany": 100}
    pay = "pay from=france; to=germany; amount=pounds {}; due={}"
    assert doubts_of(made, pay.format(7, "now")) == []
    assert doubts_of(made, pay.format(8, "now")) == ["cannot_pay"]
    assert doubts_of(made, pay.format(8, "turn_2")) == []
    assert doubts_of(made, pay.format(8, "turn_1")) == ["too_late"]
    assert doubts_of(made, "pay from=france; to=france; amount=pounds 1; due=now") == ["same_power"]
    made.put_marker("italy", "marocco", Status.INFLUENCE)
    shared = "codominion area=marocco; members=[france | germany]; level=protectorate"
    assert doubts_of(made, shared)[0] == "not_party"
    assert "joining_costs" in doubts_of(made, shared)


def test_what_makes_a_secret_treaty_public_is_shown() -> None:
    made = world()
    ally = "defensive power=germany; protected=france; against=[anyone]"
    assert doubts_of(made, ally) == []
    assert doubts_of(made, ally, secret=True) == ["publishes"]
    assert doubts_of(made, "grant_cb holder=france; against=italy", secret=True) == ["publishes"]


# -- consequences


def secret_treaty() -> tuple[PaxContext, str]:
    """France and Germany have one, with a clause that only people can judge."""
    made = world()
    words = 'text power=germany; words="Be kind."'
    peace = "no_war power=germany; towards=[france]"
    return made, sign_treaty(made, "france", words, peace, secret=True).id


def caution_of(made: PaxContext, seat: str, action: str) -> str:
    """The key of an action's caution; it has a text in both languages."""
    (message,) = cautions(made, seat, action)
    for language in ("en", "fr"):
        assert "{" not in GAME.catalog(language).strict.line(message)
    return message.key.removeprefix("hint.")


def test_consequences_are_shown_before() -> None:
    made, name = secret_treaty()
    assert caution_of(made, "france", f"publish {name}") == "publishing"
    assert caution_of(made, "france", f"end {name}") == "ending_later"
    at_desk(made, "germany", f"end {name}")
    assert caution_of(made, "france", f"end {name}") == "ending"
    breach(made, made.state.treaties[name], 1, "germany")
    assert caution_of(made, "france", f"publish {name}") == "publishing_breach"
    at_desk(made, "france", f"publish {name}")
    assert caution_of(made, "france", "release treaty-1") == "leaving_free"


def test_the_jury_is_shown_before() -> None:
    made, name = secret_treaty()
    assert caution_of(made, "france", f"accuse {name} germany 1 1880") == "accusing_openly"
    (message,) = cautions(made, "france", f"accuse {name} germany 1 1880")
    assert message.args["seats"] == [s for s in made.seats if s not in ("france", "germany")]
    at_desk(made, "france", f"accuse {name} germany 1 1880")
    assert caution_of(made, "italy", "judge treaty-1 germany 1 1880 broken") == "judging_broken"
    assert caution_of(made, "italy", "judge treaty-1 germany 1 1880 kept") == "judging_kept"
    made = world()
    sign_treaty(
        made, "france", 'text power=germany; words="Be kind."', "remove power=italy; area=tunis"
    )
    assert caution_of(made, "france", "accuse treaty-1 germany 1 1880") == "accusing"


def test_signing_a_treaty_one_cannot_pay_for_has_a_caution() -> None:
    made = world()
    made.state.treasury = {**made.state.treasury, "germany": 2}
    at_desk(
        made,
        "france",
        offer_text(made, "france", "pay from=germany; to=france; amount=pounds 3; due=now"),
    )
    (name,) = made.state.treaties
    assert keys(cautions(made, "germany", f"sign {name}")) == ["doubt.cannot_pay"]
    assert cautions(made, "germany", f"decline {name}") == []


def test_the_desk_says_what_waits_for_one() -> None:
    made = world()
    desk = steps.question("desk")
    at_desk(made, "france", offer_text(made, "france", "no_war power=germany; towards=[france]"))
    prompts = {
        seat: desk.prompt(made, Frame("desk"), seat) for seat in ("france", "germany", "italy")
    }
    assert [each.key for each in prompts.values()] == [
        "prompt.desk",
        "prompt.desk_offers",
        "prompt.desk",
    ]
    assert prompts["germany"].args == {"offers": 1}


# -- promises


def test_promises_that_would_be_broken_are_shown_before() -> None:
    made = world()
    sign_treaty(made, "france", "build_duty power=france; kind=army; strength=points 3")
    sign_treaty(made, "france", "passage power=france; user=italy; passage=suez; stance=open")
    sign_treaty(made, "france", "no_separate_peace power=france; partner=russia")
    sign_treaty(made, "france", "support_minor power=france; minor=portugal")
    assert keys(warn_ready(made, "france")) == ["caution.breach"]
    assert warn_ready(made, "italy") == []
    assert keys(warn_passage(made, "france", "italy", "suez", is_closed=True)) == ["caution.breach"]
    assert warn_passage(made, "france", "italy", "suez", is_closed=False) == []
    assert keys(warn_leaving(made, "france", {"russia"})) == ["caution.separate_peace"]
    assert warn_leaving(made, "france", {"japan"}) == []
    assert keys(warn_silence(made, "france", {"portugal"})) == ["caution.breach"]
    assert warn_silence(made, "france", set()) == []


def test_a_breach_warning_names_the_victims_the_clause_and_the_price() -> None:
    made = world()
    sign_treaty(made, "france", "passage power=france; user=italy; passage=suez; stance=open")
    (warned,) = warn_passage(made, "france", "italy", "suez", is_closed=True)
    assert warned.args["powers"]
    assert "france" not in cast("list[str]", warned.args["powers"])
    amount = made.board.tension["treaty_broken"].amount
    assert (warned.args["amount"], warned.args["total"]) == (amount, made.state.tension + amount)
    for language in LANGUAGES:
        text = registry.load("pax").catalog(language).strict.line(warned)
        assert "{" not in text
        assert "Suez" in text  # the clause in its words
    treaty, (bound,) = warned.args["treaty"], binding(made, "france", "passage")
    breach(made, bound.treaty, bound.number, "france")
    (again,) = warn_passage(made, "france", "italy", "suez", is_closed=True)
    assert (again.key, again.args["treaty"]) == ("caution.breach_too", treaty)


def test_a_vote_against_a_promise_needs_a_confirmation() -> None:
    made = dispute()
    sign_treaty(made, "italy", "vote power=germany; area=tunis; side=yes")
    call_congress(made, "france", "great_britain", "germany")
    table(made, "france", "draft clauses=[remove power=italy; area=tunis]")
    ask, frame = question(made)
    assert frame.step == "vote_draft"
    assert keys(list(ask.cautions(made, frame, "germany", ask.parse("vote no")))) == [
        "caution.breach"
    ]
    assert list(ask.cautions(made, frame, "germany", ask.parse("vote yes"))) == []


# -- secrets


def test_a_clause_of_a_secret_treaty_lapses_in_secret() -> None:
    made = world()
    clear(made, "marocco")
    made.state.phase = "negotiation"
    lapses = "remove power=germany; area=marocco"
    sign_treaty(made, "france", lapses, "no_war power=germany; towards=[france]", secret=True)
    (modes,) = [each for each in made.state.news if each.message.key == "log.clause_void"]
    assert modes.seen_by("germany") is not None
    assert modes.seen_by("italy") is None
    assert modes.seen_by(None) is None
    sign_treaty(made, "france", lapses)
    lines = [each for each in made.state.news if each.message.key == "log.clause_void"]
    assert [each.seen_by(None) is None for each in lines] == [True, False]


# -- drafts of a congress, terms of a peace


def sentences(made: PaxContext, seat: str, action: str) -> list[tuple[str, list[str]]]:
    """The clauses of an answer as they are read out, and their doubts."""
    ask, frame = question(made)
    assert isinstance(ask, AnswerInParts)
    assert action in ask.menu(made, frame, seat), action
    catalog = GAME.catalog("en").strict
    return [
        (catalog.line(each.text), keys(list(each.doubts)))
        for each in ask.action_parts(made, frame, seat, ask.parse(action))
    ]


def test_the_draft_of_a_member_is_read_out_clause_by_clause() -> None:
    made = dispute()
    call_congress(made, "france", "germany")
    leave = "remove power=italy; area=tunis"
    peace = "no_war power=italy; towards=[spain]"
    read = sentences(made, "france", f"draft clauses=[{leave} | {peace}]")
    assert len(read) == 2
    assert "Tunis" in read[0][0]
    assert read[0][1] == []
    ((_, doubted),) = sentences(made, "france", "draft clauses=[remove power=spain; area=tunis]")
    assert doubted == ["doubt.no_marker"]
    for plain in ("pass", "favour france"):
        assert sentences(made, "france", plain) == []


def test_a_minors_part_in_a_draft_is_read_out_too() -> None:
    made = dispute()
    call_congress(made, "france", "germany")
    pay = "pay from=spain; to=italy; amount=pounds 9; due=now"
    share = "codominion area=tunis; members=[portugal | italy]; level=protectorate"
    read = sentences(made, "france", f"draft clauses=[{pay} | {share}]")
    assert ["Spain" in read[0][0], "Portugal" in read[1][0]] == [True, True]


def test_terms_of_peace_are_read_out_clause_by_clause() -> None:
    made = world()
    clear(made, "marocco")
    made.put_marker("germany", "marocco", Status.INFLUENCE)
    war = at_war(made, ("france",), ("germany",))
    call(made, Frame("offer_peace", {"war": war.id}))
    give = "cede area=marocco; from=germany; to=france"
    ((read, doubted),) = sentences(made, "france", f"peace clauses=[{give}]")
    assert "Morocco" in read
    assert doubted == []
    back = "cede area=marocco; from=france; to=germany"
    ((_, doubted),) = sentences(made, "france", f"peace clauses=[{back}]")
    assert doubted == ["doubt.no_marker"]
    assert sentences(made, "france", "status_quo") == []
