"""Records: a game in a file, to keep, resume and verify.

A record is text, one JSON object per line: a header, a line for each move, and, once the game is
over, a footer with its outcome, the digest of the final state and the seed. Each line ends with a
checksum over itself and the line before, so a changed byte is detected and located.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from entente.kernel import registry
from entente.kernel.chance import seed_hash, series_seed
from entente.kernel.decision import Outcome
from entente.kernel.decoding import prepare
from entente.kernel.game import Game
from entente.kernel.info import OptionError, Options, Seat
from entente.kernel.match import Match, Move, Past
from entente.kernel.message import IllegalAction, Message, say
from entente.kernel.state import State
from entente.kernel.state_migrations import fingerprint, is_fingerprint_of
from entente.kernel.text import catalog_of
from entente.kernel.user_error import KERNEL, LocalizedText, UserError
from entente.kernel.validation import explain_validation_error
from entente.version import __version__

FORMAT = 1
DEEPEST = 100  # limit on the nesting of a line; no state comes near it
LARGEST = 2**31 - 1  # largest number in a move: every database can hold it

AnyGame = Game[Any, Any]
AnyMatch = Match[Any, Any]
Loader = Callable[[str, Mapping[str, Any]], AnyGame]


class RecordError(UserError):
    """A record that cannot be trusted or played.

    Attributes:
        line: The line with the error; 0 for the whole file.
    """

    def __init__(self, line: int, reason: Message, because: LocalizedText | None = None) -> None:
        super().__init__(reason, because=because)
        self.line = line

    def text(self, language: str) -> str:
        why = self.why(language)
        if not self.line:
            return why
        return catalog_of(KERNEL, language).say(
            say("mistake.record.line", line=self.line, because=why)
        )


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game started from. Until the game ends, only the owner's record has `seed`.

    `data` is the digest of the data it was played with. `pinned` counts the moves made before the
    state it started from, under rules or data that are no longer supported.
    """

    entente: int
    product: str
    game: str
    rules: str
    options: Options
    seats: dict[Seat, str]
    seed_hash: str
    seed: str | None = None
    overrides: dict[str, Any] = {}
    viewer: Seat | None = None
    start: dict[str, Any] | None = None  # the initial state, if it is a custom one
    data: str = ""
    pinned: int = 0
    series: int = 0  # of chance, in the initial state


class Footer(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the game ended; `state` is the digest of the final state.

    `agreed`: the players agreed to end it before the rules did.
    """

    end: Outcome
    state: str
    seed: str
    agreed: bool = False


prepare(Header, Footer, Move)


class SeenMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as a seat saw it: the action if it may know it, and the log entries it could read."""

    seat: Seat
    action: str | None = None
    log: list[Message] = []
    time: int | None = None


class Record(msgspec.Struct):
    """A recorded game."""

    header: Header
    moves: list[Move] = []
    footer: Footer | None = None

    def match(
        self, load: Loader, upto: int | None = None, before: Callable[[], None] | None = None
    ) -> AnyMatch:
        """Replay the record, all of it or the first `upto` moves, under the rules it was made with.
        Raise RecordError if they are not supported or if the game ends differently. `before` is
        called before each move, and may raise to stop."""
        header = self.header
        if header.seed is None:
            raise RecordError(1, say("mistake.record.no_seed"))
        if seed_hash(header.seed) != header.seed_hash:
            raise RecordError(1, say("mistake.record.seed_hash"))
        try:
            game = self._game(load)
        except RecordError:
            raise
        except UserError as error:
            raise RecordError(1, say("mistake.record.set_up"), error.text) from None
        match = self._begun(game)
        for number, move in enumerate(self.moves[:upto], start=2):
            if before is not None:
                before()
            try:
                match.repeat(move)
            except IllegalAction as error:
                raise _wrong(number, _refused(error, game)) from None
        if upto is None and (wrong := self._other_end(match)):
            raise self._contradicted(wrong)
        return match

    def _game(self, load: Loader) -> AnyGame:
        """Load the game with the data it was played with; packages keep the data of earlier
        releases."""
        header = self.header
        game = load(header.game, header.overrides)
        if header.data == game.data_digest:
            return game
        if not header.data:  # older records have no digest
            return registry.load_oldest(header.game, header.overrides)
        kept = registry.load_kept(header.game, header.overrides, header.data)
        if kept is None:
            raise RecordError(1, say("mistake.record.other_data", product=header.product))
        return kept

    def _begun(self, game: AnyGame) -> AnyMatch:
        """Create the match before its first move, under the rules the record was made with."""
        header = self.header
        assert header.seed is not None
        if not game.info.supports_rules(header.rules):
            known = list(game.info.played)
            raise RecordError(1, say("mistake.record.rules", made=header.rules, known=known))
        start = None if header.start is None else msgspec.json.encode(header.start).decode()
        try:
            match: AnyMatch = Match(game, header.options, header.seed, start, header.rules)
        except OptionError as error:
            wrong = UserError(say("mistake.record.set_up"), because=error.text)
            raise _wrong(1, wrong) from None
        except msgspec.ValidationError as error:
            wrong = UserError(say("mistake.record.start", error=str(error)))
            raise _wrong(1, wrong) from None
        if header.pinned and match.seed == series_seed(header.seed, header.series):
            match.seed, match.series = header.seed, header.series
        if (match.options, match.seed) != (game.info.complete(header.options), header.seed):
            raise RecordError(1, say("mistake.record.other_start"))
        return match

    def verify(self, load: Loader, before: Callable[[], None] | None = None) -> AnyMatch:
        """Replay everything and compare the end with the footer; `before` as in `match`."""
        match = self.match(load, before=before)
        if wrong := self._wrong_end(match):
            raise self._contradicted(wrong)
        return match

    def _contradicted(self, wrong: str) -> RecordError:
        """Return the error for an end that contradicts the footer."""
        return RecordError(len(self.moves) + 2, say(f"mistake.record.{wrong}"))

    def _other_end(self, match: AnyMatch) -> str:
        """Return how the footer contradicts the replay; empty if it does not."""
        footer = self.footer
        if footer is None:
            return ""
        if match.over == footer.agreed:
            return "agreed_end" if match.over else "early_end"
        return "other_end" if match.over and match.state.outcome != footer.end else ""

    def _wrong_end(self, match: AnyMatch) -> str:
        """Return what is wrong with the end after all moves; empty if nothing is."""
        footer = self.footer
        if footer is None:
            return "no_end" if match.over else ""
        if wrong := self._other_end(match):
            return wrong
        if not is_fingerprint_of(footer.state, match.state):
            return "other_state"
        return "" if footer.seed == self.header.seed else "other_seed"


def header_of(
    game: AnyGame,
    options: Options,
    seed: str,
    names: Mapping[Seat, str] | None = None,
    start: str | None = None,
    rules: str | None = None,
    past: Past | None = None,
) -> Header:
    """Return the header of a record, with the seed."""
    return Header(
        entente=FORMAT,
        product=__version__,
        game=game.info.id,
        rules=game.info.version if rules is None else rules,
        options=options,
        seats={seat: (names or {}).get(seat, "") for seat in game.seats(options)},
        seed_hash=seed_hash(seed),
        seed=seed,
        overrides=dict(game.overrides()),
        start=None if start is None else msgspec.json.decode(start),
        data=game.data_digest,
        pinned=0 if past is None else len(past.moves),
        series=0 if past is None else past.series,
    )


def record_of(
    match: AnyMatch, names: Mapping[Seat, str] | None = None, agreed: Outcome | None = None
) -> Record:
    """Return the full record of a match, with its secrets: for its owner, or for everyone after the
    end.

    `agreed` is the outcome of a match that the players ended by agreement.
    """
    header = header_of(
        match.game, match.options, match.seed, names, match.start, match.rules, match.past
    )
    outcome, by_agreement = match.state.outcome or agreed, not match.over
    footer = None
    if outcome is not None:
        state = digest(match.game, match.state)
        footer = Footer(outcome, state, match.seed, by_agreement)
    return Record(header, match.moves[match.first :], footer)


def seen_by(
    match: AnyMatch,
    seat: Seat | None,
    names: Mapping[Seat, str] | None = None,
    agreed: Outcome | None = None,
) -> list[Any]:
    """Return what a seat may download: until the game is over, no seed and the moves as it saw
    them."""
    full = record_of(match, names, agreed)
    if full.footer is not None:
        return [full.header, *full.moves, full.footer]
    return [header_seen_by(full.header, seat), *moves_seen_by(match, seat)]


def header_seen_by(header: Header, seat: Seat | None) -> Header:
    """Return the header without its secrets: the seed and a custom start."""
    return msgspec.structs.replace(header, seed=None, viewer=seat, start=None)


def moves_seen_by(match: AnyMatch, seat: Seat | None) -> Iterator[SeenMove]:
    """Yield the moves as a seat saw them when they were made."""
    again = match.from_start()
    for number, move in enumerate(match.moves[match.first :], start=match.first + 1):
        known = again.known_to(seat, move)
        again.repeat(move)
        if known.seen:
            yield SeenMove(move.seat, known.action, again.log_for(seat, number), move.time)


def digest(game: AnyGame, state: State) -> str:
    """Return the fingerprint of a state, independent of the order of its tables."""
    return fingerprint(state)


# -- file format


def dump(record: Record) -> bytes:
    """Encode a record."""
    rows: list[Any] = [record.header, *record.moves]
    return dump_rows(rows + ([record.footer] if record.footer else []))


def dump_rows(rows: list[Any]) -> bytes:
    """Encode rows as lines with checksums."""
    lines, last = [], ""
    for row in rows:
        body = msgspec.json.encode(row)
        last = _checksum(last, body)
        lines.append(body[:-1] + b',"sum":"' + last.encode() + b'"}\n')
    return b"".join(lines)


def repaired(data: bytes) -> Record:
    """Return the valid part of a damaged record: everything before the first bad line."""
    try:
        return parse(data)
    except RecordError as error:
        if error.line < 2:
            raise
        return parse(b"".join(line + b"\n" for line in data.split(b"\n")[: error.line - 1]))


def parse(data: bytes) -> Record:
    """Read a record and check the checksum of every line."""
    if data and not _looks_like_one(data):
        raise RecordError(0, say("mistake.record.no_record"))
    rows = list(_lines(data))
    if not rows:
        raise RecordError(0, say("mistake.record.empty"))
    header = _convert(1, rows[0], Header)
    if header.entente > FORMAT:
        reason = say("mistake.record.format", written=header.entente, known=FORMAT)
        raise RecordError(1, reason)
    if header.viewer is not None or header.seed is None:
        raise RecordError(1, say("mistake.record.one_seat"))
    footer = None
    if len(rows) > 1 and "end" in rows[-1]:
        footer = _convert(len(rows), rows.pop(), Footer)
    moves = [_move(number, row) for number, row in enumerate(rows[1:], start=2)]
    return Record(header, moves, footer)


def write(path: Path | str, record: Record) -> None:
    """Write a record atomically: a crash leaves the old file or the new one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    with temporary.open("wb") as file:
        file.write(dump(record))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _looks_like_one(data: bytes) -> bool:
    """Return whether a file looks like a record at all."""
    return b'"entente"' in data or b'"sum"' in data or b'{"entente"'.startswith(data)


def _lines(data: bytes) -> Iterator[dict[str, Any]]:
    last = ""
    if data and not data.endswith(b"\n"):
        raise RecordError(data.count(b"\n") + 1, say("mistake.record.cut_off"))
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        body, mark, tail = line.rpartition(b',"sum":"')
        body += b"}"
        last = _checksum(last, body)
        if not mark or tail != last.encode() + b'"}':
            raise RecordError(number, say("mistake.record.checksum"))
        try:
            row = msgspec.json.decode(body)
        except msgspec.DecodeError as error:
            raise RecordError(number, say("mistake.record.not_json", error=str(error))) from None
        except RecursionError:
            raise RecordError(number, say("mistake.record.deep", most=DEEPEST)) from None
        if not isinstance(row, dict):
            raise RecordError(number, say("mistake.record.no_object"))
        if len(body) > 2 * DEEPEST and _deeper_than(row, body, DEEPEST):
            raise RecordError(number, say("mistake.record.deep", most=DEEPEST))
        yield row


def _deeper_than(value: Any, body: bytes, most: int) -> bool:
    """Return whether lists and objects are nested deeper than this."""
    if body.count(b"[") + body.count(b"{") <= most:
        return False
    level = [value]
    for _ in range(most):
        nested = [each.values() if isinstance(each, dict) else each for each in level]
        level = [v for values in nested for v in values if isinstance(v, dict | list)]
    return bool(level)


def _move(number: int, row: dict[str, Any]) -> Move:
    """Read a move; its numbers must fit any database."""
    move: Move = _convert(number, row, Move)
    if move.time is None and move.window is None and move.series is None:
        return move
    numbers = (("time", move.time, 0), ("window", move.window, 1), ("series", move.series, 1))
    for field, value, least in numbers:
        if value is not None and not least <= value <= LARGEST:
            reason = say("mistake.record.number", field=field, least=least, most=LARGEST)
            raise RecordError(number, reason)
    return move


def _convert(number: int, row: dict[str, Any], kind: type[Any]) -> Any:
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        field, reason = explain_validation_error(str(error))
        if not field:
            raise RecordError(number, reason) from None
        in_field = say("mistake.record.field", field=field)
        raise RecordError(number, in_field, UserError(reason).text) from None


def _checksum(last: str, body: bytes) -> str:
    return hashlib.sha256(last.encode() + body).hexdigest()[:16]


def _refused(error: IllegalAction, game: AnyGame) -> UserError:
    """Return the error for an illegal move, with the game's own reason."""
    section, reason = error.refusal.section, error.refusal.message
    if section == "0":
        message = say("mistake.record.refused", seat=error.seat, action=error.action)
    else:
        message = say(
            "mistake.record.against_rule", seat=error.seat, action=error.action, section=section
        )
    return UserError(message, because=lambda language: game.catalog(language).say(reason))


def _wrong(line: int, mistake: UserError) -> RecordError:
    """Return the error for a line."""
    return RecordError(line, mistake.message, mistake.because)
