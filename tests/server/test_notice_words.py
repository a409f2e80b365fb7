"""What a notice says: which table, which season or turn, and how much time is left."""

from __future__ import annotations

import pytest

from entente.kernel.text import catalog_of
from entente.kernel.typography import typeset
from entente.server.notices.wording import time_left, time_words
from entente.server.storage.models import Notice
from tests.server.people import House, Json, Live, Person, SetClock
from tests.server.tables import orders, powers_at, two_at

pytestmark = pytest.mark.one_database

HOURLY = {"kind": "correspondence", "hours": 1}
DAILY = {"kind": "correspondence", "hours": 24}


def texts(person: Person, key: str) -> list[str]:
    """A person's notifications of a kind, the newest first."""
    answer = person.get("/api/me/notifications")
    return [each["text"] for each in answer if each["key"] == f"notice.{key}"]


def path(table: Json, verb: str) -> str:
    return f"/api/tables/{table['id']}/{verb}"


def first_orders(live: Live, seat: str) -> str:
    decision = live.decision(seat)
    assert decision is not None
    return "; ".join(choices[0] for choices in decision["menu"]["slots"].values())


@pytest.mark.parametrize("absence", ["wait", "rule"])
def test_a_player_whose_orders_a_deadline_submitted_hears_of_the_new_season(
    house: House, clock: SetClock, absence: str
) -> None:
    clock.stop()
    austria, england = house.person("Austria"), house.person("England")
    terms = {
        "options": {"players": 2},
        "time_control": DAILY,
        "on_timeout": absence,
        "title": "The club",
    }
    table = austria.table("diplomacy", seats={"austria": "me"}, **terms)
    england.sit(table, "england")
    (first,) = texts(england, "your_move")
    assert first.startswith("Diplomacy “The club”, spring 1914: your turn (England).")
    with england.live(table) as live:
        plan = {"seat": "england", "text": first_orders(live, "england")}
    england.request("PUT", path(table, "draft"), plan, 204)
    with austria.live(table) as live:
        live.act("austria", first_orders(live, "austria"))
        clock.go_on(hours=24)
        house.keep_time()
    newest = texts(england, "your_move")[0]
    assert newest.startswith("Diplomacy “The club”, autumn 1914: your turn (England).")


def test_a_reminder_says_how_much_time_is_left(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, table = two_at(house, time_control=HOURLY, title="Quick")
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    clock.go_on(minutes=45)
    house.keep_time()
    (answer,) = texts(bert, "deadline_last")
    assert "Quick" in answer
    assert "15 minutes" in answer
    assert "2026-03-02 13:00 UTC" in answer
    clock.go_on(minutes=10)  # a later reader reads what is left then
    (answer,) = texts(bert, "deadline_last")
    assert "5 minutes" in answer
    assert "15 minutes" not in answer


def test_one_s_move_says_until_when(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, _ = two_at(house, time_control=DAILY)
    assert "1 day" in texts(anna, "your_move")[0]
    assert "1 jour" in texts(bert, "your_move")[0]
    clock.go_on(hours=30)
    house.keep_time()
    assert "UTC" not in texts(bert, "your_move")[0]  # the time is up
    assert texts(anna, "late")


@pytest.mark.parametrize("title", ["", "Us"])
def test_two_tables_are_distinguished(house: House, title: str) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    seats, made = {"authoritarian": "me"}, []
    for _ in range(2):
        made.append(anna.table("turmoil", seats=seats, title=title))
        bert.sit(made[-1], "liberal")
    second, first = texts(bert, "your_move")
    assert first != second
    assert made[1]["id"][:4] in second
    assert all(title in text for text in (first, second))


def test_a_notice_about_a_missed_turn_names_that_turn(house: House, clock: SetClock) -> None:
    """The rules order for England in spring; the notice of that does not name the autumn."""
    clock.stop()
    (austria, england), table = powers_at(
        house, time_control=DAILY, on_timeout="rule", title="The club"
    )
    with austria.live(table) as live:
        live.act("austria", orders("austria"))
        clock.go_on(hours=24)
        house.keep_time()
    (answer,) = texts(england, "by_rule")
    assert answer.startswith("Diplomacy “The club”, spring 1901")


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (20, "less than a minute", typeset("moins d'une minute")),
        (60, "1 minute", "1 minute"),
        (15 * 60, "15 minutes", "15 minutes"),
        (3600, "1 hour", "1 heure"),
        (3600 * 2 + 61, "2 hours and 1 minute", "2 heures et 1 minute"),
        (3600 * 6 - 60, "5 hours and 59 minutes", "5 heures et 59 minutes"),
        (3600 * 6 + 60, "6 hours", "6 heures"),
        (86_400 - 300, "1 day", "1 jour"),
        (86_400 * 2 + 3600, "2 days and 1 hour", "2 jours et 1 heure"),
    ],
)
def test_durations_have_their_two_largest_units(seconds: float, english: str, french: str) -> None:
    assert time_words(catalog_of("entente.server", "en"), seconds) == english
    assert time_words(catalog_of("entente.server", "fr"), seconds) == french


def test_news_that_ask_for_nothing_name_no_time() -> None:
    asking = ("notice.your_move", "notice.letter", "notice.deadline", "notice.ahead_drafted")
    news = ("notice.taken", "notice.event", "notice.by_rule", "notice.later_given", "notice.over")
    words = {key: time_left(Notice(key=key, args={"due": 90}), "en", 0) for key in asking + news}
    assert all(words[key].startswith("Time left to decide: 2 minutes") for key in asking)
    assert not any(words[key] for key in news)


def test_reminders_escalate_and_replace_each_other(house: House, clock: SetClock) -> None:
    """At a quarter of the time, at a tenth, in the last hour; the page shows the latest as new."""
    clock.stop()
    anna, _, table = two_at(house, time_control=DAILY, title="Slow")
    unread = []
    for hours in (17, 1, 3.5, 0.1, 1.4, 0.5):  # 17, 18, 21.5, 21.6, 23, 23.5 hours after the start
        clock.go_on(hours=hours)
        for _ in range(2):  # none comes twice
            house.keep_time()
        answer = anna.get("/api/me/notifications")
        reminders = [each for each in answer if each["key"].startswith("notice.deadline")]
        unread.append([each["text"] for each in reminders if not each["read"]])
    assert [len(each) for each in unread] == [0, 1, 1, 1, 1, 1]
    assert "2 hours and 24 minutes" in unread[3][0]
    assert "your time (Authoritarian) is almost up" in unread[4][0]
    assert unread[5][0].count("30 minutes") == 1
    assert len(reminders) == 3
    with anna.live(table) as live:  # the answer is what they asked for
        live.act("authoritarian", "hide")
    assert not any(not each["read"] for each in anna.get("/api/me/notifications"))
