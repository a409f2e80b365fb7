"""Results and ratings: what a finished game stores, whom it rates, and how."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from itertools import permutations
from random import Random
from time import time

import pytest
from alembic import command
from alembic.config import Config
from openskill.models import PlackettLuce
from sqlalchemy import select

from entente.kernel import Outcome, say
from entente.server.http.app import create_app
from entente.server.problem import Problem
from entente.server.ratings.eligibility import LEAST_DECISIONS
from entente.server.ratings.levels import fit, fixed_strength, measurements
from entente.server.ratings.model import SETTLED, Skill, points, points_of_one, rate, rate_departed
from entente.server.ratings.pair_cap import MOST
from entente.server.ratings.reliability import judge
from entente.server.ratings.results import Ended, EndedSeat, build_results, entries_of
from entente.server.ratings.stored import season_of
from entente.server.settings import Settings
from entente.server.storage.database import connect, writing_engine
from entente.server.storage.models import Delivery, Notice, Rating, Result, SeenSeat, User
from entente.server.tables import votes
from entente.server.tables.rooms import Rooms
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import POWERS, notices, vote

DAY = {"kind": "correspondence", "hours": 24}

# -- the model


def test_a_game_of_two_by_the_formulas_of_weng_and_lin() -> None:
    """Their algorithm 4 for two new players, worked out by hand; each deviation first grows a
    little (tau), since a player's strength changes."""
    variance, beta = (25 / 3) ** 2 + (25 / 300) ** 2, 25 / 6
    c = math.sqrt(2 * (variance + beta**2))
    mean = 25 + variance / c * (1 - 1 / 2)
    shrink = variance / c**2 * (math.sqrt(variance) / c) * (1 / 2 * 1 / 2)
    deviation = math.sqrt(variance * (1 - shrink))
    first, second = rate([Skill(), Skill()], [1, 2])
    assert first == pytest.approx((mean, deviation), abs=1e-9)
    assert first == pytest.approx((27.635389, 8.065901), abs=1e-6)
    assert second == pytest.approx((50 - mean, deviation))


@pytest.mark.parametrize("places", [(1, 2, 3, 4, 5, 6, 7), (1, 1, 1, 4, 4, 6, 6), (7,) * 7])
def test_seven_players_are_rated_as_the_library_does(places: tuple[int, ...]) -> None:
    rng = Random(str(places))
    before = [Skill(rng.uniform(15, 35), rng.uniform(2, 8)) for _ in places]
    model = PlackettLuce()
    teams = [[model.rating(mu=each.mean, sigma=each.deviation)] for each in before]
    expected = [team[0] for team in model.rate(teams, ranks=[float(each) for each in places])]
    after = rate(before, places)
    wanted = [pytest.approx((each.mu, each.sigma), rel=1e-12) for each in expected]
    assert [tuple(each) for each in after] == wanted


def test_the_order_of_the_seats_does_not_matter() -> None:
    players = {"a": Skill(30, 4), "b": Skill(25, 8), "c": Skill(20, 2)}
    places = {"a": 2, "b": 1, "c": 2}
    results = []
    for order in permutations(players):
        after = rate([players[name] for name in order], [places[name] for name in order])
        results.append(dict(zip(order, after, strict=True)))
    for each in results:
        for name in players:
            assert each[name] == pytest.approx(results[0][name], abs=1e-9)


def test_equal_players_who_draw_keep_their_ratings() -> None:
    first, second = rate([Skill(), Skill()], [1, 1])
    assert first.mean == pytest.approx(second.mean) == pytest.approx(25)
    assert first.deviation < Skill().deviation


def test_a_player_who_left_a_draw_of_seven_loses_as_the_last_of_seven() -> None:
    """By hand: the last of seven equal players was passed over once among seven players, once
    among six, and so on down to two; openskill says the same of distinct places."""
    variance, beta = (25 / 3) ** 2 + (25 / 300) ** 2, 25 / 6
    c = math.sqrt(7 * (variance + beta**2))
    mean = 25 - variance / c * sum(1 / left for left in range(2, 8))
    players = [Skill()] * 7
    last = rate_departed(players, 3)
    assert last.mean == pytest.approx(mean)
    assert last == pytest.approx(rate(players, range(1, 8))[-1])
    assert points(last.mean, 7) == 1429
    # Behind a draw of the six others, the library counts them as one opponent.
    assert points(rate(players, [1, 1, 1, 8, 1, 1, 1])[3].mean, 7) == 1494
    # The order of the seats does not matter, and a strong player loses more than a weak one.
    mixed = [Skill(30, 4), Skill(25, 8), Skill(20, 2)]
    for departed in range(3):
        others = [each for each in mixed if each != mixed[departed]]
        wanted = rate_departed([mixed[departed], *others], 0)
        assert rate_departed([*reversed(others), mixed[departed]], 2) == pytest.approx(wanted)
    lost = [
        mixed[i].mean - rate_departed([Skill(each.mean, 5) for each in mixed], i).mean
        for i in range(3)
    ]
    assert lost == sorted(lost, reverse=True)
    assert rate_departed([Skill(), Skill()], 0) == pytest.approx(
        rate([Skill(), Skill()], [2, 1])[0]
    )


def test_two_hundred_points_are_three_wins_in_four() -> None:
    for seats in (2, 4, 7):
        ahead = 200 / points_of_one(seats) / (PlackettLuce().beta * math.sqrt(seats))
        assert 1 / (1 + math.exp(-ahead)) == pytest.approx(0.76, abs=0.001)
    assert points(25, 2) == points(25, 7) == 1500


def test_levels_have_the_strengths_of_the_measured_matches() -> None:
    for game in ("attrition", "turmoil", "diplomacy", "pax"):
        matches = [each for each in measurements() if each.game == game]
        means = fit(matches)
        assert means["normal"] == 25
        assert means["random"] < means["easy"] < means["normal"] < means["hard"]
        for each in matches:
            scale = PlackettLuce().beta * math.sqrt(each.opponents + 1)
            ahead = (means[each.player] - means[each.against]) / scale
            expected = 1 / (1 + each.opponents * math.exp(-ahead))
            assert expected == pytest.approx(each.won / each.games, abs=0.15)
    assert fixed_strength("turmoil", "llm") is None


def test_a_rating_settles_after_about_ten_games_of_two() -> None:
    mine = Skill()
    for number in range(1, 30):
        (mine, _) = rate([mine, Skill(25, 7)], [1 + number % 2, 2 - number % 2])
        if mine.settled:
            break
    assert 6 <= number <= 14
    assert mine.deviation <= SETTLED


def test_reliability_has_a_figure_after_twenty_deadlines() -> None:
    assert judge(19, 1, 2, 0).percent is None
    assert judge(20, 0, 2, 0).percent == 100
    assert judge(40, 4, 2, 0).percent == 90
    assert judge(40, 0, 2, 1).percent == 80
    assert judge(0, 0, 2, 2).percent == 0


def test_seasons_are_calendar_quarters() -> None:
    assert [season_of(each) for each in (1767225599, 1767225600)] == ["2025-4", "2026-1"]


# -- results of a game, without a server


def ended(outcome: Outcome, *seats: EndedSeat) -> Ended:
    return Ended("t", "diplomacy", "correspondence", True, 1, 2, 3, outcome, outcome.scores, seats)


def seat(name: str, user: int | None, computer: str | None = None, stand_in: str = "") -> EndedSeat:
    return EndedSeat(name, user, computer, stand_in or None, 10, 1)


def seen(name: str, user: int, *, first: bool = True) -> SeenSeat:
    return SeenSeat(table_id="t", seat=name, user_id=user, first=first, phases=4, phases_missed=2)


def test_a_stand_in_loses_for_its_player_even_if_it_wins() -> None:
    outcome = Outcome(("a",), {"a": 1.0, "b": 0.0, "c": 0.0}, say("kernel.abandoned"))
    game = ended(outcome, seat("a", 1, stand_in="normal"), seat("b", 2), seat("c", 3))
    results = build_results(game, [seen("a", 1), seen("b", 2), seen("c", 3)])
    assert [(r.seat, r.result, r.departure, r.place) for r in results] == [
        ("a", "loss", "stand_in", 3),
        ("b", "loss", "", 1),
        ("c", "loss", "", 1),
    ]
    assert [(e.result.user_id, e.place) for e in entries_of(game, results)] == [
        (1, 4), (2, 1), (3, 1)
    ]  # fmt: skip


def test_the_first_player_of_a_seat_is_rated_and_the_one_who_takes_over_is_not() -> None:
    outcome = Outcome(("a",), {"a": 1.0, "b": 0.0, "c": 0.0}, say("kernel.abandoned"))
    game = ended(outcome, seat("a", 9), seat("b", 2), seat("c", None, "normal"))
    people = [seen("a", 1), seen("a", 9, first=False), seen("b", 2), seen("c", 3)]
    results = build_results(game, people)
    by_user = {result.user_id: result for result in results}
    assert (by_user[9].result, by_user[9].place, by_user[9].took_over) == ("win", 1, True)
    assert (by_user[1].result, by_user[1].departure) == ("loss", "left")
    assert (by_user[3].result, by_user[3].departure) == ("loss", "left")
    # The score is that of the seat, which its player at the end has.
    assert [by_user[each].score for each in (9, 1, 2, 3)] == [1.0, None, 0.0, None]
    assert (by_user[3].phases, by_user[3].phases_missed) == (4, 2)
    assert (by_user[9].phases, by_user[9].phases_missed) == (14, 3)
    assert sorted((e.result.user_id, e.place) for e in entries_of(game, results)) == [
        (1, 4), (2, 2), (3, 4)
    ]  # fmt: skip


def test_an_abandoned_game_rates_only_the_one_who_deserted_behind_the_others() -> None:
    outcome = Outcome((), {}, say("kernel.deserted", seats=["a"]))
    game = ended(outcome, seat("a", 1, stand_in="normal"), seat("b", 2), seat("c", 3))
    results = build_results(game, [seen("a", 1), seen("b", 2), seen("c", 3)])
    assert [(r.result, r.place) for r in results] == [
        ("loss", None), ("abandoned", None), ("abandoned", None)
    ]  # fmt: skip
    assert [e.place for e in entries_of(game, results)] == [4, 1, 1]
    away = ended(Outcome((), {}, say("kernel.absent", seats=["b"])), seat("a", 1), seat("b", 2))
    one, other = build_results(away, [seen("a", 1), seen("b", 2)])
    assert (one.result, other.result, other.departure) == ("abandoned", "loss", "left")
    closed = ended(Outcome((), {}, say("kernel.closed")), *game.seats)
    assert {r.result for r in build_results(closed, [seen("a", 1)])} == {"abandoned"}


# -- games at a server


def registered(house: House, *names: str) -> list[Person]:
    people = []
    for name in names:
        person = house.person(name)
        person.post("/api/register", name=name, password="correct horse")
        people.append(person)
    return people


def rows(house: House, table: Json) -> list[Result]:
    with house.app.state.services.sessions() as session:
        query = select(Result).where(Result.table_id == table["id"])
        return list(session.scalars(query.order_by(Result.seat, Result.holder)))


def ratings(house: House) -> dict[tuple[int, str], tuple[float, float, int, int]]:
    with house.app.state.services.sessions() as session:
        return {
            (row.user_id, row.season): (row.mean, row.deviation, row.games, row.wins)
            for row in session.scalars(select(Rating))
        }


def turmoil(first: Person, second: Person, **body: object) -> Json:
    table = first.table("turmoil", seats={"authoritarian": "me"}, time_control=DAY, **body)
    return second.sit(table, "liberal")


def ended_by_concession(winner: Person, loser: Person, **body: object) -> Json:
    """A rated game that is over."""
    table = turmoil(winner, loser, rated=True, **body)
    over: Json = loser.post(f"/api/tables/{table['id']}/concede", seat="liberal")
    return over


@pytest.mark.usefixtures("short_games_count")
def test_a_rated_game_of_two(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert = registered(house, "Anna", "Bert")
    guest = house.person("Gast")
    table = anna.table("turmoil", seats={"authoritarian": "me"}, time_control=DAY)
    assert (table["rated"], table["pace_class"]) == (True, "correspondence")
    refused = guest.post(f"/api/tables/{table['id']}/join", seat="liberal", status=403)
    assert refused["key"] == "problem.rating.guest"
    table = bert.sit(table, "liberal")
    assert anna.get(f"/api/tables/{table['id']}/results") == []
    bert.post(f"/api/tables/{table['id']}/concede", seat="liberal")
    won, lost = anna.get(f"/api/tables/{table['id']}/results")
    assert (won["name"], won["result"], won["points_before"], won["points"]) == (
        "Anna", "win", 1500, 1578
    )  # fmt: skip
    assert (lost["name"], lost["result"], lost["points"], lost["unrated"]) == (
        "Bert", "loss", 1422, None
    )  # fmt: skip
    stored = ratings(house)
    assert set(stored) == {(p.id, s) for p in (anna, bert) for s in ("", "2026-1")}
    assert stored[anna.id, ""] == pytest.approx((27.63539, 8.06590, 1, 1), abs=1e-4)

    # The second game begins from there, and a draw of unequal players moves them together.
    table = turmoil(bert, anna)
    vote(anna, table, "liberal", "draw")
    vote(bert, table, "authoritarian", "draw")
    after = ratings(house)
    assert after[anna.id, ""][0] < stored[anna.id, ""][0]
    assert after[anna.id, ""][2:] == (2, 1)
    assert {row.result for row in rows(house, table)} == {"draw"}


@pytest.mark.one_database
def test_computers_agree_to_no_end_of_a_rated_game(house: House) -> None:
    """A draw with a strong computer would be a gain, and an abandoned game no loss."""
    (anna,) = registered(house, "Anna")
    seats = {"authoritarian": "me", "liberal": "random"}
    table = anna.table("turmoil", seats=seats, time_control=DAY, rated=True)
    assert (table["rated"], table["status"]) == (True, "playing")
    path = f"/api/tables/{table['id']}"
    for kind in ("draw", "cancel"):
        refused = anna.post(f"{path}/vote", seat="authoritarian", kind=kind, yes=True, status=409)
        assert refused["key"] == "problem.vote.rated_computer"
    # Nor can another account of the same person take the computer's seat.
    refused = anna.post(f"{path}/offer", seat="liberal", status=409)
    assert refused["key"] == "problem.seat.rated_computer"
    anna.post(f"{path}/concede", seat="authoritarian")
    assert rows(house, table)[0].rated
    casual = anna.table("turmoil", seats={"authoritarian": "me", "liberal": "random"}, rated=False)
    assert vote(anna, casual, "authoritarian", "draw")["status"] == "over"
    # A computer that plays on for a person who left, and whose account is deleted, is no opponent.
    (bert,) = registered(house, "Bert")
    table = turmoil(anna, bert, rated=True, private=True, on_timeout="wait")
    bert.request("DELETE", "/api/me", {"password": "correct horse"}, 204)
    house.app.state.services.rooms.forget(table["id"])  # as after a restart
    assert vote(anna, table, "authoritarian", "cancel")["status"] == "over"


@pytest.mark.one_database
def test_casual_games_have_results_and_no_ratings(house: House) -> None:
    anna, bert = registered(house, "Anna", "Bert")
    guest = house.person("Gast")
    free = anna.table("turmoil", seats={"authoritarian": "me"})
    private = anna.table("turmoil", seats={"authoritarian": "me"}, time_control=DAY, private=True)
    alone = {"authoritarian": "me", "liberal": "easy"}
    computers = anna.table("turmoil", seats=alone, time_control=DAY)
    assert [each["rated"] for each in (free, private, computers)] == [False] * 3
    assert not guest.table("turmoil", time_control=DAY)["rated"]
    changed = {"war_mobilization": True}
    assert not anna.table("turmoil", options=changed, time_control=DAY)["rated"]
    for body, reason in (
        ({}, "free"),
        ({"time_control": DAY, "options": changed}, "options"),
    ):
        asked = {"game": "turmoil", "rated": True, **body}
        problem = anna.request("POST", "/api/tables", asked, 422)
        assert problem["key"] == f"problem.rating.{reason}"
    assert guest.request("POST", "/api/tables", {"game": "turmoil", "rated": True}, 422)["key"] == (
        "problem.rating.guest"
    )
    wanted = turmoil(anna, bert, rated=False)
    bert.post(f"/api/tables/{wanted['id']}/concede", seat="liberal")
    assert {(r.rated, r.unrated, r.mean) for r in rows(house, wanted)} == {(False, "casual", None)}
    assert not ratings(house)
    anna.post(f"/api/tables/{computers['id']}/leave", seat="authoritarian")
    both = dict.fromkeys(("authoritarian", "liberal"), "me")
    own = anna.table("turmoil", seats=both)
    anna.post(f"/api/tables/{own['id']}/concede", seat="liberal")
    assert rows(house, own) == []  # no one has played against anyone


@pytest.mark.one_database
def test_seven_players_of_whom_one_leaves(house: House, clock: SetClock) -> None:
    clock.stop()
    people = registered(house, "Ann", "Ben", "Cid")
    seats = {power: None if power in POWERS[:3] else "random" for power in POWERS}
    table = people[0].table("diplomacy", seats=seats, time_control=DAY, rated=True)
    for person, power in zip(people, POWERS, strict=False):
        table = person.sit(table, power)
    path = f"/api/tables/{table['id']}"
    clock.go_on(hours=25)
    house.keep_time()  # all three miss their deadline, and the table waits
    people[2].post(f"{path}/leave", seat="france")
    vote(people[0], table, "austria", "cancel")
    vote(people[1], table, "england", "cancel")
    found = {(row.seat, row.user_id): row for row in rows(house, table)}
    assert len(found) == 8
    ann, ben = (found[p, x.id] for p, x in zip(POWERS, people[:2], strict=False))
    left = found["france", people[2].id]
    assert (left.result, left.departure, left.phases, left.phases_missed) == ("loss", "left", 1, 1)
    assert (ann.result, ben.result) == ("abandoned", "abandoned")
    expected = rate_departed([Skill()] * 3, 2)
    assert (left.mean, left.deviation) == pytest.approx(tuple(expected))
    assert {(each.mean, each.unrated) for each in (ann, ben)} == {(None, "abandoned")}
    assert found["germany", None].computer == "random"
    assert found["germany", None].mean is None


@pytest.mark.one_database
@pytest.mark.usefixtures("short_games_count")
def test_a_player_who_left_a_draw_is_rated_as_the_last(house: House) -> None:
    """Each who left, by the table's end, as if the others had finished in distinct places."""
    people = registered(house, "Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Guy")
    seats = dict.fromkeys(POWERS)
    table = people[0].table("diplomacy", seats=seats, time_control=DAY, rated=True)
    for person, power in zip(people, POWERS, strict=True):
        table = person.sit(table, power)
    path = f"/api/tables/{table['id']}"
    for person, power in zip(people[5:], POWERS[5:], strict=True):
        person.post(f"{path}/leave", seat=power)
    rooms = house.app.state.services.rooms
    rooms.change(rooms.get(table["id"]), lambda room, now: room.end(votes.draw(room)))
    shown = {each["name"]: each for each in people[0].get(f"{path}/results") if each["name"]}
    assert {shown[name]["result"] for name in ("Ann", "Eva")} == {"draw"}
    for name in ("Fay", "Guy"):
        assert (shown[name]["departure"], shown[name]["result"]) == ("left", "loss")
        assert (shown[name]["points_before"], shown[name]["points"]) == (1500, 1429)
    stayed = rate([Skill()] * 7, [1, 1, 1, 1, 1, 8, 8])[0]
    assert shown["Ann"]["points"] == points(stayed.mean, 7) > 1500


@pytest.mark.usefixtures("short_games_count")
def test_two_games_that_end_at_the_same_time_both_count(house: House) -> None:
    """Each rating is read in the transaction that writes it, after the last one is committed."""
    anna, bert = registered(house, "Anna", "Bert")
    tables = [turmoil(anna, bert) for _ in range(2)]
    rooms = house.app.state.services.rooms

    def end(table: Json) -> None:
        room = rooms.get(table["id"])
        rooms.change(room, lambda room, now: room.end(votes.conceded(room, "liberal")))

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(end, tables))
    assert ratings(house)[anna.id, ""][2:] == (2, 2)
    once = rate([Skill(), Skill()], [1, 2])
    twice = rate(once, [1, 2])
    assert ratings(house)[anna.id, ""][0] == pytest.approx(twice[0].mean)


@pytest.mark.usefixtures("short_games_count")
def test_a_finished_game_is_recorded_once_by_two_processes(house: House) -> None:
    anna, bert = registered(house, "Anna", "Bert")
    table = turmoil(anna, bert)
    rooms = house.app.state.services.rooms
    other = Rooms(rooms.sessions, rooms.clock)
    ours, theirs = rooms.get(table["id"]), other.get(table["id"])
    rooms.change(ours, lambda room, now: room.end(votes.conceded(room, "liberal")))
    with pytest.raises(Problem):
        other.change(theirs, lambda room, now: room.end(votes.conceded(room, "liberal")))
    other.commits.close()
    assert len(rows(house, table)) == 2
    assert ratings(house)[anna.id, ""][2:] == (1, 1)


@pytest.mark.one_database
def test_all_who_played_hear_of_the_end(house: House) -> None:
    """Who views the table hears of it in the page only; who has left it hears of it too."""
    anna, bert, carl = people = registered(house, "Anna", "Bert", "Carl")
    seats = {power: None if power in POWERS[:3] else "random" for power in POWERS}
    table = anna.table("diplomacy", seats=seats, time_control=DAY)
    for person, power in zip(people, POWERS, strict=False):
        table = person.sit(table, power)
    path = f"/api/tables/{table['id']}"
    services = house.app.state.services
    with services.sessions.begin() as session:
        for person in people:
            user = session.get_one(User, person.id)
            user.email, user.preferences = f"{person.id}@example.org", {"notify": {"mail": True}}
    carl.post(f"{path}/leave", seat="france")
    vote(bert, table, "england", "cancel")
    with anna.live(table):
        vote(anna, table, "austria", "cancel")
    mails = {}
    with services.sessions() as session:
        for person in people:
            (notice,) = session.scalars(
                select(Notice).where(Notice.user_id == person.id, Notice.key == "notice.over")
            )
            mailed = select(Delivery.channel).where(Delivery.notice_id == notice.id)
            mails[person] = list(session.scalars(mailed))
    assert [mails[person] for person in people] == [[], ["mail"], ["mail"]]
    assert "over" in notices(carl)


# -- farming


@pytest.mark.one_database
def test_no_one_gains_from_a_game_that_ends_at_once(house: House) -> None:
    """The player who concedes loses; a draw at once changes nothing."""
    anna, bert = registered(house, "Anna", "Bert")
    table = ended_by_concession(anna, bert)
    won, lost = rows(house, table)
    assert (won.user_id, won.result, won.rated, won.unrated) == (anna.id, "win", False, "short")
    assert (lost.result, lost.rated, lost.unrated) == ("loss", True, None)
    assert set(ratings(house)) == {(bert.id, ""), (bert.id, season_of(time()))}
    table = turmoil(anna, bert, rated=True)
    vote(anna, table, "authoritarian", "draw")
    vote(bert, table, "liberal", "draw")
    assert {(row.result, row.unrated) for row in rows(house, table)} == {("draw", "short")}
    # A game of some length counts for both.
    table = turmoil(anna, bert, rated=True)
    room = house.app.state.services.rooms.get(table["id"])
    random = Random(1)
    while room.table.moves < 2 * LEAST_DECISIONS["turmoil"]:
        seat, decision = next(iter(room.decisions().items()))
        house.app.state.services.rooms.act(
            room, seat, room.version, decision.menu.sample(random), None
        )
    bert.post(f"/api/tables/{table['id']}/concede", seat="liberal")
    assert [row.rated for row in rows(house, table)] == [True, True]


@pytest.mark.one_database
@pytest.mark.usefixtures("short_games_count")
def test_two_people_play_five_rated_games_with_each_other_in_a_day(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    anna, bert, carl = registered(house, "Anna", "Bert", "Carl")
    running = [turmoil(anna, bert, rated=True) for _ in range(7)]
    for number, table in enumerate(running[:6]):
        bert.post(f"/api/tables/{table['id']}/concede", seat="liberal")
        won, lost = rows(house, table)
        wanted = (True, True, None) if number < MOST else (False, False, "often")
        assert (won.rated, lost.rated, won.unrated) == wanted
    assert all(row.rated for row in rows(house, ended_by_concession(anna, carl)))
    # It is said before, where it is known.
    table = anna.table("turmoil", seats={"authoritarian": "me"}, time_control=DAY, rated=True)
    join = f"/api/tables/{table['id']}/join"
    refused = bert.post(join, 409, seat="liberal")
    assert (refused["key"], refused["args"]) == ("problem.rating.often", {"most": MOST})
    carl.post(join, seat="liberal")
    challenge = {"user": bert.id, "game": "turmoil", "time_control": DAY, "rated": True}
    assert anna.request("POST", "/api/challenges", challenge, 409)["key"] == refused["key"]
    again = anna.post(f"/api/tables/{running[0]['id']}/rematch")
    assert not again["rated"]
    clock.go_on(hours=24)
    bert.post(f"/api/tables/{running[6]['id']}/concede", seat="liberal")
    assert all(row.rated for row in rows(house, running[6]))


# -- deleted accounts


@pytest.mark.one_database
@pytest.mark.usefixtures("short_games_count")
def test_a_player_who_deletes_their_account_is_rated_against_as_before(house: House) -> None:
    """Not as the computer that plays on; the others see a deleted account in the results."""
    anna, bert = registered(house, "Anna", "Bert")
    for _ in range(2):
        ended_by_concession(bert, anna)
    before = ratings(house)
    table = turmoil(anna, bert, rated=True, on_timeout="wait")
    strengths = [Skill(*before[person.id, ""][:2]) for person in (anna, bert)]
    bert.request("DELETE", "/api/me", {"password": "correct horse"}, 204)
    rooms = house.app.state.services.rooms
    rooms.change(
        rooms.get(table["id"]), lambda room, now: room.end(votes.conceded(room, "liberal"))
    )
    won, computer, deleted = rows(house, table)
    assert (computer.computer, computer.user_id) == ("normal", None)
    assert (deleted.user_id, deleted.computer, deleted.departure) == (None, None, "left")
    assert won.opponents == "people"
    expected = rate(strengths, [1, 3])[0]
    assert ratings(house)[anna.id, ""][:2] == pytest.approx(tuple(expected))
    shown = anna.get(f"/api/tables/{table['id']}/results")
    assert [(each["name"], each["computer"]) for each in shown] == [
        ("Anna", None), (None, "normal"), (None, None)
    ]  # fmt: skip


@pytest.mark.one_database
def test_a_game_that_a_player_left_stays_if_the_other_deletes_their_account(house: House) -> None:
    anna, bert = registered(house, "Anna", "Bert")
    table = turmoil(anna, bert, rated=True, on_timeout="wait")
    services = house.app.state.services
    services.computers.wake = lambda room: None
    anna.post(f"/api/tables/{table['id']}/leave", seat="authoritarian")
    bert.request("DELETE", "/api/me", {"password": "correct horse"}, 204)
    rooms = services.rooms
    rooms.change(
        rooms.get(table["id"]), lambda room, now: room.end(votes.conceded(room, "liberal"))
    )
    mine = next(row for row in rows(house, table) if row.user_id == anna.id)
    assert (mine.result, mine.departure, mine.score, mine.rated) == ("loss", "left", None, True)


def test_games_that_were_over_before_get_their_results(database: str) -> None:
    """An earlier database has no results; the upgrade makes those it can, none of them rated."""
    settings = Settings(database)
    with House(create_app(settings)) as house:
        anna, bert = registered(house, "Anna", "Bert")
        table = turmoil(anna, bert, rated=False)
        bert.post(f"/api/tables/{table['id']}/concede", seat="liberal")
        seats = dict.fromkeys(POWERS[2:], "random")
        left = anna.table("diplomacy", seats={"austria": "me", "england": None, **seats})
        bert.sit(left, "england")
        bert.post(f"/api/tables/{left['id']}/leave", seat="england")
        vote(anna, left, "austria", "cancel")
        open_table = anna.table("turmoil", seats={"authoritarian": "me"})
        anna.post(f"/api/tables/{open_table['id']}/abandon")
        before = [_plain(each) for each in (*rows(house, table), *rows(house, left))]
    go_back(database, "0018")
    with House(create_app(settings)) as house:
        after = [_plain(each) for each in (*rows(house, table), *rows(house, left))]
        assert rows(house, open_table) == []
    assert after == before
    assert len(after) == 2 + 8


def _plain(row: Result) -> Json:
    """Return what an earlier database knows of a result."""
    names = (
        *("table_id", "seat", "holder", "user_id", "computer", "game", "pace", "rated"),
        *("players", "opponents", "result", "place", "score", "departure", "unrated"),
    )
    return {name: getattr(row, name) for name in names}


def go_back(address: str, revision: str) -> None:
    """Make a database as an earlier release left it."""
    engine = connect(address)
    writing = writing_engine(engine)
    config = Config()
    config.set_main_option("script_location", str(files("entente.server.storage") / "migrations"))
    with writing.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    writing.dispose()
    engine.dispose()
