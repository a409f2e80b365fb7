"""Drafts of letters: kept for their writer alone until they are sent."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from entente.server.storage.models import LetterDraft
from tests.server.people import House, Json, Person
from tests.server.test_press import Congress, congress, give_orders

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

PLAN = "Galicia tomorrow, and not a word to Bert."


def keep(
    at: Congress, person: Person, seat: str, text: str, *to: str, was: str = "", status: int = 204
) -> Json | None:
    body = {"seat": seat, "to": list(to), "text": text, "previous": was}
    answer: Json | None = person.request("PUT", at.path + "/draft", body, status)
    return answer


def drafts(at: Congress, person: Person) -> dict[str, str]:
    """The drafts of a person, by their writer and conversation."""
    answer = person.get(at.path)["drafts"]
    return {f"{each['seat']} to {'+'.join(each['conversation'])}": each["text"] for each in answer}


def stored(house: House) -> int:
    with house.app.state.services.sessions() as session:
        return session.scalar(select(func.count()).select_from(LetterDraft)) or 0


# -- what is kept


@pytest.mark.on_postgres
def test_each_conversation_has_a_draft_of_its_own(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", PLAN, "germany")
    keep(at, at.france, "france", "Good morning ", "italy", "germany")
    keep(at, at.france, "france", "Peace!")
    assert drafts(at, at.france) == {
        "france to ": "Peace!",
        "france to france+germany": PLAN,
        "france to france+germany+italy": "Good morning ",
    }


def test_a_player_of_several_seats_writes_for_each_apart(house: House) -> None:
    at = congress(house)
    keep(at, at.others, "italy", "Signed, Italy")
    keep(at, at.others, "russia", "Signed, Russia")
    assert drafts(at, at.others) == {
        "italy to ": "Signed, Italy",
        "russia to ": "Signed, Russia",
    }


def test_an_emptied_draft_is_none(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", PLAN, "germany")
    keep(at, at.france, "france", "", "germany", was=PLAN)
    keep(at, at.france, "france", "", "italy")
    assert drafts(at, at.france) == {}
    assert stored(house) == 0


def test_a_draft_lasts_through_a_silence(house: House) -> None:
    """What was begun before the retreats is there after them, and may be kept meanwhile."""
    at = congress(house)
    give_orders(at, "A MAR - SPA")
    give_orders(at)
    at.write(at.france, "france", "psst", "germany", status=409)
    keep(at, at.france, "france", PLAN, "germany")
    assert drafts(at, at.france) == {"france to france+germany": PLAN}


# -- two windows of one writer


def test_a_draft_of_another_window_is_not_overwritten(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", "Burgundy", "germany")
    keep(at, at.france, "france", "Burgundy is ours.", "germany", was="Burgundy")
    for was in ("", "Burgundy", "Burgundy is"):
        refused = keep(at, at.france, "france", "Burgundy?", "germany", was=was, status=409)
        assert refused is not None
        assert refused["key"] == "problem.press.draft"
    refused = keep(at, at.france, "france", "", "germany", was="Burgundy", status=409)
    assert drafts(at, at.france) == {"france to france+germany": "Burgundy is ours."}


def test_the_same_words_are_no_quarrel(house: House) -> None:
    """A page that did not hear the answer says it again."""
    at = congress(house)
    keep(at, at.france, "france", PLAN, "germany")
    keep(at, at.france, "france", PLAN, "germany")
    keep(at, at.france, "france", "", "italy", was="gone already")
    assert drafts(at, at.france) == {"france to france+germany": PLAN}


def test_a_missing_draft_is_written_again(house: House) -> None:
    """In the other window it was sent; here the writer had continued."""
    at = congress(house)
    keep(at, at.france, "france", "Burgundy, and more", "germany", was="Burgundy")
    assert drafts(at, at.france) == {"france to france+germany": "Burgundy, and more"}


# -- sending


def test_a_letter_takes_its_draft_away(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", PLAN, "germany")
    keep(at, at.france, "france", PLAN, "italy")
    letter = {"seat": "france", "to": ["germany"], "text": PLAN, "draft": PLAN}
    at.france.request("POST", at.path, letter, 201)
    assert drafts(at, at.france) == {"france to france+italy": PLAN}


def test_a_letter_that_another_window_has_changed_is_not_sent(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", "Burgundy, and more", "germany")
    letter = {"seat": "france", "to": ["germany"], "text": "Burgundy", "draft": "Burgundy"}
    for known in ("Burgundy", ""):
        refused = at.france.request("POST", at.path, {**letter, "draft": known}, 409)
        assert refused["key"] == "problem.press.draft"
    assert at.france.get(at.path)["messages"] == []
    assert drafts(at, at.france) == {"france to france+germany": "Burgundy, and more"}


def test_a_letter_that_another_window_has_sent_is_not_sent_again(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", PLAN, "germany")
    letter = {"seat": "france", "to": ["germany"], "text": PLAN, "draft": PLAN}
    at.france.request("POST", at.path, letter, 201)
    at.france.request("POST", at.path, letter, 409)
    assert len(at.france.get(at.path)["messages"]) == 1


def test_a_letter_that_was_no_draft_leaves_what_is_being_written(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", "Burgundy, and more", "germany")
    at.france.request("POST", at.path, {"seat": "france", "to": ["germany"], "text": "Yes."}, 201)
    assert drafts(at, at.france) == {"france to france+germany": "Burgundy, and more"}


def test_a_letter_that_is_refused_leaves_its_draft(house: House) -> None:
    at = congress(house)
    give_orders(at, "A MAR - SPA")
    give_orders(at)  # the silence of winter
    keep(at, at.france, "france", PLAN, "germany")
    letter = {"seat": "france", "to": ["germany"], "text": PLAN, "draft": PLAN}
    at.france.request("POST", at.path, letter, 409)
    assert drafts(at, at.france) == {"france to france+germany": PLAN}


# -- whose it is


def test_a_draft_is_for_its_writer_only(house: House) -> None:
    at = congress(house)
    spectator, stranger = house.person("Sophie"), house.person(None)
    others = (at.germany, at.others, spectator, stranger)
    live = [person.live(at.table) for person in others]
    for each in live:
        each.__enter__()
    keep(at, at.france, "france", PLAN, "germany")
    at.write(at.france, "france", "Peace!")
    for person, each in zip(others, live, strict=True):
        assert each.hear("message")["message"]["text"] == "Peace!"
        assert PLAN not in str(each.sync())
        each.__exit__(None, None, None)
        assert person.get(at.path)["drafts"] == []
        assert PLAN not in person.client.get(f"/api/tables/{at.table['id']}/record").text


def test_no_one_drafts_for_another_seat_or_to_nowhere(house: House) -> None:
    at = congress(house)
    for person, seat, to, status, key in (
        (at.france, "germany", "italy", 403, "table.not_yours"),
        (house.person("Sophie"), "france", "italy", 403, "table.not_yours"),
        (at.france, "france", "spain", 422, "table.no_seat"),
        (at.france, "france", "france", 422, "press.alone"),
    ):
        refused = keep(at, person, seat, PLAN, to, status=status)
        assert refused is not None
        assert refused["key"] == f"problem.{key}"
    assert stored(house) == 0


def test_a_new_player_of_a_seat_does_not_find_its_drafts(house: House) -> None:
    at = congress(house)
    carl = house.person("Carl")
    keep(at, at.france, "france", PLAN, "germany")
    keep(at, at.germany, "germany", "Mine", "france")
    path = f"/api/tables/{at.table['id']}"
    token = at.france.post(path + "/offer", seat="france")["token"]
    carl.post(path + "/take", token=token)
    assert drafts(at, carl) == {}
    assert at.france.get(at.path)["drafts"] == []
    assert drafts(at, at.germany) == {"germany to france+germany": "Mine"}
    assert stored(house) == 1


def test_drafts_are_exported_to_their_writer(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", PLAN, "germany")
    (seat,) = at.france.get("/api/me/export")["tables"]
    assert seat["message_drafts"] == [{"conversation": ["france", "germany"], "text": PLAN}]
    for person in (at.germany, at.others):
        assert PLAN not in person.client.get("/api/me/export").text


def test_drafts_go_with_their_writer_and_with_their_table(house: House) -> None:
    at = congress(house)
    keep(at, at.france, "france", PLAN, "germany")
    at.france.request("DELETE", "/api/me", status=204)
    assert stored(house) == 0
    alone = house.person("Anna")
    table = alone.table(seats={"central": "me"})
    body = {"seat": "central", "to": [], "text": PLAN, "previous": ""}
    alone.request("PUT", f"/api/tables/{table['id']}/chat/draft", body, 204)
    assert stored(house) == 1
    alone.request("DELETE", "/api/me", status=204)
    assert stored(house) == 0


# -- what could never be sent


def test_nothing_is_kept_at_a_table_without_letters(house: House) -> None:
    at = congress(house, chat="none")
    for to in ((), ("germany",)):
        answer = keep(at, at.france, "france", PLAN, *to, status=409)
        assert answer is not None
        assert answer["key"] == "problem.press.none"
    assert stored(house) == 0


def test_only_open_letters_are_kept_where_all_letters_are_open(house: House) -> None:
    at = congress(house, chat="public")
    keep(at, at.france, "france", "Peace!")
    answer = keep(at, at.france, "france", PLAN, "germany", status=409)
    assert answer is not None
    assert answer["key"] == "problem.press.public"
    assert drafts(at, at.france) == {"france to ": "Peace!"}


def test_a_draft_that_can_no_longer_be_sent_can_be_deleted(house: House) -> None:
    at = congress(house, chat="none")
    keep(at, at.france, "france", "", "germany")
