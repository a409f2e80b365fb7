"""Figures for everyone: what moderators did, by month, without names."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.server.moderation.moderators import number
from entente.server.storage.models import ModerationAct, Report, StudyReport

MONTHS = 12
# What is counted; reading a case is part of deciding it.
ACTS = (
    "close",
    "remove",
    "take_down",
    "put_back",
    "warn",
    "mute",
    "suspend",
    "ban",
    "lift",
    "answer",
)


class MonthFigures(msgspec.Struct):
    """A month, as `2026-11`, and how often moderators did what."""

    month: str
    acts: dict[str, int]


class ModerationFigures(msgspec.Struct):
    """Moderators, reports that wait, and the last twelve months, newest first."""

    moderators: int
    open_reports: int
    months: list[MonthFigures]


def figures(session: Session) -> ModerationFigures:
    """Return the public figures."""
    today = datetime.fromtimestamp(time.time(), UTC)
    first = today.year * 12 + today.month - MONTHS  # the months since year 0
    start = datetime(first // 12, first % 12 + 1, 1, tzinfo=UTC).timestamp()
    query = select(ModerationAct.time, ModerationAct.act).where(
        ModerationAct.time >= start, ModerationAct.act.in_(ACTS)
    )
    counts: dict[str, Counter[str]] = {}
    for moment, act in session.execute(query):
        counts.setdefault(f"{datetime.fromtimestamp(moment, UTC):%Y-%m}", Counter())[act] += 1
    months = [
        MonthFigures(month, {act: counts[month][act] for act in ACTS if counts[month][act]})
        for month in sorted(counts, reverse=True)
    ]
    waiting = sum(
        session.scalar(select(func.count()).where(model.closed.is_(None))) or 0
        for model in (Report, StudyReport)
    )
    return ModerationFigures(number(session), waiting, months)
