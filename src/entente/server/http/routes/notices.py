"""Notices and push subscriptions over HTTP."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query
from pydantic import ConfigDict, Field
from sqlalchemy import delete, func, select

from entente.server.http.dependencies import OneSession, RunningServices, SomeVisitor
from entente.server.http.limits import limited
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import RequestBody, Url, Word
from entente.server.notices import notices
from entente.server.notices.notices import ByChannel, NotificationInfo, WaitingCounts
from entente.server.notices.outgoing_requests import check_url
from entente.server.notices.push import are_keys, encode, public_part
from entente.server.problem import Problem
from entente.server.storage.models import Subscription

router = APIRouter(prefix="/api", tags=["notifications"], route_class=TypedRoute)
BROWSERS = 20  # subscribed browsers per user


class ReadNotifications(RequestBody):
    """Notices that have been read; without ids, all of them."""

    ids: (
        Annotated[list[Annotated[int, Field(ge=0, le=2**31 - 1)]], Field(max_length=500)] | None
    ) = None


class Keys(RequestBody):
    model_config = ConfigDict(extra="ignore")

    p256dh: Word
    auth: Word


class PushSubscription(RequestBody):
    """A subscription from the browser's push manager, which may have more fields."""

    model_config = ConfigDict(extra="ignore")

    endpoint: Url
    keys: Keys


class PushEndpoint(RequestBody):
    endpoint: Url


class PushKey(msgspec.Struct):
    """The public key for push subscriptions."""

    key: str


@router.get("/me/notifications")
def list_notifications(
    who: SomeVisitor,
    session: OneSession,
    services: RunningServices,
    language: Language,
    since: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> list[NotificationInfo]:
    """Return the notices, newest first; with `since`, only later ones."""
    now, listed = services.clock(), notices.listed(session, who.user, since)
    zone = notices.zone_for(who.user)
    past = notices.past_deadlines(session, who.user, listed)
    return [
        notices.notice_info(each, language, now, zone, is_past=each.id in past) for each in listed
    ]


@router.get("/me/waiting")
def count_waiting(who: SomeVisitor, session: OneSession) -> WaitingCounts:
    """Return how many notices are unread and how many decisions wait for the user."""
    return notices.waiting_for(session, who.user.id)


@router.post("/me/notifications/read", status_code=204)
def mark_notifications_read(body: ReadNotifications, who: SomeVisitor, session: OneSession) -> None:
    """Mark notices as read."""
    notices.mark_read(session, who.user, body.ids)


@router.get("/push/key")
def get_push_key(services: RunningServices) -> PushKey:
    """Return the public key for push subscriptions."""
    return PushKey(encode(public_part(services.outbox.key())))


@router.get("/channels")
def list_channels(services: RunningServices) -> ByChannel:
    """Return the channels this server can use."""
    return ByChannel(page=True, push=True, mail=services.outbox.mail is not None, webhook=True)


@router.post("/me/push", status_code=204, dependencies=[Depends(limited(30, 600, "push"))])
def subscribe_push(
    body: PushSubscription, who: SomeVisitor, services: RunningServices, session: OneSession
) -> None:
    """Subscribe this browser to push. A browser belongs to the last user who subscribed it."""
    check_url(body.endpoint, local=services.settings.local_endpoints)
    if not are_keys(body.keys.p256dh, body.keys.auth):
        raise Problem(422, "push.keys")
    keys = body.keys.model_dump()
    same = select(Subscription).where(Subscription.endpoint == body.endpoint)
    browser = session.scalar(same)
    if browser is None:
        mine = select(func.count()).where(Subscription.user_id == who.user.id)
        if (session.scalar(mine) or 0) >= BROWSERS:
            raise Problem(409, "push.most", most=BROWSERS)
        browser = Subscription(endpoint=body.endpoint, created=int(time.time()))
        session.add(browser)
    elif browser.user_id != who.user.id and browser.keys != keys:
        raise Problem(409, "push.taken")  # only the browser knows its keys
    browser.user_id, browser.keys = who.user.id, keys


@router.delete("/me/push", status_code=204)
def unsubscribe_push(body: PushEndpoint, who: SomeVisitor, session: OneSession) -> None:
    """Unsubscribe this browser from push."""
    session.execute(
        delete(Subscription).where(
            Subscription.endpoint == body.endpoint, Subscription.user_id == who.user.id
        )
    )
