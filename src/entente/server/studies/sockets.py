"""The websockets of open studies: who is there, and what has changed.

A frame says only what has a new version; the page then loads what is new. So a frame that is
late or comes twice does no harm. The processes of a server tell each other; what they could not
tell, because one was killed or unreachable, the others find in the database.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import Collection, Coroutine, Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from entente.server.background import BackgroundTask
from entente.server.live.announcements import Announcements
from entente.server.live.hub import Connection
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.models import Study, StudyChapter, User
from entente.server.studies.access import hidden_because, study_access

AGAIN = 10.0  # seconds between two announcements of who is there, and looks for changes
SILENT = 60.0  # seconds after which another process' people count as gone
LONGEST_NAMES = 6_000  # bytes of names in an announcement: a database message has 8,000

log = logging.getLogger("entente.studies")
_encoder = msgspec.json.Encoder()


class PeopleHere(msgspec.Struct, tag_field="type", tag="here"):
    """Who has the study open: members by name, and the number of other readers."""

    people: list[str]
    readers: int


class ChapterChanged(msgspec.Struct, tag_field="type", tag="chapter"):
    """A chapter has a new version."""

    chapter: str
    version: int


class StudyChanged(msgspec.Struct, tag_field="type", tag="study"):
    """Title, members or the list of chapters have changed."""


StudyFrame = PeopleHere | ChapterChanged | StudyChanged


class StudyConnection(Connection):
    """An open study. A member is shown by name."""

    def __init__(self, user_id: int | None, member: str | None, language: str, key: str) -> None:
        super().__init__(user_id, language, key=key)
        self.member = member


class Elsewhere(NamedTuple):
    """Who has a study open at another process, as it last said."""

    heard: float
    people: list[str]
    readers: int


class Versions(NamedTuple):
    """The versions of a study and of its chapters."""

    study: int
    chapters: Mapping[str, int]


class StudySockets(BackgroundTask):
    """The open studies of this process. Used by the event loop's thread, unless noted."""

    def __init__(self, sessions: Sessions, announcements: Announcements) -> None:
        self.sessions = sessions
        self.announcements = announcements
        self._at: dict[str, set[StudyConnection]] = defaultdict(set)
        self._elsewhere: dict[str, dict[str, Elsewhere]] = defaultdict(dict)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._checks: set[asyncio.Task[None]] = set()
        self._seen: dict[str, Versions] = {}  # of the studies open here, as last looked up

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        super().start()

    async def stop(self) -> None:
        self._loop = None
        await super().stop()
        for task in self._checks:
            task.cancel()
        await asyncio.gather(*self._checks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            if self.announcements.others:
                await self._look(list(self._at))
            for study_id in list(self._at):
                self._announce_here(study_id)
            for study_id in list(self._elsewhere):
                self._forget_silent(study_id)

    # -- connections

    def enter(self, study_id: str, connection: StudyConnection) -> None:
        self._at[study_id].add(connection)
        self._announce_here(study_id)
        self._send_here(study_id)
        if self.announcements.others and study_id not in self._seen:
            self._do(self._look([study_id]))

    def leave(self, study_id: str, connection: StudyConnection) -> None:
        self._at[study_id].discard(connection)
        self._announce_here(study_id)
        if self._at[study_id]:
            self._send_here(study_id)
        else:
            del self._at[study_id]
            self._seen.pop(study_id, None)

    def connections(self) -> list[Connection]:
        return [each for there in self._at.values() for each in there]

    def users(self) -> set[int]:
        """Return the users with an open study here."""
        return {each.user_id for each in self.connections() if each.user_id is not None}

    def close_revoked(self, keys: Mapping[int, Collection[str]]) -> None:
        """Close connections of users with other sessions or tokens than these."""
        for each in self.connections():
            if each.user_id is not None and each.key not in keys.get(each.user_id, (each.key,)):
                each.access_ended = True
                each.drop()

    # -- what has changed

    def chapter_changed(self, study_id: str, chapter_id: str, version: int) -> None:
        """Tell everyone that a chapter has a new version. From any thread."""
        frame = ChapterChanged(chapter_id, version)
        self._later(study_id, json.dumps({"chapter": chapter_id, "version": version}), frame)

    def study_changed(self, study_id: str) -> None:
        """Tell everyone that a study has changed, and close it to those who no longer see it.

        From any thread.
        """
        self._later(study_id, json.dumps({"study": True}), StudyChanged())

    def _later(self, study_id: str, body: str, frame: StudyFrame) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._tell, study_id, body, frame)

    def _tell(self, study_id: str, body: str, frame: StudyFrame) -> None:
        self.announcements.announce_study(study_id, body)
        self._send(study_id, frame)

    def hear(self, origin: str, study_id: str, body: str) -> None:
        """Handle what another process says of a study."""
        told = json.loads(body)
        if "chapter" in told:
            self._send(study_id, ChapterChanged(told["chapter"], told["version"]))
        elif "study" in told:
            self._send(study_id, StudyChanged())
        elif "people" in told:
            there = Elsewhere(time.monotonic(), told["people"], told["readers"])
            if there.people or there.readers:
                self._elsewhere[study_id][origin] = there
            else:
                self._elsewhere[study_id].pop(origin, None)
            self._send_here(study_id)

    def catch_up(self) -> None:
        """Let all pages load what has changed while other processes could not be heard."""
        for study_id in list(self._at):
            self._announce_here(study_id)
            self._send(study_id, StudyChanged())

    async def _look(self, studies: Collection[str]) -> None:
        """Announce the changes that have not been announced yet."""
        try:
            stored = await asyncio.to_thread(self._versions, studies) if studies else {}
        except SQLAlchemyError:  # the next look may succeed
            log.warning("open studies could not be checked", exc_info=True)
            return
        for study_id, now in stored.items():
            before = self._seen.get(study_id)
            if study_id not in self._at:
                continue
            self._seen[study_id] = now
            if before is None:
                continue
            if now.study != before.study:
                self._send(study_id, StudyChanged())
            for chapter_id, version in now.chapters.items():
                if version != before.chapters.get(chapter_id, version):
                    self._send(study_id, ChapterChanged(chapter_id, version))

    def _versions(self, studies: Collection[str]) -> dict[str, Versions]:
        chapters: dict[str, dict[str, int]] = {study_id: {} for study_id in studies}
        with self.sessions() as session:
            query = select(Study.id, Study.version).where(Study.id.in_(studies))
            found = session.execute(query).all()
            of_study = StudyChapter.study_id.in_(studies)
            each = select(StudyChapter.study_id, StudyChapter.id, StudyChapter.version)
            for study_id, chapter_id, version in session.execute(each.where(of_study)):
                chapters[study_id][chapter_id] = version
        return {study_id: Versions(version, chapters[study_id]) for study_id, version in found}

    def _send(self, study_id: str, frame: StudyFrame) -> None:
        there = self._at.get(study_id)
        if not there:
            return
        if isinstance(frame, ChapterChanged):
            self._do(self._send_chapter(study_id, frame))
            return
        text = _encoder.encode(frame).decode()
        for each in list(there):
            each.put(text)
        if isinstance(frame, StudyChanged):
            self._check(study_id)

    async def _send_chapter(self, study_id: str, frame: ChapterChanged) -> None:
        """Tell those who may see a chapter: others do not learn that a secret one changes."""
        users = {each.user_id for each in self._at.get(study_id, ())}
        try:
            readers = await asyncio.to_thread(self._readers, frame.chapter, users)
        except SQLAlchemyError:
            log.exception("the readers of a chapter could not be checked")
            return
        text = _encoder.encode(frame).decode()
        for each in list(self._at.get(study_id, ())):
            if each.user_id in readers:
                each.put(text)

    def _readers(self, chapter_id: str, users: set[int | None]) -> set[int | None]:
        """Return those of some users who may see a chapter."""
        with self.sessions() as session:
            chapter = session.get(StudyChapter, chapter_id)
            if chapter is None:
                return set()
            people = {each: None if each is None else session.get(User, each) for each in users}
            return {
                user_id
                for user_id, user in people.items()
                if (user is not None) == (user_id is not None)
                and hidden_because(session, chapter, user) is None
            }

    # -- who is there

    def _here(self, study_id: str) -> tuple[list[str], int]:
        there = self._at.get(study_id, ())
        people = {each.member for each in there if each.member is not None}
        return sorted(people), sum(each.member is None for each in there)

    def _send_here(self, study_id: str) -> None:
        people, readers = self._here(study_id)
        everyone = set(people)
        for each in self._elsewhere.get(study_id, {}).values():
            everyone.update(each.people)
            readers += each.readers
        self._send(study_id, PeopleHere(sorted(everyone), readers))

    def _announce_here(self, study_id: str) -> None:
        people, readers = self._here(study_id)
        while len(json.dumps(people)) > LONGEST_NAMES:  # who has no room is only counted
            people.pop()
            readers += 1
        body = json.dumps({"people": people, "readers": readers})
        self.announcements.announce_study(study_id, body)

    def _forget_silent(self, study_id: str) -> None:
        now, known = time.monotonic(), self._elsewhere[study_id]
        gone = [origin for origin, each in known.items() if now - each.heard > SILENT]
        for origin in gone:
            del known[origin]
        if gone:
            self._send_here(study_id)
        if not known:
            del self._elsewhere[study_id]

    # -- who may still see it

    def _check(self, study_id: str) -> None:
        self._do(self._close_others(study_id))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)

    async def _close_others(self, study_id: str) -> None:
        """Close the study to those who no longer see it, and show others by their new role."""
        there = list(self._at.get(study_id, ()))
        users = {each.user_id for each in there}
        try:
            members = await asyncio.to_thread(self._members, study_id, users)
        except SQLAlchemyError:
            log.exception("the readers of a study could not be checked")
            return
        for each in there:
            if each.user_id not in members:
                each.access_ended = True
                each.drop()
            else:
                each.member = members[each.user_id]
        self._send_here(study_id)

    def _members(self, study_id: str, users: set[int | None]) -> dict[int | None, str | None]:
        """Return those of some users who see a study, with the names of its members."""
        found: dict[int | None, str | None] = {}
        with self.sessions() as session:
            known = {each for each in users if each is not None}
            people = {
                each.id: each for each in session.scalars(select(User).where(User.id.in_(known)))
            }
            for user_id in users:
                user = None if user_id is None else people.get(user_id)
                if user_id is not None and user is None:
                    continue
                try:
                    access = study_access(session, study_id, user)
                except Problem:
                    continue
                found[user_id] = user.name if user and access.role is not None else None
        return found
