"""The outbox: send stored deliveries, and retry failures.

It runs in the background, never in a request. A delivery is claimed by moving its earliest next
attempt; if the claiming process dies, another takes it later. After a few attempts a delivery is
given up.

Slow addresses do not block others: there are lanes, one for our mail server and one for addresses
of users, and each user has a few slots per lane.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple, TypeVar

from sqlalchemy import delete, event, func, select, update
from sqlalchemy.orm import Session

from entente.server.notices import notices
from entente.server.notices.mail import (
    MailServer,
    confirmation_mail,
    moved_mail,
    notice_mail,
    reset_mail,
    send_mail,
)
from entente.server.notices.outgoing_requests import Unreachable
from entente.server.notices.push import Gone, PrivateKey, send_push, server_key
from entente.server.notices.webhook import send_webhook
from entente.server.notices.wording import notice_text
from entente.server.settings import CONFIRM_HOURS, RESET_HOURS, Settings
from entente.server.storage.database import Sessions
from entente.server.storage.models import Delivery, Notice, Subscription, User

log = logging.getLogger("entente.outbox")

PAUSE = 30  # seconds between checks when nothing is committed
LEASE = 120  # seconds for which a delivery is claimed
AGAIN = (30, 120, 600, 3600)  # seconds before the second, third … attempt
OF_A_USER = 2  # concurrent deliveries per user and lane
LOOKED_AT = 100  # due deliveries read at a time
T = TypeVar("T")


class Lane(NamedTuple):
    """Channels that share a number of slots."""

    channels: tuple[str, ...]
    places: int


LANES = (Lane(("mail",), 4), Lane(("webhook", "push"), 64))


class Parcel(NamedTuple):
    """A claimed delivery with everything needed to send it."""

    id: int
    tries: int
    channel: str
    user: User
    text: str
    table_id: str | None
    browsers: list[Subscription]


class Outbox:
    """Sends stored deliveries."""

    def __init__(
        self, sessions: Sessions, settings: Settings, clock: Callable[[], float] = time.time
    ) -> None:
        self.sessions = sessions
        self.clock = clock  # the game clock
        self.settings = settings
        self.mail = MailServer.of(settings.smtp) if settings.smtp else None
        self._key: PrivateKey | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._threads = ThreadPoolExecutor(2, "outbox")
        # A pool of its own: an unresponsive mail server must not block other threads.
        self._mail_threads = ThreadPoolExecutor(LANES[0].places, "mail")
        self._under_way: dict[Lane, Counter[int]] = {lane: Counter() for lane in LANES}
        self._deliveries: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None
        event.listen(sessions, "after_commit", self._committed)

    # -- start and stop

    def start(self) -> None:
        """Start sending, including what an earlier run has left."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run())

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
            loop.call_soon_threadsafe(self._woken.set)

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
                while parcels := await self._in_thread(self._claim):
                    for parcel in parcels:
                        self._begin(parcel)
                pause = await self._in_thread(self._pause)
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

    def _pause(self) -> float:
        """Return how long nothing is due; what is due without a slot waits for one."""
        now = time.time()
        with self.sessions() as session:
            first = session.scalar(select(func.min(Delivery.after)).where(Delivery.after > now))
        return PAUSE if first is None else min(PAUSE, max(0.0, first - time.time()))

    def _claim(self) -> list[Parcel]:
        """Claim some due deliveries for a while."""
        now, claimed = int(time.time()), []
        with self.sessions.begin() as session:
            for each in (each for lane in LANES for each in self._next(session, lane, now)):
                mine = session.execute(
                    update(Delivery)
                    .where(Delivery.id == each.id, Delivery.tries == each.tries)
                    .values(tries=each.tries + 1, after=now + LEASE)
                    .execution_options(synchronize_session=False)
                )
                if mine.rowcount == 1:  # type: ignore[attr-defined]
                    claimed.append((each.id, each.tries + 1, each.channel, each.notice_id))
            parcels = [_parcel(session, self.clock(), *each) for each in claimed]
        return [parcel for parcel in parcels if parcel is not None]

    def _next(self, session: Session, lane: Lane, now: int) -> list[Delivery]:
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
        try:
            await self._send(parcel)
        except (Unreachable, OSError, smtplib.SMTPException) as error:
            log.warning("%s to user %s failed: %s", parcel.channel, parcel.user.id, error)
            await self._in_thread(self._put_back, parcel)
        except Exception:
            log.exception("%s to user %s failed", parcel.channel, parcel.user.id)
            await self._in_thread(self._put_back, parcel)
        else:
            await self._in_thread(self._done, parcel)

    async def _send(self, parcel: Parcel) -> None:
        user, local = parcel.user, self.settings.local_endpoints
        link = self.link(f"/tables/{parcel.table_id}" if parcel.table_id else "/")
        if parcel.channel == "webhook":
            if url := user.preferences.get("webhook"):
                await send_webhook(str(url), parcel.text, link, local=local)
        elif parcel.channel == "push":
            await asyncio.gather(*(self._push(each, parcel) for each in parcel.browsers))
        elif parcel.channel == "mail" and self.mail is not None and user.email:
            profile = self.link("/profile")
            body = notice_mail(user.language, user.name, parcel.text, link, profile)
            arguments = (self.mail, user.email, parcel.text, body, profile)
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._mail_threads, send_mail, *arguments)

    async def _push(self, browser: Subscription, parcel: Parcel) -> None:
        message = {
            "title": "Entente",
            "body": parcel.text,
            "url": f"/tables/{parcel.table_id}" if parcel.table_id else "/",
            "tag": parcel.table_id or "",
        }
        try:
            await send_push(
                browser.endpoint,
                browser.keys,
                message,
                key=await self._in_thread(self.key),
                contact=self.contact(),
                local=self.settings.local_endpoints,
            )
        except Gone:
            await self._in_thread(self._forget, browser.id)

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

    def _write(self, address: str, letter: tuple[str, str]) -> None:
        """Send a mail once: the user waits for it and can request another."""
        self._mail_threads.submit(self._try_once, address, letter)

    def _try_once(self, address: str, letter: tuple[str, str]) -> None:
        assert self.mail is not None
        try:
            send_mail(self.mail, address, *letter)
        except (OSError, smtplib.SMTPException):
            log.exception("a mail with a link could not be sent")

    def contact(self) -> str:
        """Return the contact address for push services."""
        if self.mail is not None:
            return "mailto:" + self.mail.sender.rpartition("<")[2].rstrip("> ")
        return self.settings.public_url if self.settings.public_url.startswith("https") else ""

    # -- results

    def _done(self, parcel: Parcel) -> None:
        with self.sessions.begin() as session:
            session.execute(delete(Delivery).where(Delivery.id == parcel.id))

    def _put_back(self, parcel: Parcel) -> None:
        if parcel.tries > len(AGAIN):
            self._done(parcel)
            log.error("%s to user %s is given up", parcel.channel, parcel.user.id)
            return
        later = int(time.time()) + AGAIN[parcel.tries - 1]
        with self.sessions.begin() as session:
            session.execute(update(Delivery).where(Delivery.id == parcel.id).values(after=later))

    def _forget(self, browser_id: int) -> None:
        with self.sessions.begin() as session:
            session.execute(delete(Subscription).where(Subscription.id == browser_id))


def _lane_of(channel: str) -> Lane:
    return next(lane for lane in LANES if channel in lane.channels)


def _parcel(
    session: Session, played_at: float, id_: int, tries: int, channel: str, notice_id: int
) -> Parcel | None:
    """Prepare a claimed delivery; drop it if its notice has been read."""
    notice = session.get(Notice, notice_id)
    user = session.get(User, notice.user_id) if notice is not None else None
    if notice is None or user is None or notice.read:
        session.execute(delete(Delivery).where(Delivery.id == id_))
        return None
    browsers = session.scalars(select(Subscription).where(Subscription.user_id == user.id))
    text = notice_text(notice, user.language, played_at)
    return Parcel(id_, tries, channel, user, text, notice.table_id, list(browsers))
