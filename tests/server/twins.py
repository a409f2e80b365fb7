"""Twin tables: they differ only in what one of their players must not know."""

from __future__ import annotations

import re
from random import Random
from typing import Any, NamedTuple

from entente.kernel import Match, Menu, Seat, View, registry
from entente.kernel.chance import seed_hash
from entente.kernel.menu import listed
from entente.server.storage.models import Table, TableSeat, User
from entente.server.study.analysis import keep
from entente.server.tables.room_state import AnyMatch
from entente.wire.tables import FULL
from tests.server.people import House, Json, Person

TRIED = 40  # actions of a menu too long to be listed

# What is different for reasons of its own: times, checksums over the seed's hash.
_TIME = re.compile(r"\b1[5-9]\d{8}(\.\d+)?\b")
_SUM = re.compile(r'"sum":"[0-9a-f]{16}"')


class Twin(NamedTuple):
    """A table and its people: the first knows only their own seat."""

    id: str
    seed: str
    start: str

    @property
    def table(self) -> Json:
        return {"id": self.id}

    def match(self, house: House) -> AnyMatch:
        found: AnyMatch = house.app.state.services.rooms.get(self.id).match
        return found

    def blurred(self, text: str) -> str:
        """A text of this table, as it would be of the other."""
        text = text.replace(self.id, "ID").replace(seed_hash(self.seed), "HASH")
        return _SUM.sub("SUM", _TIME.sub("TIME", text))


def moment(game: str, options: dict[str, Any], step: str, seed: int) -> AnyMatch:
    """A game played at random up to a step, with some moves before it."""
    match: AnyMatch = Match(registry.load(game), options, f"{seed:032x}")
    rng = Random(seed)
    while True:
        decisions = match.position.required_by_seat()
        assert decisions, f"the game was over before {step}"
        seat, decision = next(iter(decisions.items()))
        if decision.step == step and not match.state.sealed:
            return match
        match.act(seat, decision.menu.sample(rng))


def lay(house: House, match: AnyMatch, state: Any, seat: Seat, me: Person, foe: Person) -> Twin:
    """Create a table that begins from a state; the foe takes all other seats."""
    start = match.game.save(state).decode()
    with house.app.state.services.sessions.begin() as session:
        host = session.get_one(User, foe.id)
        table = keep(session, host, Match(match.game, start=start))
        table.analysis, table.private, table.spectators, table.press = False, False, True, FULL
        session.get_one(TableSeat, (table.id, seat)).user_id = me.id
        stored = session.get_one(Table, table.id)
        return Twin(stored.id, stored.seed, start)


def twins(
    house: House, match: AnyMatch, seat: Seat, rng: Random, me: Person, foe: Person
) -> tuple[Twin, Twin]:
    """The true table and one that looks the same to the seat."""
    true = match.game.copy(match.state)
    true.news = []
    other = match.game.determinize(true, seat, rng)
    return lay(house, match, true, seat, me, foe), lay(house, match, other, seat, me, foe)


def some_actions(menu: Menu, rng: Random) -> list[str]:
    found = list(listed(menu) or ()) or [menu.sample(rng) for _ in range(TRIED)]
    rng.shuffle(found)
    return found


def same_to_others(
    one: AnyMatch, other: AnyMatch, seat: Seat, me: Seat, rng: Random
) -> tuple[str, str] | None:
    """An action for a seat in either world, after which `me` and spectators cannot distinguish the
    worlds; different ones in the two worlds, if there are such. None: dice would be rolled, or
    something shown."""
    eyes: tuple[Seat | None, ...] = (me, None)

    def shown(match: AnyMatch, action: str) -> tuple[str | None, ...]:
        decision = match.position.required_by_seat()[seat]
        return tuple(match.position.bind(decision).shown(action, viewer) for viewer in eyes)

    def after(match: AnyMatch, action: str) -> list[View]:
        position = match.position.copy()
        position.apply(seat, action)
        return [position.view(viewer) for viewer in eyes]

    asked = [match.position.required_by_seat()[seat].menu for match in (one, other)]
    firsts, seconds = (some_actions(menu, rng) for menu in asked)
    by_looks: dict[tuple[str | None, ...], list[str]] = {}
    for action in seconds:
        by_looks.setdefault(shown(other, action), []).append(action)
    found = [(a, b) for a in firsts for b in by_looks.get(shown(one, a), ())[:TRIED]]
    found.sort(key=lambda pair: pair[0] == pair[1])
    return next((p for p in found[:TRIED] if after(one, p[0]) == after(other, p[1])), None)
