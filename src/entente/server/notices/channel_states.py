"""How deliveries by each channel go: the last success or failure, for the user to see.

A permanent failure turns the channel off, with a notice in the pages.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.server.notices.notices import CHANNELS, notify, wanted_channels
from entente.server.storage.models import ChannelState, Delivery, Notice, User

Channel = Literal["push", "mail", "webhook"]
FailureReason = Literal["", "refused", "unreachable", "mail_server", "unsubscribed"]
LONGEST = 200  # characters of the other side's answer


class ChannelInfo(msgspec.Struct):
    """A channel of a user: when it last delivered, when and why it last failed.

    `off`: it was turned off because it cannot deliver.
    """

    channel: Channel
    on: bool
    sent: int | None
    failed: int | None
    reason: FailureReason
    detail: str
    off: bool


def infos(session: Session, user: User) -> list[ChannelInfo]:
    """Return the state of every channel."""
    mine = select(ChannelState).where(ChannelState.user_id == user.id)
    known = {state.channel: state for state in session.scalars(mine)}
    wanted = wanted_channels(user)
    channels = []
    for channel in CHANNELS:
        state = known.get(channel) or ChannelState(channel=channel, reason="", detail="", off=False)
        facts = (state.sent, state.failed, state.reason, state.detail, state.off)
        on = wanted[channel] and not state.off
        channels.append(ChannelInfo(channel, on, *facts))  # type: ignore[arg-type]
    return channels


def note_sent(session: Session, user_id: int, channel: str, now: float) -> None:
    state = _state(session, user_id, channel)
    state.sent, state.failed, state.reason, state.detail = int(now), None, "", ""
    state.off = False


def note_failure(
    session: Session, user_id: int, channel: str, now: float, reason: FailureReason, detail: str
) -> None:
    state = _state(session, user_id, channel)
    state.failed, state.reason, state.detail = int(now), reason, detail[:LONGEST]


def turn_off(session: Session, user_id: int, channel: str) -> None:
    """Turn a channel off that cannot deliver, drop what it was to send, and say so once."""
    user = session.get(User, user_id, with_for_update=True)
    if user is None:
        return
    state = _state(session, user_id, channel)
    mine = select(Notice.id).where(Notice.user_id == user_id)
    session.execute(
        delete(Delivery).where(Delivery.channel == channel, Delivery.notice_id.in_(mine))
    )
    if not wanted_channels(user)[channel]:
        return
    chosen = {**user.preferences.get("notify", {}), channel: False}
    user.preferences = {**user.preferences, "notify": chosen}
    state.off = True
    session.flush()
    notify(session, [user_id], f"notice.{channel}_off", detail=state.detail)


def reset(session: Session, user_id: int, channel: str) -> None:
    """Forget the failures of a channel that the user has set up again."""
    session.execute(
        delete(ChannelState).where(ChannelState.user_id == user_id, ChannelState.channel == channel)
    )


def use_address(session: Session, user: User, *, is_first: bool) -> None:
    """Send mail to a confirmed address: a first one turns mail on."""
    reset(session, user.id, "mail")
    chosen = dict(user.preferences.get("notify", {}))
    if is_first and chosen.pop("mail", None) is not None:  # there was nothing to choose before
        user.preferences = {**user.preferences, "notify": chosen}


def _state(session: Session, user_id: int, channel: str) -> ChannelState:
    """Return the stored state of a channel; the first delivery creates it."""
    key = (user_id, channel)
    if (known := session.get(ChannelState, key)) is not None:
        return known
    try:
        with session.begin_nested():
            session.add(
                ChannelState(user_id=user_id, channel=channel, reason="", detail="", off=False)
            )
    except IntegrityError:  # another delivery was faster
        pass
    return session.get_one(ChannelState, key)
