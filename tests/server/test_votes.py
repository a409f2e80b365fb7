"""Votes: what players settle among themselves, and how a game ends by it."""

from __future__ import annotations

import pytest

from entente.kernel import registry
from entente.kernel.record import parse
from entente.server.http.limits import limit_of
from entente.server.http.routes.tables import VOTES
from tests.server.people import House, Json, Person
from tests.server.tables import follow, lobby_entry, notices, orders, powers_at, two_at, vote
from tests.server.test_limits import standing

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def record_of(person: Person, table: Json) -> bytes:
    return person.client.get(f"/api/tables/{table['id']}/record").content


# -- an end by agreement


@pytest.mark.on_postgres
def test_a_draw_needs_all_players(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live:
        vote(anna, table, "authoritarian", "draw")
        assert notices(bert)[-1] == "vote"
        follow(live, live.state["version"] + 1)
        (proposal,) = live.state["votes"]
        assert proposal.pop("expires") > live.state["now"]
        assert proposal == {
            "kind": "draw", "by": "authoritarian", "answers": {"authoritarian": True},
            "missing": ["liberal"], "hours": None, "refused": False,
        }  # fmt: skip
        shown = vote(bert, table, "liberal", "draw")
        assert (shown["status"], shown["to_move"]) == ("over", [])
        assert shown["outcome"]["winners"] == ["authoritarian", "liberal"]
        assert shown["outcome"]["scores"] == {"authoritarian": 0.5, "liberal": 0.5}
        assert shown["outcome"]["reason"].startswith("Partie nulle")
        follow(live, live.state["version"] + 1)
        state, view = live.state, live.state["seats"]["authoritarian"]["view"]
        assert state["outcome"]["reason"].startswith("Draw by agreement")
        assert (view["decisions"], view["to_move"], state["votes"]) == ([], [], [])
        assert view["outcome"]["winners"] == ["authoritarian", "liberal"]
        assert state["seed"] is not None
        assert live.act("authoritarian", "hide")["key"] == "problem.table.over"


def test_the_record_says_how_it_was_agreed(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    vote(anna, table, "authoritarian", "draw")
    vote(bert, table, "liberal", "draw")
    record = parse(record_of(anna, table))
    assert record.footer is not None
    assert record.footer.agreed
    assert record.footer.end.reason.key == "kernel.agreed_draw"
    assert not record.verify(registry.load).over
    assert [move.action for move in record.moves] == ["hide"]


@pytest.mark.on_postgres
def test_a_refusal_ends_a_proposal_and_stays_to_be_seen(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "draw")
    vote(bert, table, "liberal", "draw", yes=False)
    with anna.live(table) as live:
        (refused,) = live.state["votes"]
        assert (refused["refused"], refused["answers"]["liberal"]) == (True, False)
        assert live.act("authoritarian", "hide")["type"] == "done"
        assert live.state["votes"] == []
    none = bert.post(
        f"/api/tables/{table['id']}/vote", seat="liberal", kind="draw", yes=False, status=409
    )
    assert none["key"] == "problem.vote.none"
    vote(bert, table, "liberal", "draw")
    assert lobby_entry(anna, table)["status"] == "playing"


def test_a_proposal_can_be_withdrawn_and_survives_moves(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "cancel")
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
        assert [each["kind"] for each in live.state["votes"]] == ["cancel"]
        vote(anna, table, "authoritarian", "cancel", yes=False)
        follow(live, live.state["version"] + 1)
        assert live.state["votes"] == []
    del bert


def test_repeated_proposals_are_announced_once(house: House) -> None:
    anna, bert, table = two_at(house)
    for _ in range(3):
        vote(anna, table, "authoritarian", "pause")
        vote(anna, table, "authoritarian", "pause", yes=False)
    assert notices(bert).count("vote") == 1
    vote(anna, table, "authoritarian", "draw")
    assert notices(bert).count("vote") == 2, "another proposal is another piece of news"
    with bert.live(table):  # Bert has seen everything
        pass
    vote(anna, table, "authoritarian", "pause")
    assert notices(bert).count("vote") == 3


def test_a_game_is_given_up_by_all_together(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(bert, table, "liberal", "cancel")
    shown = vote(anna, table, "authoritarian", "cancel")
    assert (shown["status"], shown["outcome"]["winners"]) == ("over", [])
    assert parse(record_of(bert, table)).verify(registry.load).moves == []


def test_of_two_the_other_wins_by_concession(house: House) -> None:
    anna, bert, table = two_at(house, "attrition")
    shown = anna.post(f"/api/tables/{table['id']}/concede", seat="central")
    assert shown["outcome"]["winners"] == ["entente"]
    assert shown["outcome"]["scores"] == {"entente": 1.0, "central": 0.0}
    again = bert.post(f"/api/tables/{table['id']}/concede", seat="entente", status=409)
    assert again["key"] == "problem.table.over"
    assert parse(record_of(bert, table)).verify(registry.load).moves == []


def test_an_offer_of_the_game_itself_is_not_doubled(house: House) -> None:
    """Diplomacy votes on draws, and lets players concede, with their orders."""
    (austria, _), table = powers_at(house)
    path = f"/api/tables/{table['id']}"
    draw = austria.post(f"{path}/vote", seat="austria", kind="draw", status=409)
    assert draw["key"] == "problem.vote.in_game"
    concede = austria.post(f"{path}/concede", seat="austria", status=409)
    assert concede["key"] == "problem.vote.in_game"


# -- who must agree


def test_no_one_votes_without_end(house: House) -> None:
    anna, bert, table = two_at(house)
    limit_of(house.app, *VOTES, "votes of an account").clock = standing()
    for number in range(VOTES[0]):
        vote(anna, table, "authoritarian", "draw", yes=number % 2 == 0)
    path = f"/api/tables/{table['id']}/vote"
    refused = anna.post(path, 429, seat="authoritarian", kind="draw", yes=True)
    assert refused["key"] == "problem.limit"
    vote(bert, table, "liberal", "draw")


def test_no_one_votes_for_another_seat(house: House) -> None:
    _, bert, table = two_at(house)
    path = f"/api/tables/{table['id']}/vote"
    theirs = bert.post(path, seat="authoritarian", kind="draw", status=403)
    assert theirs["key"] == "problem.table.not_yours"
    assert bert.post(path, seat="emperor", kind="draw", status=422)
    assert bert.post(path, seat="liberal", kind="coup", status=422)
    assert house.person("Carl").post(path, seat="liberal", kind="draw", status=403)


def test_computers_agree_to_everything(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("turmoil", seats={"authoritarian": "me", "liberal": "random"})
    assert vote(anna, table, "authoritarian", "draw")["status"] == "over"


def test_an_eliminated_player_can_end_a_game_of_computers(house: House) -> None:
    (austria,), table = powers_at(house, 1)
    with austria.live(table) as live:
        response = live.act("austria", orders("austria").replace("orders", "concede"))
        assert response["type"] == "done", response
        while "austria" not in live.state["seats"]["austria"]["view"]["conceded"]:
            live.hear("state")
        assert vote(austria, table, "austria", "cancel")["status"] == "over"


def test_a_vote_does_not_wait_for_a_player_who_leaves(house: House) -> None:
    """The others had agreed already; when the last one leaves, it passes."""
    people, table = powers_at(house, 3)
    vote(people[0], table, "austria", "pause")
    vote(people[1], table, "england", "pause")
    assert lobby_entry(people[0], table)["paused"] is None
    people[2].post(f"/api/tables/{table['id']}/leave", seat="france")
    shown = lobby_entry(people[0], table)
    assert shown["paused"] is not None
    assert shown["seats"]["france"] == {
        "name": None, "computer": "normal", "stand_in": None, "me": False, "open": False,
        "takeover_since": shown["paused"], "ready": False, "user": None,
    }  # fmt: skip
    assert "left" in notices(people[1])


# -- pause


def test_nothing_happens_in_a_pause(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "pause")
    vote(bert, table, "liberal", "pause")
    path = f"/api/tables/{table['id']}/vote"
    again = anna.post(path, seat="authoritarian", kind="pause", status=409)
    assert again["key"] == "problem.vote.already"
    with anna.live(table) as live:
        assert live.act("authoritarian", "hide")["key"] == "problem.table.paused"
        vote(bert, table, "liberal", "resume")
        vote(anna, table, "authoritarian", "resume")
        follow(live, live.state["version"] + 2)
        assert live.state["paused"] is None
        assert live.act("authoritarian", "hide")["type"] == "done"


# -- taking back what the kernel no longer lets go


def test_an_action_is_taken_back_by_consent(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live, bert.live(table) as other:
        live.act("authoritarian", "hide")
        other.act("liberal", "hide")
        follow(live, 4)
        live.act("authoritarian", "place vienna")
        follow(other, 5)
        moves = live.state["moves"]
        vote(bert, table, "liberal", "undo")
        shown = vote(anna, table, "authoritarian", "undo")
        assert (moves, shown["moves"]) == (3, 1)
        follow(other, other.state["version"] + 2)
        assert other.decision("liberal") is not None
        assert other.act("liberal", "hide")["type"] == "done"
    assert lobby_entry(anna, table)["moves"] == 2


def test_a_move_overtakes_a_proposal_to_take_back(house: House) -> None:
    anna, bert, table = two_at(house)
    with anna.live(table) as live, bert.live(table) as other:
        live.act("authoritarian", "hide")
        vote(anna, table, "authoritarian", "undo")
        follow(other, 4)
        assert [each["kind"] for each in other.state["votes"]] == ["undo"]
        other.act("liberal", "hide")
        assert other.state["votes"] == []


def test_a_vote_does_not_make_an_action_come_too_late(house: House) -> None:
    """A player proposes a draw while another is about to act."""
    anna, bert, table = two_at(house, "attrition")
    with anna.live(table) as live:
        decision, version = live.decision("central"), live.state["version"]
        assert decision is not None
        vote(bert, table, "entente", "draw")
        assert live.act("central", decision["menu"]["actions"][0], version)["type"] == "done"


def test_a_player_without_moves_has_nothing_to_undo(house: House) -> None:
    anna, _, table = two_at(house)
    path = f"/api/tables/{table['id']}/vote"
    nothing = anna.post(path, seat="authoritarian", kind="undo", status=409)
    assert nothing["key"] == "problem.vote.nothing_to_undo"
