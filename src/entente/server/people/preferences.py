"""A user's preferences: notices, days off, and solved exercises."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from entente.kernel.schema_hints import one_of
from entente.server import library
from entente.server.input_types import Url
from entente.server.notices.notices import ByChannel, wanted_channels
from entente.server.notices.outgoing_requests import check_url
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
SolvedExercise = Annotated[str, Field(pattern=r"^[a-z][a-z_0-9]*/[a-z][a-z_0-9]*$", max_length=80)]


class Channels(BaseModel):
    """Channels to turn on or off. Omitted ones stay."""

    model_config = ConfigDict(extra="forbid")

    page: bool | None = None
    push: bool | None = None
    mail: bool | None = None
    webhook: bool | None = None


class Preferences(BaseModel):
    """Changes to preferences.

    `away` are days on which correspondence deadlines do not run. With `only_answers`, a question
    with a single public answer is answered automatically. `read_receipts`: the user sends and gets
    them. `shows_online`: others see when the user is online. `can_be_followed`: others may
    follow the user. `invited_by`: who may invite or challenge the user. `solved` are exercises,
    `game/exercise`, added to those solved before.
    """

    model_config = ConfigDict(extra="forbid")

    notify: Channels | None = None
    webhook: Url | None = None
    away: Annotated[list[date], Field(max_length=366)] | None = None
    only_answers: bool | None = None
    read_receipts: bool | None = None
    shows_online: bool | None = None
    can_be_followed: bool | None = None
    invited_by: Literal["anyone", "followed", "no_one"] | None = None
    solved: Annotated[list[SolvedExercise], Field(max_length=MOST_SOLVED)] | None = None
    profile: ProfileChoices | None = None


class Preferred(msgspec.Struct):
    """A user's complete preferences."""

    notify: ByChannel
    webhook: str
    away: list[str]
    only_answers: bool
    read_receipts: bool
    shows_online: bool
    can_be_followed: bool
    invited_by: Annotated[str, one_of(ANYONE, FOLLOWED, NO_ONE)]
    solved: list[str]
    profile: ProfilePreferences


def preferences_of(user: User) -> Preferred:
    chosen = user.preferences
    return Preferred(
        ByChannel(**wanted_channels(user)),
        chosen.get("webhook", ""),
        list(chosen.get("away", [])),
        chosen.get("only_answers", True),
        user.read_receipts,
        user.shows_online,
        user.can_be_followed,
        user.invited_by,
        list(chosen.get("solved", [])),
        profile_preferences(user),
    )


def change(user: User, wanted: Preferences, settings: Settings) -> None:
    """Change a user's preferences. Raise Problem if a channel lacks what it needs."""
    new = preferences_of(user)
    if wanted.webhook is not None:
        if wanted.webhook:
            check_url(wanted.webhook, local=settings.local_endpoints)
        else:
            new.notify.webhook = False
        new.webhook = wanted.webhook
    if wanted.away is not None:
        new.away = sorted({day.isoformat() for day in wanted.away})
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
    if wanted.profile is not None:
        new.profile = changed(new.profile, wanted.profile)
    if wanted.notify is not None:
        chosen = wanted.notify.model_dump(exclude_none=True)
        new.notify = msgspec.structs.replace(new.notify, **chosen)
        if wanted.notify.webhook and not new.webhook:
            raise Problem(422, "account.no_webhook")
        if wanted.notify.mail and not settings.smtp:
            raise Problem(409, "account.no_mail")
    stored = msgspec.to_builtins(new)
    stored[STORED_READ_RECEIPTS] = stored.pop("read_receipts")
    user.preferences = stored


def _with_solved(old: list[str], new: list[str]) -> list[str]:
    """Merge solved exercises; unknown ones are dropped, those of uninstalled games stay."""
    for each in new:
        game, _, name = each.partition("/")
        if each not in old and name not in [known.id for known in library.find(game).exercises()]:
            raise Problem(404, "exercise.unknown", name=name)
    return sorted({*old, *new})
