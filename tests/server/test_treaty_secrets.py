"""Treaties that are written, offered and signed in secret: no one else learns of them."""

from __future__ import annotations

import json
from random import Random

import pytest

from entente.kernel import Match, registry
from entente.server.tables.room_state import AnyMatch
from tests.server.people import House, Live, Person
from tests.server.twins import Twin, lay

pytestmark = pytest.mark.one_database

OFFERS = (
    "offer with=[great_britain]; secret=yes; clauses=[no_war power=france; towards=[germany]]",
    "offer with=[united_states]; secret=yes; until=turn 2; clauses=[remove power=france; "
    'area=tunis | text power=united_states; words="Nobody shall know."]',
)
NAMES = ("france.great_britain-1", "france.united_states-1")


def at_the_desk() -> AnyMatch:
    """A game of four in which treaties can be offered."""
    match: AnyMatch = Match(registry.load("pax"), {"players": 4}, "0" * 32)
    rng = Random(1)
    while not any(each.step == "desk" for each in match.position.decisions_for("france")):
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(rng))
    return match


def at(person: Person, twin: Twin) -> Live:
    return person.live(twin.table)


def heard(live: Live, twin: Twin) -> list[str]:
    """A person's frames, and the table as they see it. When others are seen to come depends on
    who is quicker."""
    frames = [frame for frame in live.sync() if frame["type"] != "presence"]
    return [twin.blurred(json.dumps(frame)) for frame in frames]


def test_outsiders_receive_the_same_with_any_offer(house: House) -> None:
    anna, bert, eve = (house.person(name) for name in ("Anna", "Bert", "Eve"))
    match = at_the_desk()
    pair = [lay(house, match, match.state, "germany", anna, bert) for _ in OFFERS]
    body: list[list[list[str]]] = []
    for twin, offer, name in zip(pair, OFFERS, NAMES, strict=True):
        partner = name.split(".")[1].split("-")[0]
        with (
            at(bert, twin) as author,
            at(anna, twin) as outsider,
            at(eve, twin) as spectator,
        ):
            others = (outsider, spectator)
            for each in (author, *others):
                each.sync()  # and the presence since
            before = [heard(each, twin) for each in others]
            # A draft in progress is not sent …
            author.say(type="check", seat="france", action=offer, careful=True, id="read")
            read = author.answer()
            assert [each["text"][-1] for each in read["parts"]] == ["."] * offer.count("power=")
            assert [heard(each, twin) for each in others] == before
            # … nor what was offered and signed, and to whom.
            for seat, action in (("france", offer), (partner, f"sign {name}")):
                author.sync()
                assert author.act(seat, action)["type"] == "done"
            author.sync()
            assert name in author.state["seats"]["france"]["view"]["treaties"]
            body.append([heard(each, twin) for each in others])
        assert not any(name in frame for frames in body[-1] for frame in frames)
        for person in (anna, eve):
            for path in ("log", "timeline", "moments", "record"):
                answer = person.client.request("get", f"/api/tables/{twin.id}/{path}")
                assert name not in answer.text, path
    assert body[0] == body[1]


def test_an_outsiders_undo_options_reveal_no_offer(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    match = at_the_desk()
    twin = lay(house, match, match.state, "germany", anna, bert)
    with at(bert, twin) as author, at(anna, twin) as outsider:
        for each in (author, outsider):
            each.sync()
        assert outsider.act("germany", "watch egypt")["type"] == "done"
        outsider.sync()
        assert outsider.state["seats"]["germany"]["undoable"] == 1
        for seat, action in (
            ("france", OFFERS[0]),
            ("great_britain", f"sign {NAMES[0]}"),
            ("united_states", "watch germany"),
        ):
            author.sync()
            assert author.act(seat, action)["type"] == "done"
            outsider.sync()
            assert outsider.state["seats"]["germany"]["undoable"] == 1
        version = outsider.state["version"]
        outsider.say(type="undo", seat="germany", version=version, id="back")
        assert outsider.answer()["type"] == "done"
        outsider.sync()
        assert outsider.state["seats"]["germany"]["view"]["watched"] == []
        author.sync()
        treaty = author.state["seats"]["france"]["view"]["treaties"][NAMES[0]]
        assert treaty["state"] == "in_force", "what the others have agreed stays"
