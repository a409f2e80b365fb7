"""Computers that negotiate: they propose, answer proposals, and hold their orders back.

At a table with private messages, computers of a level that negotiates submit their orders after the
people, so that they can still answer. They plan at once, propose what follows from the plan, and
plan again when they or a partner have promised something new. When the last person has submitted,
the plans are carried out. What is held in memory only saves time: another process plans the same
from the stored moves and letters.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from entente.kernel import Seat
from entente.players.letters import (
    COUNTER,
    Letters,
    NewOffer,
    Offer,
    Reply,
    SeasonPlan,
)
from entente.players.negotiators import rules_of
from entente.server.live.chat_messages import send_message
from entente.server.live.hub import Hub
from entente.server.live.player_process import Consultation, character_seed
from entente.server.live.queue_users import queue_user
from entente.server.logs import facts, origin
from entente.server.problem import Problem
from entente.server.tables import chat, proposal_answers, proposals
from entente.server.tables.chat import Posted
from entente.server.tables.negotiation_record import (
    Histories,
    letters_of,
    may_negotiate,
    negotiating_seats,
    waits_for_people,
)
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms

MOST_ANSWERS = 8  # to the proposals of a seat in a season; more stay unanswered
MOST_OFFERS = 4  # of a computer in a season, with counter-proposals

log = logging.getLogger("entente.negotiations")

Consult = Callable[[Hashable, str, Consultation], Awaitable[SeasonPlan | Reply]]


class SeasonKey(NamedTuple):
    """A seat in a season of a table."""

    table: str
    seat: Seat
    window: int


class HeldPlan(NamedTuple):
    """A plan, and what bound the seat when it was made."""

    binding: str
    plan: SeasonPlan


class Thought(NamedTuple):
    """Something for a seat to think about: a plan, or the answer to a proposal."""

    key: SeasonKey
    binding: str
    task: Consultation


class Thoughts(NamedTuple):
    """What the computers of a table have to think about, and the user it counts for."""

    user: Hashable
    thoughts: list[Thought]


class Negotiations:
    """The negotiations of all tables of this process."""

    def __init__(
        self, rooms: Rooms, hub: Hub, threads: ThreadPoolExecutor, consult: Consult
    ) -> None:
        self.rooms, self.hub = rooms, hub
        self._threads, self._consult = threads, consult
        self.histories = Histories()
        self._held: dict[SeasonKey, HeldPlan] = {}
        self._failed: set[SeasonKey] = set()  # seats that play without letters this season

    def keep_only(self, tables: Collection[str]) -> None:
        """Forget all other tables."""
        self._held = {key: plan for key, plan in self._held.items() if key.table in tables}
        self._failed = {key for key in self._failed if key.table in tables}

    # -- orders

    def holds_back(self, room: Room, seat: Seat) -> bool:
        """Whether a computer waits with its orders. The room is locked."""
        return (
            seat in negotiating_seats(room)
            and may_negotiate(room)
            and waits_for_people(room)
            and any(each.seat == seat for each in room.position.decisions)
        )

    def plan_for(self, table_id: str, seat: Seat, window: int) -> SeasonPlan | None:
        """Return the plan of a seat; None if it plays without letters."""
        held = self._held.get(SeasonKey(table_id, seat, window))
        return None if held is None else held.plan

    def check_plan(self, room: Room, seat: Seat, window: int) -> None:
        """Raise Problem if a plan was made before something else bound the seat. The room is
        locked."""
        held = self._held.get(SeasonKey(room.table.id, seat, window))
        rules = rules_of(room.table.game)
        if held is None or rules is None or not may_negotiate(room):
            return
        with self.rooms.sessions() as session:
            letters = letters_of(session, room, seat, self.histories.of(room))
        if rules.binding(letters, rules.facts(room.position), seat) != held.binding:
            raise Problem(409, "table.stale")

    def note_broken(self, room: Room, seat: Seat, window: int) -> None:
        """Store why a seat has broken its word with the orders it has just submitted."""
        held = self._held.pop(SeasonKey(room.table.id, seat, window), None)
        if held is not None and held.plan.broken:
            with self.rooms.sessions.begin() as session:
                proposal_answers.add_reasons(session, room, seat, held.plan.broken)

    # -- letters

    async def is_pending(self, table_id: str) -> bool:
        """Whether the computers of a table have something to think about."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._look, table_id) is not None

    async def negotiate(self, table_id: str) -> bool:
        """Let the computers of a table think about letters once; whether there was anything."""
        loop = asyncio.get_running_loop()
        pending = await loop.run_in_executor(self._threads, self._look, table_id)
        if pending is None:
            return False
        # Thinking about orders is over. Thinking about letters is not shown: it would reveal to
        # all who receives one.
        self.hub.thinking_status.forget(table_id)
        searches = [
            asyncio.create_task(self._think(pending.user, thought)) for thought in pending.thoughts
        ]
        try:
            for search in searches:
                await search
        finally:
            for search in searches:
                search.cancel()
        return True

    async def _think(self, user: Hashable, thought: Thought) -> None:
        key = thought.key
        try:
            result = await self._consult(user, key.table, thought.task)
            work = partial(self._store, thought, result)
            posted = await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except Exception as error:  # noqa: BLE001  its orders do not depend on letters
            self._failed.add(key)
            details = facts(table=key.table, seat=key.seat)
            # Without the message, which may quote letters and orders.
            text = f"a computer player could not negotiate: {origin(error)}"
            log.error(text, extra=details)  # noqa: TRY400
            return
        room = self.rooms.in_memory(key.table)
        for message in posted:
            if room is not None:
                send_message(self.hub, room, message)

    def _look(self, table_id: str) -> Thoughts | None:
        """Return what the computers of a table have to think about: answers first, then plans."""
        try:
            room = self.rooms.get(table_id)
        except Problem:
            return None  # the table was deleted or is unavailable
        with room.lock:
            seats = negotiating_seats(room)
            if not seats or not may_negotiate(room):
                return None
            asked = {each.seat: each.window for each in room.position.decisions if each.must}
            keys = [SeasonKey(table_id, seat, asked[seat]) for seat in seats if seat in asked]
            keys = [key for key in keys if key not in self._failed]
            if not keys:
                return None
            history = self.histories.of(room)
            rules = rules_of(room.table.game)
            assert rules is not None
            now = rules.facts(room.position)
            answers, plans = list[Thought](), list[Thought]()
            with self.rooms.sessions() as session:
                letters = {key: letters_of(session, room, key.seat, history) for key in keys}
            state = room.match.game.save(room.match.state)
            for key in keys:
                mine = letters[key]
                binding = rules.binding(mine, now, key.seat)
                held = self._held.get(key)
                if held is None or held.binding != binding:
                    task = _task(room, key, state, mine, None)
                    plans.append(Thought(key, binding, task))
                for offer in open_offers(mine, key.seat):
                    if rules.concerns(now, offer, key.seat):
                        task = _task(room, key, state, mine, offer.number)
                        answers.append(Thought(key, binding, task))
                        break  # one at a time: each may bind the seat
            # The first plans come before answers, so that proposals of computers cross no letter.
            first = [thought for thought in plans if thought.key not in self._held]
            thoughts = first or answers or plans
            return Thoughts(queue_user(self.rooms, room), thoughts) if thoughts else None

    def _store(self, thought: Thought, result: SeasonPlan | Reply) -> list[Posted]:
        """Keep a plan and send its proposals, or send an answer."""
        room, key = self.rooms.get(thought.key.table), thought.key
        if isinstance(result, Reply):
            return self._answer(room, key, thought.task, result)
        with room.lock:
            if all(
                (each.seat, each.window) != (key.seat, key.window)
                for each in room.position.decisions
            ):
                return []  # the season is over
        self._held[key] = HeldPlan(thought.binding, result)
        sent = [self._propose(room, key, offer, thought.task.letters) for offer in result.offers]
        return [message for message in sent if message is not None]

    def _answer(self, room: Room, key: SeasonKey, task: Consultation, reply: Reply) -> list[Posted]:
        assert task.number is not None
        viewing = self.hub.audience.users_at(room.table.id)
        try:
            with room.lock, self.rooms.sessions.begin() as session:
                answered = proposal_answers.answer(
                    session, room, task.number, key.seat, reply.answer, viewing, reply.grounds
                )
        except Problem:
            return []  # another process has answered, or the season is over
        sent = [answered]
        if reply.answer == COUNTER:
            offer = next(each for each in task.letters.offers if each.number == task.number)
            new = NewOffer(offer.sender, reply.items, reply.grounds)
            if (counter := self._propose(room, key, new, task.letters)) is not None:
                sent.append(counter)
        return sent

    def _propose(
        self, room: Room, key: SeasonKey, offer: NewOffer, letters: Letters
    ) -> Posted | None:
        """Send a proposal by the usual rules."""
        sent = sum(
            each.sender == key.seat and each.season == letters.now for each in letters.offers
        )
        if sent >= MOST_OFFERS or offer.to not in room.chairs:
            return None
        reader = room.chairs[offer.to].user_id
        away = {reader} - self.hub.audience.users_at(room.table.id) if reader is not None else set()
        with room.lock:
            try:
                conversation = chat.check(room, key.seat, [offer.to], room.table.language)
                items = proposals.checked(room, offer.items)
            except Problem:
                return None  # the season is over
        reasons = [proposal_answers.reason(key.seat, offer.grounds)]
        return chat.post(
            self.rooms.sessions,
            room,
            lambda session: chat.write(
                session, room, key.seat, conversation, "", away, items, reasons
            ),
        )


def open_offers(letters: Letters, seat: Seat) -> list[Offer]:
    """Return the proposals of this season that a seat has not answered, within the limit."""
    answered: dict[Seat, int] = {}
    found = list[Offer]()
    for offer in letters.offers:
        if offer.season != letters.now or offer.sender == seat:
            continue
        answered[offer.sender] = answered.get(offer.sender, 0) + 1
        if seat not in offer.answers and answered[offer.sender] <= MOST_ANSWERS:
            found.append(offer)
    return found


def _task(
    room: Room, key: SeasonKey, state: bytes, letters: Letters, number: int | None
) -> Consultation:
    table, player = room.table, room.chairs[key.seat].computer
    assert player is not None
    return Consultation(
        table.game,
        table.overrides,
        state,
        key.seat,
        player,
        character_seed(table.seed, key.seat),
        letters,
        number,
        room.match.game.kept_data,
    )
