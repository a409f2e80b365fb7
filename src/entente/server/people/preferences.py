"""A user's preferences: notices, days off, and solved exercises."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field

from entente.kernel.schema_hints import one_of
from entente.server import library
from entente.server.input_types import RequestBody, Url, Word
from entente.server.notices.kinds import KINDS, NoticeKind
from entente.server.notices.notices import CHANNELS, ByChannel, wanted_channels
from entente.server.notices.outgoing_requests import check_url
from entente.server.notices.schedule import ChannelPlan, When, is_time_zone, plan_of
from entente.server.notices.webhook import WebhookFormat, check_format, format_of
from entente.server.people.profile_preferences import (
    ProfileChoices,
    ProfilePreferences,
    changed,
    profile_preferences,
)
from entente.server.problem import Problem
from entente.server.settings import Settings
from entente.server.storage.models import (
    ANYONE,
    FOLLOWED,
    NO_ONE,
    STORED_READ_RECEIPTS,
    User,
)

MOST_SOLVED = 300
MOST_INTRODUCED = 50  # games
REMEMBERED = 366  # days away of the past that are kept
SolvedExercise = Annotated[str, Field(pattern=r"^[a-z][a-z_0-9]*/[a-z][a-z_0-9]*$", max_length=80)]

GameName = Annotated[str, Field(pattern=r"^[a-z][a-z_0-9]*$", max_length=40)]


class Channels(RequestBody):
    """Channels to turn on or off. Omitted ones stay."""

    page: bool | None = None
    push: bool | None = None
    mail: bool | None = None
    webhook: bool | None = None


Hour = Annotated[int, Field(ge=0, le=23)]


class NewQuietHours(RequestBody):
    """Hours in which nothing is sent, in the user's time zone."""

    start: Hour
    end: Hour


class NewPlan(RequestBody):
    """When a channel sends, and which kinds of notices it leaves out."""

    when: When = "now"
    hour: Hour = 8
    quiet: NewQuietHours | None = None
    muted: Annotated[list[NoticeKind], Field(max_length=len(KINDS))] = []


class NewPlans(RequestBody):
    """Plans to replace. Omitted ones stay."""

    push: NewPlan | None = None
    mail: NewPlan | None = None
    webhook: NewPlan | None = None


class Preferences(RequestBody):
    """Changes to preferences.

    `plans` say when each channel sends; their hours are in `time_zone`. `quote`: mails, push and
    webhooks contain letters and orders. `webhook_format` is what the address understands.
    `away` are days on which correspondence deadlines do not run. With `only_answers`, a question
    with a single public answer is answered automatically. `read_receipts`: the user sends and gets
    them. `shows_online`: others see when the user is online. `can_be_followed`: others may
    follow the user. `invited_by`: who may invite or challenge the user. `solved` are exercises,
    `game/exercise`, added to those solved before; `introduced` are games whose introduction the
    user has seen, added likewise.
    """

    notify: Channels | None = None
    webhook: Url | None = None
    webhook_format: WebhookFormat | None = None
    plans: NewPlans | None = None
    time_zone: Word | None = None
    quote: bool | None = None
    away: Annotated[list[date], Field(max_length=366)] | None = None
    only_answers: bool | None = None
    read_receipts: bool | None = None
    shows_online: bool | None = None
    can_be_followed: bool | None = None
    invited_by: Literal["anyone", "followed", "no_one"] | None = None
    solved: Annotated[list[SolvedExercise], Field(max_length=MOST_SOLVED)] | None = None
    introduced: Annotated[list[GameName], Field(max_length=MOST_INTRODUCED)] | None = None
    profile: ProfileChoices | None = None


class ChannelPlans(msgspec.Struct):
    """When each channel sends."""

    push: ChannelPlan
    mail: ChannelPlan
    webhook: ChannelPlan


class Preferred(msgspec.Struct):
    """A user's complete preferences."""

    notify: ByChannel
    webhook: str
    webhook_format: WebhookFormat
    plans: ChannelPlans
    time_zone: str
    quote: bool
    away: list[str]
    only_answers: bool
    read_receipts: bool
    shows_online: bool
    can_be_followed: bool
    invited_by: Annotated[str, one_of(ANYONE, FOLLOWED, NO_ONE)]
    solved: list[str]
    introduced: list[str]
    profile: ProfilePreferences


def preferences_of(user: User) -> Preferred:
    chosen = user.preferences
    return Preferred(
        ByChannel(**wanted_channels(user)),
        chosen.get("webhook", ""),
        format_of(chosen),
        ChannelPlans(**{channel: plan_of(chosen, channel) for channel in CHANNELS}),
        chosen.get("time_zone", ""),
        bool(chosen.get("quote", False)),
        list(chosen.get("away", [])),
        chosen.get("only_answers", True),
        user.read_receipts,
        user.shows_online,
        user.can_be_followed,
        user.invited_by,
        list(chosen.get("solved", [])),
        list(chosen.get("introduced", [])),
        profile_preferences(user),
    )


def change(user: User, wanted: Preferences, settings: Settings, now: float) -> None:
    """Change a user's preferences. Raise Problem if a channel lacks what it needs."""
    new = preferences_of(user)
    if wanted.webhook is not None:
        if wanted.webhook:
            check_url(wanted.webhook, local=settings.local_endpoints)
        new.webhook = wanted.webhook
        new.webhook_format = format_of({"webhook": new.webhook})
    if wanted.webhook_format is not None:
        new.webhook_format = wanted.webhook_format
    if wanted.webhook is not None or wanted.webhook_format is not None:
        check_format(new.webhook, new.webhook_format)
    if wanted.plans is not None:
        new.plans = _with_plans(new.plans, wanted.plans)
    if wanted.time_zone is not None:
        if wanted.time_zone and not is_time_zone(wanted.time_zone):
            raise Problem(422, "account.time_zone", name=wanted.time_zone)
        new.time_zone = wanted.time_zone
    if wanted.quote is not None:
        new.quote = wanted.quote
    if wanted.away is not None:
        new.away = _with_past_days(new.away, wanted.away, now)
    if wanted.only_answers is not None:
        new.only_answers = wanted.only_answers
    if wanted.read_receipts is not None:
        new.read_receipts = wanted.read_receipts
    if wanted.shows_online is not None:
        new.shows_online = wanted.shows_online
    if wanted.can_be_followed is not None:
        new.can_be_followed = wanted.can_be_followed
    if wanted.invited_by is not None:
        new.invited_by = wanted.invited_by
    if wanted.solved is not None:
        new.solved = _with_solved(new.solved, wanted.solved)
    if wanted.introduced is not None:
        new.introduced = _with_introduced(new.introduced, wanted.introduced)
    if wanted.profile is not None:
        new.profile = changed(new.profile, wanted.profile)
    stored: dict[str, Any] = dict(user.preferences.get("notify", {}))
    if not new.webhook:
        stored["webhook"] = False
    if wanted.notify is not None:
        stored |= wanted.notify.model_dump(exclude_none=True)
        if wanted.notify.webhook and not new.webhook:
            raise Problem(422, "account.no_webhook")
        if wanted.notify.mail and not settings.smtp:
            raise Problem(409, "account.no_mail")
    # Only what the user has chosen: a channel that is on by default must not become a choice.
    preferences = msgspec.to_builtins(new) | {"notify": stored}
    preferences[STORED_READ_RECEIPTS] = preferences.pop("read_receipts")
    user.preferences = preferences


def _with_plans(old: ChannelPlans, wanted: NewPlans) -> ChannelPlans:
    """Replace plans. Raise Problem if quiet hours would last the whole day."""
    chosen = wanted.model_dump(exclude_none=True)
    for plan in chosen.values():
        quiet = plan.get("quiet")
        if quiet is not None and quiet["start"] == quiet["end"]:
            raise Problem(422, "account.quiet_hours")
        plan["muted"] = [kind for kind in KINDS if kind in plan["muted"]]
    plans = {channel: msgspec.convert(plan, ChannelPlan) for channel, plan in chosen.items()}
    return msgspec.structs.replace(old, **plans)


def stop_mails(user: User, kind: str) -> None:
    """Turn off a kind of mails, or all of them."""
    stored = user.preferences
    if kind not in KINDS:
        user.preferences = {**stored, "notify": {**stored.get("notify", {}), "mail": False}}
        return
    plan = plan_of(stored, "mail")
    muted = [each for each in KINDS if each == kind or each in plan.muted]
    changed = msgspec.to_builtins(msgspec.structs.replace(plan, muted=muted))
    user.preferences = {**stored, "plans": {**stored.get("plans", {}), "mail": changed}}


def _with_past_days(old: list[str], new: list[date], now: float) -> list[str]:
    """Return the days away; those up to today stay, because tables have counted them as leave."""
    today = datetime.fromtimestamp(now, UTC).date()
    oldest = (today - timedelta(days=REMEMBERED)).isoformat()
    past = {day for day in old if oldest <= day <= today.isoformat()}
    return sorted(past | {day.isoformat() for day in new})


def _with_solved(old: list[str], new: list[str]) -> list[str]:
    """Merge solved exercises; unknown ones are dropped, those of uninstalled games stay."""
    for each in new:
        game, _, name = each.partition("/")
        if each not in old and name not in [known.id for known in library.find(game).exercises()]:
            raise Problem(404, "exercise.unknown", name=name)
    return sorted({*old, *new})


def _with_introduced(old: list[str], new: list[str]) -> list[str]:
    """Merge games; raise Problem for unknown ones. Those of uninstalled games stay."""
    for game in new:
        if game not in old:
            library.find(game)
    return sorted({*old, *new})
