"""Channels over HTTP: their state, test messages, unsubscribing by link, and the calendar."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Depends
from fastapi.responses import PlainTextResponse, RedirectResponse
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from entente.server.http.dependencies import OneSession, RunningServices, SomeVisitor
from entente.server.http.limits import limited, limited_account
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Word
from entente.server.notices import calendar, channel_states
from entente.server.notices.channel_states import Channel, ChannelInfo
from entente.server.notices.kinds import TEST
from entente.server.notices.notices import deliver_now, wanted_channels
from entente.server.notices.signed_links import same
from entente.server.people import preferences
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import Subscription, User

router = APIRouter(prefix="/api", tags=["notifications"], route_class=TypedRoute)


class CalendarAddress(msgspec.Struct):
    """The secret address of the user's calendar of deadlines; null if there is none."""

    address: str | None


class ICalendar(PlainTextResponse):
    media_type = "text/calendar"


@router.get("/me/channels")
def list_channel_states(who: SomeVisitor, session: OneSession) -> list[ChannelInfo]:
    """Return how the last deliveries by each channel went."""
    return channel_states.infos(session, who.user)


@router.post(
    "/me/channels/{channel}/test",
    status_code=204,
    dependencies=[
        Depends(limited(30, 3600, "test messages")),
        Depends(limited_account(10, 3600, "test messages")),
    ],
)
def send_test_message(
    channel: Channel, who: SomeVisitor, services: RunningServices, session: OneSession
) -> None:
    """Send a test message by a channel that is on."""
    user = who.user
    if channel == "mail" and services.outbox.mail is None:
        raise Problem(409, "account.no_mail")
    if channel == "mail" and user.email is None:
        raise Problem(409, "account.no_address")
    if not wanted_channels(user)[channel]:
        raise Problem(409, "account.channel_off")
    mine = select(Subscription.id).where(Subscription.user_id == user.id).limit(1)
    if channel == "push" and session.scalar(mine) is None:
        raise Problem(409, "account.no_browser")
    deliver_now(session, user, channel, TEST)


# -- unsubscribing


@router.get("/unsubscribe/{token}", include_in_schema=False)
def show_unsubscription(token: Word) -> RedirectResponse:
    """Show the page that asks; a program that follows the links of a mail changes nothing."""
    return RedirectResponse(f"/unsubscribe/{token}", 303)


@router.post(
    "/unsubscribe/{token}",
    status_code=204,
    dependencies=[Depends(limited(60, 600, "unsubscribe"))],
)
def end_mails(token: Word, services: RunningServices, session: OneSession) -> None:
    """End a kind of mails by the link in a mail, without a login (RFC 8058)."""
    links = services.outbox.links
    wanted = links.parse_unsubscription(token)
    user = session.get(User, wanted.user_id, with_for_update=True) if wanted else None
    if wanted is None or user is None or user.email is None:
        raise Problem(410, "account.unsubscribe")
    if not same(token, links.unsubscribe_token(user.id, wanted.kind, user.email)):
        raise Problem(410, "account.unsubscribe")
    preferences.stop_mails(user, wanted.kind)


# -- the calendar


def _address(services: Services, user: User, nonce: str) -> str:
    token = services.outbox.links.calendar_token(user.id, nonce)
    return services.outbox.link(path := f"/api/calendar/{token}.ics") or path


@router.get("/me/calendar")
def get_calendar(
    who: SomeVisitor, services: RunningServices, session: OneSession
) -> CalendarAddress:
    """Return the secret address of the calendar of deadlines."""
    feed = calendar.feed_of(session, who.user)
    return CalendarAddress(None if feed is None else _address(services, who.user, feed.nonce))


@router.post(
    "/me/calendar",
    dependencies=[
        Depends(limited(30, 600, "calendar")),
        Depends(limited_account(30, 600, "calendar")),
    ],
)
def renew_calendar(
    who: SomeVisitor, services: RunningServices, session: OneSession
) -> CalendarAddress:
    """Create the calendar's address, or another one: the earlier stops working."""
    feed = calendar.renew(session, who.user, services.clock())
    return CalendarAddress(_address(services, who.user, feed.nonce))


@router.delete("/me/calendar", status_code=204)
def remove_calendar(who: SomeVisitor, session: OneSession) -> None:
    """Remove the calendar's address."""
    calendar.remove(session, who.user)


@router.get(
    "/calendar/{token}.ics",
    response_class=ICalendar,
    dependencies=[Depends(limited(240, 3600, "calendar feed"))],
)
def export_calendar(token: Word, services: RunningServices) -> str:
    """Return the calendar of deadlines at a secret address."""
    try:
        return _published(services, token)
    except IntegrityError:  # another program has read it at the same time
        return _published(services, token)


def _published(services: Services, token: str) -> str:
    links = services.outbox.links
    user_id = links.parse_calendar(token)
    with services.sessions.begin() as session:
        user = session.get(User, user_id) if user_id is not None else None
        feed = calendar.feed_of(session, user) if user is not None else None
        if user is None or feed is None:
            raise Problem(404, "account.calendar")
        if not same(token, links.calendar_token(user.id, feed.nonce)):
            raise Problem(404, "account.calendar")
        site = services.settings.public_url
        return calendar.publish(session, user, services.clock(), site)
