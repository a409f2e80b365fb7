"""Reconnecting: exactly what was missed; private notes; presence."""

from __future__ import annotations

import json

import pytest

from tests.server.people import House, Json, Live
from tests.server.tables import follow, two_at, vote

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def heard(log: dict[int, list[str]], state: Json) -> dict[int, list[str]]:
    """A client's log after a frame: the frame's entries replace those from there on."""
    kept = {move: lines for move, lines in log.items() if move < state["since"]}
    for line in state["log"]:
        kept.setdefault(line["move"], []).append(line["text"])
    return kept


def whole_log(live: Live) -> dict[int, list[str]]:
    live.sync()
    return heard({}, live.state)


@pytest.mark.on_postgres
def test_a_returning_client_gets_exactly_what_it_missed(house: House) -> None:
    anna, bert, table = two_at(house)
    with bert.live(table) as other:
        with anna.live(table) as live:
            live.act("authoritarian", "hide")
            other.act("liberal", "hide")
            follow(live, 4)
            live.act("authoritarian", "place vienna")
            seen, log = live.state, heard({}, whole_log_state(live))
        with anna.live(table, since=seen["moves"], version=seen["version"]) as live:
            assert (live.state["log"], live.state["since"]) == ([], seen["moves"] + 1)
            live.act("authoritarian", "place vienna")
            log = heard(log, live.state)
            assert log == whole_log(live)
        with anna.live(table, since=seen["moves"], version=seen["version"]) as live:
            assert {line["move"] for line in live.state["log"]} == {seen["moves"] + 1}


def whole_log_state(live: Live) -> Json:
    whole_log(live)
    return live.state


def test_an_undo_in_between_is_sent_too(house: House) -> None:
    """The client saw three moves; two were taken back by consent, and others made instead."""
    anna, bert, table = two_at(house)
    with anna.live(table) as live, bert.live(table) as other:
        live.act("authoritarian", "hide")
        other.act("liberal", "hide")
        follow(live, 4)
        live.act("authoritarian", "place vienna")
        whole_log(live)
        seen, log = live.state, heard({}, live.state)
    vote(bert, table, "liberal", "undo")
    vote(anna, table, "authoritarian", "undo")
    with anna.live(table) as live, bert.live(table) as other:
        other.act("liberal", "hide")
        follow(live, other.state["version"])
        live.act("authoritarian", "place budapest")
        live.act("authoritarian", "place budapest")
        assert live.state["moves"] == 4
        expected = whole_log(live)
    with anna.live(table, since=seen["moves"], version=seen["version"]) as live:
        assert live.state["since"] == 2
        assert heard(log, live.state) == expected
    with anna.live(table, since=400, version=seen["version"]) as live:
        assert heard(log, live.state) == expected


def test_a_connected_client_hears_of_an_undo_by_consent(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live, bert.live(table) as other:
        log = heard({}, live.state)
        for one, seat in ((live, "authoritarian"), (other, "liberal")):
            one.act(seat, "hide")
        vote(bert, table, "liberal", "undo")
        vote(anna, table, "authoritarian", "undo")
        other.sync()
        assert other.act("liberal", "hide")["type"] == "done"
        while live.state["version"] < 7:
            live.hear("state")
            log = heard(log, live.state)
        assert log == whole_log(live)


# -- papers


def test_papers_are_for_their_owner_alone(house: House) -> None:
    anna, bert, table = two_at(house)
    path = f"/api/tables/{table['id']}"
    for kind in ("draft", "notes"):
        body = {"seat": "authoritarian", "text": f"secret {kind}"}
        anna.request("PUT", f"{path}/{kind}", body, 204)
        refused = bert.request("PUT", f"{path}/{kind}", body, 403)
        assert refused["key"] == "problem.table.not_yours"
        assert bert.request("PUT", f"{path}/{kind}", {**body, "text": "x" * 10_001}, 422)
    with anna.live(table) as live:
        mine = live.state["seats"]["authoritarian"]
        assert (mine["draft"], mine["notes"]) == ("secret draft", "secret notes")
        live.act("authoritarian", "hide")
        mine = live.state["seats"]["authoritarian"]
        assert (mine["draft"], mine["notes"]) == ("", "secret notes")
    for person in (bert, house.person(None)):
        with person.live(table) as live:
            assert "secret" not in json.dumps(live.state)
        assert "secret" not in json.dumps(person.get(path))
        assert "secret" not in person.client.get(f"{path}/record").text


@pytest.mark.parametrize("kind", ["draft", "notes"])
def test_notes_are_sent_at_once_to_all_windows_of_their_owner_and_to_no_other(
    house: House, kind: str
) -> None:
    anna, bert, table = two_at(house)
    watcher = house.person(None)
    path = f"/api/tables/{table['id']}/{kind}"
    with (
        anna.live(table) as desk,
        anna.live(table, deltas="true") as phone,
        bert.live(table) as other,
        watcher.live(table) as onlooker,
    ):
        version = desk.state["version"]
        anna.request("PUT", path, {"seat": "authoritarian", "text": "secret"}, 204)
        mine = desk.hear("state")
        assert mine["seats"]["authoritarian"][kind] == "secret"
        assert (mine["version"], mine["log"]) == (version, [])
        change = phone.hear("delta")
        assert (change["after"], change["version"], change["log"]) == (version, version, [])
        part = change["diff"]["changed"]["seats"]["changed"]["authoritarian"]
        assert part["set"][kind] == "secret"
        for live in (other, onlooker):  # the only state is the one that was asked for
            frames = live.sync()
            assert [each["type"] for each in frames if each["type"] != "presence"] == ["state"]
            assert "secret" not in json.dumps(frames)


# -- presence


def test_presence_is_visible(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live:
        assert live.hear("presence") == {
            "type": "presence", "online": ["authoritarian"], "spectators": 0,
            "gone": {}, "claim_after": 0,
        }  # fmt: skip
        with bert.live(table):
            assert live.hear("presence")["online"] == ["authoritarian", "liberal"]
            with house.person(None).live(table):
                assert live.hear("presence")["spectators"] == 1
            assert live.hear("presence")["spectators"] == 0
        assert live.hear("presence")["online"] == ["authoritarian"]


def test_a_table_that_becomes_private_sends_spectators_away(house: House) -> None:
    """Before the game all may look; some tables are played without spectators."""
    anna, bert, carl = (house.person(name) for name in ("Anna", "Bert", "Carl"))
    table = anna.table("turmoil", seats={"authoritarian": "me"}, spectators=False)
    with carl.live(table) as live:
        bert.sit(table, "liberal")
        assert live.hear("refused")["key"] == "problem.table.closed"
        assert live.state["status"] == "open"
