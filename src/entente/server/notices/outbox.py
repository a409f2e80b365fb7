"""The outbox: send stored deliveries, and retry failures.

It runs in the background, never in a request. A delivery is claimed by moving its earliest next
attempt; if the claiming process dies, another takes it later. After a few attempts a delivery is
given up; a permanent failure turns the channel off (channel_states.py). Where a user wants a
digest, all that is due by a channel goes in one message.

Slow addresses do not block others: there are lanes, one for our mail server and one for addresses
of users, and each user has a few slots per lane.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import delete, event, func, select, update
from sqlalchemy.orm import Session

from entente.server.notices import channel_states, notices
from entente.server.notices.channel_states import FailureReason
from entente.server.notices.items import NoticeItem, prepare_item
from entente.server.notices.kinds import LAST_CALL, TEST
from entente.server.notices.mail import (
    MailServer,
    confirmation_mail,
    moved_mail,
    notice_mail,
    reset_mail,
    send_mail,
    thread_headers,
    unsubscribe_headers,
)
from entente.server.notices.mail_page import MailContent
from entente.server.notices.outgoing_requests import DeliveryRefused, Unreachable
from entente.server.notices.push import PrivateKey, SubscriptionGone, send_push, server_key
from entente.server.notices.schedule import plan_of, quiet_until
from entente.server.notices.signed_links import ALL, LinkKey
from entente.server.notices.webhook import format_of, send_webhook
from entente.server.settings import CONFIRM_HOURS, RESET_HOURS, Settings
from entente.server.storage.database import Sessions
from entente.server.storage.models import Delivery, Notice, Subscription, User

log = logging.getLogger("entente.outbox")

PAUSE = 30  # seconds between checks when nothing is committed
LEASE = 120  # seconds for which a delivery is claimed
AGAIN = (30, 120, 600, 3600)  # seconds before the second, third … attempt
OF_A_USER = 2  # concurrent deliveries per user and lane
LOOKED_AT = 100  # due deliveries read at a time
FLOOD = 6  # due deliveries to one address that are sent together
T = TypeVar("T")


class DeliveryLane(NamedTuple):
    """Channels that share a number of slots."""

    channels: tuple[str, ...]
    places: int


LANES = (DeliveryLane(("mail",), 4), DeliveryLane(("webhook", "push"), 64))


class Parcel(NamedTuple):
    """Claimed deliveries with everything needed to send them as one message."""

    ids: list[int]
    tries: int
    channel: str
    user: User
    items: list[NoticeItem]
    browsers: list[Subscription]
    decisions: int  # that wait for the user

    @property
    def table_id(self) -> str | None:
        """The table, if all notices are about the same."""
        tables = {item.table_id for item in self.items}
        return next(iter(tables)) if len(tables) == 1 else None


class Claim(NamedTuple):
    """What the outbox has claimed at a moment.

    With `is_any`, it claimed something and has to look again: pointless deliveries are dropped and
    make no parcel, and others may wait behind them.
    """

    moment: int
    parcels: list[Parcel]
    is_any: bool


BoardPicture = Callable[[str], Awaitable[bytes | None]]  # a table's picture as PNG


async def no_picture(table_id: str) -> bytes | None:
    return None


class Outbox:
    """Sends stored deliveries."""

    def __init__(
        self,
        sessions: Sessions,
        settings: Settings,
        clock: Callable[[], float] = time.time,
        board_picture: BoardPicture = no_picture,
    ) -> None:
        self.sessions = sessions
        self.board_picture = board_picture
        self.links = LinkKey(sessions)
        self.clock = clock  # the game clock
        self.settings = settings
        self.mail = MailServer.of(settings.smtp) if settings.smtp else None
        self._key: PrivateKey | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._threads = ThreadPoolExecutor(2, "outbox")
        # A pool of its own: an unresponsive mail server must not block other threads.
        self._mail_threads = ThreadPoolExecutor(LANES[0].places, "mail")
        self._under_way: dict[DeliveryLane, Counter[int]] = {lane: Counter() for lane in LANES}
        self._deliveries: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._on_waiting = self._woken.set  # called after a commit with something to send
        event.listen(sessions, "after_commit", self._committed)

    # -- start and stop

    def start(self) -> None:
        """Start sending, including what an earlier run has left."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run())

    def leave_to_others(self, announce: Callable[[], None]) -> None:
        """Send nothing here; call `announce` when there is something to send."""
        self._loop = asyncio.get_running_loop()
        self._on_waiting = announce

    def look(self) -> None:
        """Look for deliveries now: another process has stored some."""
        self._woken.set()

    async def stop(self) -> None:
        if self._task is not None:
            for task in (self._task, *self._deliveries):
                task.cancel()
            await asyncio.gather(self._task, *self._deliveries, return_exceptions=True)
        self._loop = None
        self._mail_threads.shutdown(wait=False)
        await asyncio.to_thread(self._threads.shutdown)

    def _in_thread(self, work: Callable[..., T], *args: object) -> asyncio.Future[T]:
        """Work on the database in a thread; it finishes even if the caller is cancelled."""
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def _committed(self, session: Session) -> None:
        """Wake the outbox from any thread after a commit with something to send."""
        loop = self._loop
        if session.info.pop(notices.WAITING, False) and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._on_waiting)

    def key(self) -> PrivateKey:
        """Return the key of browser push; reads the database the first time."""
        if self._key is None:
            self._key = server_key(self.sessions)
        return self._key

    # -- sending

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            pause: float = PAUSE
            try:
                while (claim := await self._in_thread(self._claim)).is_any:
                    for parcel in claim.parcels:
                        self._begin(parcel)
                pause = await self._in_thread(self._pause, claim.moment)
            except Exception:  # for example, the database is down: deliveries wait
                log.exception("the outbox failed and will retry")
            # Not `wait_for`: in Python 3.11 it can swallow a cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()

    def _begin(self, parcel: Parcel) -> None:
        """Send one in the background; its slot is free when it is done."""
        under_way = self._under_way[_lane_of(parcel.channel)]
        under_way[parcel.user.id] += 1
        task = asyncio.create_task(self._deliver(parcel))
        self._deliveries.add(task)

        def done(task: asyncio.Task[None]) -> None:
            self._deliveries.discard(task)
            under_way.subtract([parcel.user.id])
            self._woken.set()

        task.add_done_callback(done)

    def _pause(self, looked: int) -> float:
        """Return how long nothing is due that was not when the outbox looked.

        What was due without a slot waits for one.
        """
        with self.sessions() as session:
            first = session.scalar(select(func.min(Delivery.after)).where(Delivery.after > looked))
        return PAUSE if first is None else min(PAUSE, max(0.0, first - time.time()))

    def _claim(self) -> Claim:
        """Claim some due deliveries for a while."""
        now, parcels, is_any = int(time.time()), [], False
        with self.sessions.begin() as session:
            taken: set[int] = set()
            for first in [each for lane in LANES for each in self._next(session, lane, now)]:
                if first.id in taken:
                    continue
                user = session.scalar(select(User).join(Notice).where(Notice.id == first.notice_id))
                if user is None:  # the account was deleted meanwhile
                    continue
                group = self._sent_together(session, user, first, now)
                taken.update(each.id for each in group)
                mine = [each for each in group if self._take(session, each, now)]
                is_any = is_any or bool(mine)
                parcel = self._parcel(session, user, first.channel, mine, now) if mine else None
                if parcel is not None:
                    parcels.append(parcel)
        return Claim(now, parcels, is_any)

    def _take(self, session: Session, delivery: Delivery, now: int) -> bool:
        """Claim a delivery, unless another process was faster."""
        mine = session.execute(
            update(Delivery)
            .where(Delivery.id == delivery.id, Delivery.tries == delivery.tries)
            .values(tries=delivery.tries + 1, after=now + LEASE)
            .execution_options(synchronize_session=False)
        )
        return mine.rowcount == 1  # type: ignore[attr-defined,no-any-return]

    def _sent_together(
        self, session: Session, user: User, first: Delivery, now: int
    ) -> list[Delivery]:
        """Return a delivery and what goes with it: all that is due, for a digest or in a flood."""
        others = (
            select(Delivery)
            .join(Notice, Notice.id == Delivery.notice_id)
            .where(Notice.user_id == user.id, Delivery.channel == first.channel)
            .where(Delivery.after <= now, Delivery.id != first.id)
            .order_by(Delivery.id)
            .limit(LOOKED_AT)
        )
        due = [first, *session.scalars(others)]
        is_digest = plan_of(user.preferences, first.channel).when != "now"
        return due if is_digest or len(due) >= FLOOD else [first]

    def _parcel(
        self, session: Session, user: User, channel: str, group: list[Delivery], now: int
    ) -> Parcel | None:
        """Prepare claimed deliveries; drop those whose notice has become pointless."""
        zone, played_at = notices.zone_for(user), self.clock()
        items, ids = [], []
        for delivery in group:
            notice = session.get_one(Notice, delivery.notice_id)
            item = prepare_item(session, user, notice, played_at, zone, self.settings.public_url)
            if item is None or not notices.wanted_channels(user)[channel]:
                session.execute(delete(Delivery).where(Delivery.id == delivery.id))
                continue
            items.append(item)
            ids.append(delivery.id)
        if not items:
            return None
        # Quiet hours may have begun since it was stored, or during its attempts.
        quiet = quiet_until(plan_of(user.preferences, channel).quiet, zone, now)
        if quiet is not None and all(item.key != TEST for item in items):
            later = update(Delivery).where(Delivery.id.in_(ids)).values(tries=0, after=int(quiet))
            session.execute(later.execution_options(synchronize_session=False))
            return None
        browsers = select(Subscription).where(Subscription.user_id == user.id)
        subscribed = list(session.scalars(browsers)) if channel == "push" else []
        decisions = notices.decisions_of(session, user.id) if channel == "push" else 0
        tries = max(each.tries for each in group) + 1
        return Parcel(ids, tries, channel, user, items, subscribed, decisions)

    def _next(self, session: Session, lane: DeliveryLane, now: int) -> list[Delivery]:
        """Return due deliveries with a slot, oldest first, within each user's share."""
        under_way = Counter(+self._under_way[lane])
        free = lane.places - under_way.total()
        busy = [user_id for user_id, number in under_way.items() if number >= OF_A_USER]
        due = (
            select(Delivery, Notice.user_id)
            .join(Notice, Notice.id == Delivery.notice_id)
            .where(Delivery.after <= now, Delivery.channel.in_(lane.channels))
            .where(Notice.user_id.not_in(busy))
            .order_by(Delivery.id)
            .limit(LOOKED_AT)
        )
        deliveries: list[Delivery] = []
        for delivery, user_id in session.execute(due) if free > 0 else ():
            if len(deliveries) < free and under_way[user_id] < OF_A_USER:
                under_way[user_id] += 1
                deliveries.append(delivery)
        return deliveries

    async def _deliver(self, parcel: Parcel) -> None:
        """Send one; an error affects only this delivery."""
        name, user_id = parcel.channel, parcel.user.id
        try:
            sent = await self._send(parcel)
        except DeliveryRefused as refused:
            log.warning("%s to user %s is refused for good: %s", name, user_id, refused)
            await self._in_thread(self._turn_off, parcel, str(refused))
        except (Unreachable, OSError, smtplib.SMTPException) as error:
            log.warning("%s to user %s failed: %s", name, user_id, error)
            await self._in_thread(self._put_back, parcel, error)
        except Exception as error:
            log.exception("%s to user %s failed", name, user_id)
            await self._in_thread(self._put_back, parcel, error)
        else:
            await self._in_thread(self._done, parcel, sent)

    async def _send(self, parcel: Parcel) -> bool:
        """Send a parcel; return False if there is no way to."""
        user = parcel.user
        if parcel.channel == "webhook":
            url = user.preferences.get("webhook")
            if not url:
                return False
            local, chosen = self.settings.local_endpoints, format_of(user.preferences)
            await send_webhook(str(url), chosen, parcel.items, local=local)
        elif parcel.channel == "push":
            await self._push_all(parcel)
        elif self.mail is None or not user.email:
            return False
        else:
            loop, picture = asyncio.get_running_loop(), await self._picture(parcel)
            await loop.run_in_executor(self._mail_threads, self._mail, parcel, picture)
        return True

    async def _picture(self, parcel: Parcel) -> bytes | None:
        """Return the picture of the board for a mail about one table.

        Only for a player: others may not be allowed to watch.
        """
        if parcel.table_id is None or len(parcel.items) > 1 or not parcel.items[0].is_player:
            return None
        try:
            return await self.board_picture(parcel.table_id)
        except Exception:  # the mail is more important
            log.exception("no picture of table %s could be drawn for a mail", parcel.table_id)
            return None

    def _mail(self, parcel: Parcel, picture: bytes | None) -> None:
        """Write a mail with notices and send it."""
        user, table_id = parcel.user, parcel.table_id
        assert self.mail is not None
        assert user.email is not None
        kinds = {item.kind for item in parcel.items}
        kind = next(iter(kinds)) if len(kinds) == 1 else ALL
        token = self.links.unsubscribe_token(user.id, kind, user.email)
        unsubscribe = self.link(f"/api/unsubscribe/{token}")
        profile = self.link("/profile#notifications")
        mail = notice_mail(user.language, user.name, parcel.items, unsubscribe, profile)
        headers = thread_headers(self.mail, table_id) | unsubscribe_headers(unsubscribe)
        send_mail(self.mail, user.email, mail, headers=headers, picture=picture)

    async def _push_all(self, parcel: Parcel) -> None:
        """Push to all browsers of a user.

        One that receives it is enough: a repetition would call the others twice.
        """
        results = await asyncio.gather(
            *(self._push(each, parcel) for each in parcel.browsers), return_exceptions=True
        )
        if any(result is None for result in results):
            return
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, SubscriptionGone):
                raise result
        raise DeliveryRefused

    async def _push(self, browser: Subscription, parcel: Parcel) -> None:
        first = parcel.items[0]
        message: dict[str, Any] = {
            "title": "Entente",
            "body": "\n".join(item.text for item in parcel.items),
            "url": first.path if len(parcel.items) == 1 else "/",
            "tag": parcel.table_id or "",
            "badge": parcel.decisions,
        }
        try:
            await send_push(
                browser.endpoint,
                browser.keys,
                message,
                key=await self._in_thread(self.key),
                contact=self.contact(),
                local=self.settings.local_endpoints,
                urgent=any(item.key == LAST_CALL for item in parcel.items),
            )
        except SubscriptionGone:
            await self._in_thread(self._forget, browser.id)
            raise

    def link(self, path: str) -> str:
        """Return an address of our pages; empty if the operator has not set it."""
        return f"{self.settings.public_url}{path}" if self.settings.public_url else ""

    @property
    def writes_mail(self) -> bool:
        """Whether mails with links can be sent: a mail server and the site's address are set."""
        return self.mail is not None and bool(self.settings.public_url)

    def confirm(self, address: str, language: str, link: str) -> None:
        """Send a confirmation link to an address."""
        self._write(address, confirmation_mail(language, link, CONFIRM_HOURS))

    def notify_moved(self, address: str, language: str) -> None:
        """Notify an account's former address, if mails can be sent."""
        if self.mail is not None:
            self._write(address, moved_mail(language, self.link("/profile")))

    def reset(self, address: str, language: str, name: str, link: str) -> None:
        """Send a password reset link."""
        self._write(address, reset_mail(language, name, link, RESET_HOURS))

    def _write(self, address: str, mail: MailContent) -> None:
        """Send a mail once: the user waits for it and can request another."""
        self._mail_threads.submit(self._try_once, address, mail)

    def _try_once(self, address: str, mail: MailContent) -> None:
        assert self.mail is not None
        try:
            send_mail(self.mail, address, mail)
        except (OSError, smtplib.SMTPException, DeliveryRefused):
            log.exception("a mail with a link could not be sent")

    def contact(self) -> str:
        """Return the contact address for push services."""
        if self.mail is not None:
            return "mailto:" + self.mail.sender.rpartition("<")[2].rstrip("> ")
        return self.settings.public_url if self.settings.public_url.startswith("https") else ""

    # -- results

    def _done(self, parcel: Parcel, sent: bool) -> None:
        """Delete deliveries that were sent, or cannot be."""
        with self.sessions.begin() as session:
            session.execute(delete(Delivery).where(Delivery.id.in_(parcel.ids)))
            self._drop_tests(session, parcel)
            if sent and session.get(User, parcel.user.id) is not None:
                channel_states.note_sent(session, parcel.user.id, parcel.channel, time.time())
                notices.call(session, parcel.user.id)

    def _drop_tests(self, session: Session, parcel: Parcel) -> None:
        tests = [item.id for item in parcel.items if item.key == TEST]
        if tests:
            session.execute(delete(Notice).where(Notice.id.in_(tests)))

    def _put_back(self, parcel: Parcel, error: Exception) -> None:
        """Record a failure; retry later, or give up."""
        reason: FailureReason = "mail_server" if parcel.channel == "mail" else "unreachable"
        # What else an error says could describe our network.
        detail = str(error) if str(error).startswith("HTTP ") else ""
        given_up = parcel.tries > len(AGAIN)
        with self.sessions.begin() as session:
            mine = Delivery.id.in_(parcel.ids)
            if given_up:
                session.execute(delete(Delivery).where(mine))
                self._drop_tests(session, parcel)
            else:
                later = int(time.time()) + AGAIN[parcel.tries - 1]
                session.execute(update(Delivery).where(mine).values(after=later))
            self._note_failure(session, parcel, reason, detail)
        if given_up:
            log.error("%s to user %s is given up", parcel.channel, parcel.user.id)

    def _turn_off(self, parcel: Parcel, detail: str) -> None:
        """Turn off a channel that the other side refuses for good."""
        with self.sessions.begin() as session:
            session.execute(delete(Delivery).where(Delivery.id.in_(parcel.ids)))
            self._drop_tests(session, parcel)
            reason: FailureReason = "unsubscribed" if parcel.channel == "push" else "refused"
            if self._note_failure(session, parcel, reason, detail):
                channel_states.turn_off(session, parcel.user.id, parcel.channel)

    def _note_failure(
        self, session: Session, parcel: Parcel, reason: FailureReason, detail: str
    ) -> bool:
        """Record a failure; return False if the account was deleted meanwhile."""
        user_id, channel = parcel.user.id, parcel.channel
        if session.get(User, user_id) is None:
            return False
        channel_states.note_failure(session, user_id, channel, time.time(), reason, detail)
        notices.call(session, user_id)
        return True

    def _forget(self, browser_id: int) -> None:
        with self.sessions.begin() as session:
            session.execute(delete(Subscription).where(Subscription.id == browser_id))


def _lane_of(channel: str) -> DeliveryLane:
    return next(lane for lane in LANES if channel in lane.channels)
