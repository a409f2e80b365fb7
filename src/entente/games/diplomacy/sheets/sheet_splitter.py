"""Split a sheet of orders into its phases (III.4, III.6).

A sheet has the orders of one or more powers, each under its name. A sheet of several phases has
their names as headings. Equal headings belong to one phase, even if repeated; a phase before one
already begun is set aside, not judged again. Text after `#` is a comment, unless it is a heading.
"""

from __future__ import annotations

import re

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.ambiguity import LONGEST
from entente.games.diplomacy.notation.chat_words import casts_doubt, is_signature, takes_back
from entente.games.diplomacy.notation.grammar import BARE, HALF, parse_orders
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.remarks import REMARK
from entente.games.diplomacy.notation.tokens import (
    ARROW,
    SHORT,
    begins_with_a_unit,
    plain_words,
    tidy,
    words_of,
)
from entente.games.diplomacy.notation.vocabulary import HOLD, PHRASES, POLITE, WHOLE_LINES
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.sheets.chat_lines import (
    is_chatter,
    is_doubtful,
    is_doubtful_label,
    mentions,
    mentions_orders,
)
from entente.games.diplomacy.sheets.comments import WrittenLine, lines_of
from entente.games.diplomacy.sheets.headings import (
    UNITS,
    Heading,
    guess_heading,
    phase_mentioned,
    read_heading,
)
from entente.games.diplomacy.sheets.line_answers import is_bare
from entente.games.diplomacy.sheets.line_splitter import (
    ParseBudget,
    Piece,
    TooMuchUnread,
    has_meaning,
    pieces,
    unbulleted,
    unquoted,
)
from entente.games.diplomacy.sheets.line_wrapping import wrapped
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine, SheetPart
from entente.games.diplomacy.sheets.parts import LISTS, SheetParts
from entente.games.diplomacy.sheets.retractions import doubt_lone_verbs, is_verb, taken_back
from entente.kernel import Refusal, refuse

_LETTER = re.compile(r"[^\W_]")
_WORD_ALONE = re.compile(r"\W*[^\W\d_]{4,}\W*")
_REMARKS = frozenset(
    plain_words(
        "note notes ps nb re fw fwd tr subject from to sent date cc objet sujet de envoye remark "
        "remarks remarque remarques comment comments commentaire commentaires ref arbitre referee "
        "deadline echeance"
    )
)
_HEADERS = frozenset(
    plain_words("subject objet sujet re fw fwd tr from to sent date cc bcc cci de envoye a")
) - {"a"}
_TITLES = frozenset(plain_words("subject objet sujet re fw fwd tr"))
_WRITERS = frozenset(plain_words("wrote ecrit writes"))  # `On 3 March Alice wrote:`
# Units under one of these are not removed.
_KEPT = frozenset(
    plain_words(
        "keep keeping keeps kept remaining remain remains staying stay stays garde garder gardees "
        "gardes conserve conserver conservees restent reste restantes restants maintenues"
    )
)
LONGEST_SHEET = 250_000  # characters
_COST_OF_A_LINE = 5  # cost of a meaningless line, relative to a piece of one
_LETTERS_OF_A_WORD = 6
_SHORT_COMMENT = 5  # words: on a line of its own a longer one is about something else
_CROSSES = frozenset("❌✗✘✖❎🚫⛔🛑")  # signs that say no
_SIGNS = " -‐‑‒–—―−=>→.:"
_INITIALS = {
    "E": "ENGLAND",
    "G": "GERMANY",
    "I": "ITALY",
    "R": "RUSSIA",
    "T": "TURKEY",
    "A-H": "AUSTRIA",
    "A/H": "AUSTRIA",
}
_INITIAL = re.compile(r"\s*([EGIRT]|A[-/]H)\s*:(?!\S*@)")
_UNCLEAR_INITIAL = re.compile(r"\s*([AF])\s*:\s*(?=[AF]\s+\w|$)")
_TITLE_SIGNS = tuple("-–—/([")
_MOST_HEADING_WORDS = 8
_LONGEST_NAME = 4  # words of a power's name, dashes counted


def read_sheet(board: Board, text: str) -> list[SheetPart]:
    """Split a sheet into its phases; lines before the first heading are movement orders.

    A heading is a season, a kind of phase, or both: `Spring 1901`, `Automne 1902 : retraites`.
    Omitted parts are taken from the heading before.
    """
    cutter = _SheetSplitter(board)
    if len(text) > LONGEST_SHEET:
        why = refuse("III.6", "reading.sheet_too_long", count=LONGEST_SHEET)
        return [_unjudged(SheetLine(1, None, text[:SHORT]), why)]
    lines = list(lines_of(text))
    number = 0
    while number < len(lines):
        first, line = number + 1, lines[number]
        number += 1
        if line.unclosed:
            cutter.unclosed(line.unclosed, lines[line.unclosed - 1])
            break
        while number < len(lines) and cutter.goes_on(line.text, lines[number].text):
            line = WrittenLine(cutter.joined, line.comments + lines[number].comments)
            number += 1
        try:
            cutter.line(first, line.text)
            for comment in line.comments:
                cutter.remark(first, comment, beside=bool(_LETTER.search(line.text)))
        except TooMuchUnread:
            why = refuse("III.6", "reading.too_much_unread")
            return [_unjudged(SheetLine(first, None, line.text[:SHORT]), why)]
    cutter.end()
    doubt_lone_verbs(cutter.parts.all)
    taken_back(cutter.parts.all)
    return cutter.parts.all


def _unjudged(line: SheetLine, why: Refusal) -> SheetPart:
    """Return a sheet that is not judged at all."""
    return SheetPart(MOVEMENT, "", 0, [], [], line, why)


class _SheetSplitter:
    """Splits a sheet line by line."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.names = lexicon(board, "en")
        self.parts = SheetParts(board)
        self.budget = ParseBudget()
        self.power: int | None = None
        self._fresh = False  # a power was named since the last order
        self.joined = ""  # two lines joined to one order
        self._halves: set[str] = set()  # of lines that are no order even when joined
        self._label = ""  # makes the orders below it doubtful
        self._titles: list[tuple[SheetLine, Heading]] = []  # phases named in mail headers
        self._line_label = ""  # the same for the rest of its line
        self._strange_label = ""  # an unknown label: bare units under it have no order
        self._waiting: tuple[SheetLine, SheetPart, str] | None = (
            None  # a verb that may be a heading
        )
        self._by_verb = False
        self._strange: tuple[SheetPart, int] | None = (
            None  # a word alone, with no order under it yet
        )

    # -- lines

    def goes_on(self, line: str, following: str) -> bool:
        """Return whether the next line continues this one; `joined` is then both."""
        if self.parts.phase in (*LISTS, ADJUSTMENTS):
            return False
        wrapped_line = wrapped(self.board, line, following)
        if wrapped_line is None:
            return False
        self._halves.update(wrapped_line.halves)
        self.joined = wrapped_line.joined
        return bool(wrapped_line.joined)

    def line(self, number: int, text: str) -> None:
        """Process one line of the sheet."""
        bulleted = unquoted(text)
        text = unbulleted(bulleted)
        if text.lstrip().startswith("#"):
            self._comment(number, text.strip())
            return
        text = self._after_initial(number, text)
        if not _LETTER.search(text):
            self._signs(number, text)
            return
        if self._mail_header(number, text):
            return
        if not begins_with_a_unit(text):
            heading = read_heading(self.board, text) or read_heading(self.board, bulleted)
            if heading is not None and self._is_heading(
                heading, Piece(text, False, True, True, False)
            ):
                self._heading(heading, SheetLine(number, None, text.strip()))
                return
            if self._doubtful(number, text.strip()):
                return
        for piece in pieces(self.board, text, self.budget):
            self._piece(number, piece)
        self._line_label = ""

    def remark(self, number: int, text: str, *, beside: bool = False) -> None:
        """Skip a comment. Report retractions in it, and orders in a comment `beside` others."""
        text = text.lstrip("#/*! ").strip()
        about_it = beside or len(plain_words(text)) <= _SHORT_COMMENT
        if about_it and is_doubtful(self.names, text):
            self._withdraw(number, text)
        elif beside and casts_doubt(text):
            self._withdraw(number, text, vague=True)
        elif beside and begins_with_a_unit(text) and mentions_orders(self.names, text):
            line = SheetLine(number, self.power, text)
            why = refuse("III.4", "reading.commented_out", text=text[:LONGEST])
            self.parts.current().strays.append(LineAnswer(line, why))
        elif beside and mentions_orders(self.names, text):
            self._order(
                SheetLine(number, self.power, text, self.parts.verb)
            )  # the rest of an order

    def unclosed(self, number: int, line: WrittenLine) -> None:
        """Report an unclosed comment, which hides everything below it."""
        text = (line.comments[0] if line.comments else line.text).strip()[:SHORT]
        why = refuse("III.4", "reading.comment_open", text=text)
        self.parts.current().strays.append(LineAnswer(SheetLine(number, None, text), why))

    def _withdraw(self, number: int, text: str, *, vague: bool = False) -> None:
        """Retract orders: of the units it names, or of its line or its power."""
        why = refuse("III.4", "reading.doubtful", text=text[:LONGEST])
        named = next(mentions(self.names, text), None) is not None
        line = SheetLine(number, self.power, text, self.parts.verb, why, withdraws=not named)
        self._order(line._replace(vague=vague))

    def _signs(self, number: int, text: str) -> None:
        """Handle a line or piece of signs only, which retracts orders if one of them says no."""
        if not _CROSSES.isdisjoint(text):
            self._withdraw(number, text.strip())
        elif has_meaning(text):
            self._order(SheetLine(number, self.power, text.strip(), self.parts.verb))

    def _mail_header(self, number: int, text: str) -> bool:
        """`Subject: Re: Fall 1901 orders`: mail headers neither begin a phase nor are orders."""
        name, colon, rest = text.partition(":")
        words = plain_words(name)
        if not colon or len(words) != 1 or words[0] not in _HEADERS:
            return False
        line = SheetLine(number, None, text.strip())
        if words[0] in _TITLES and takes_back(self.names, rest):
            self._withdraw(number, text.strip())
        else:
            part = self.parts.current()
            phase = phase_mentioned(self.board, rest)
            if phase is not None:
                self._titles.append((line, phase))
            why = refuse("III.7", "reading.malformed", text=line.text[:LONGEST])
            part.strays.append(LineAnswer(line, why, chatter=True))
        return True

    def _check_titles(self) -> None:
        """Report a mail whose subject names another phase than its orders."""
        judged = {(part.season, part.year) for part in self.parts.all}
        for line, phase in self._titles:
            if (phase.season, phase.year) in judged:
                continue
            why = refuse("III.6", "reading.no_heading", text=line.text[:LONGEST])
            for part in self.parts.all:
                part.strays[:] = [
                    LineAnswer(line, why) if stray.line is line else stray for stray in part.strays
                ]

    def _after_initial(self, number: int, text: str) -> str:
        """`G: A Mun-Ruh`: note the power and return the rest. `A:` may be any of three powers, and
        `F:` means a fleet: what follows them has no power."""
        unclear = _UNCLEAR_INITIAL.match(text)
        if unclear is not None:
            self._stranger(SheetLine(number, None, unclear[1]), ())
            return text[unclear.end() :]
        match = _INITIAL.match(text)
        if match is None or (match[1] == "R" and self.parts.phase == RETREATS):
            return text
        self._heading(
            Heading(power=self.board.power[_INITIALS[match[1]]]), SheetLine(0, None, text)
        )
        return text[match.end() :]

    def _doubtful(self, number: int, text: str) -> bool:
        """`Cancel: A Par-Bur`, `If France moves: F Lon-Eng`, `Please ignore the above`."""
        name, colon, rest = text.partition(":")
        heading = read_heading(self.board, name) if colon else None
        if heading is not None and heading.only_power and is_doubtful(self.names, rest):
            self._heading(heading, SheetLine(number, None, name))
            text = rest.strip()
            if begins_with_a_unit(text):
                return False
        elif heading is not None or guess_heading(self.board, text) is not None:
            return False
        if is_doubtful_label(text):
            self._label = text
            why = refuse("III.4", "reading.doubtful", text=text[:LONGEST])
            self._order(SheetLine(number, self.power, text, self.parts.verb, why))
        elif is_doubtful(self.names, text):
            self._withdraw(number, text)
        else:
            return False
        return True

    def end(self) -> None:
        """Finish the sheet: a name without orders under it was a signature."""
        self._no_heading()
        self._was_signature()
        self._check_titles()
        self.parts.end()

    def _was_signature(self) -> None:
        if self._strange is not None:
            part, number = self._strange
            part.strays[number] = part.strays[number]._replace(chatter=True)
        self._strange = None

    def _comment(self, number: int, text: str) -> None:
        """`## Autumn 1901` is a heading. Report what only looks like one."""
        body = text.lstrip("#").strip()
        heading = read_heading(self.board, body)
        if heading is not None:
            self._heading(heading, SheetLine(number, None, body))
        elif text.startswith("##") and (guess := guess_heading(self.board, body)) is not None:
            self._guessed(guess, SheetLine(number, None, body))
        else:
            self.remark(number, body)

    def _piece(self, number: int, piece: Piece) -> None:
        if not _LETTER.search(piece.text):
            self._signs(number, piece.text)
            return
        if begins_with_a_unit(piece.text):
            self._order(SheetLine(number, self.power, piece.text, self.parts.verb))
            return
        heading = read_heading(self.board, piece.text)
        if heading is not None and self._is_heading(heading, piece):
            self._heading(heading, SheetLine(number, None, piece.text))
        elif self._seems_heading(number, piece):
            pass
        elif piece.colon:
            self._unknown_head(number, piece.text)
        elif (rest := self._after_power(piece.text)) != piece.text or not piece.whole:
            self._order(SheetLine(number, self.power, rest, self.parts.verb))
        elif not self._titled(number, piece.text) and not self._misspelt(number, piece.text):
            self._order(SheetLine(number, self.power, piece.text, self.parts.verb))

    def _seems_heading(self, number: int, piece: Piece) -> bool:
        """`Autum 1901`, `Bob's orders for Autumn 1901:`: treat as a heading, and report."""
        if parse_orders(self.names, tidy(piece.text[:LONGEST])):
            return False
        line = SheetLine(number, None, piece.text)
        guess = guess_heading(self.board, piece.text)
        if guess is not None and (piece.colon or piece.whole):
            self._guessed(guess, line)
            return True
        if phase_mentioned(self.board, piece.text) is None:
            return False
        why = refuse("III.6", "reading.no_heading", text=piece.text)
        self.parts.current().strays.append(LineAnswer(line, why))
        return True

    def _guessed(self, heading: Heading, line: SheetLine) -> None:
        self._heading(heading, line)
        why = refuse("III.6", "reading.heading_guessed", text=line.text)
        self.parts.current().strays.append(LineAnswer(line, why))

    def _is_heading(self, heading: Heading, piece: Piece) -> bool:
        """Return whether words that could be a heading are in the place of one."""
        if piece.colon:
            return True
        if heading.only_power:
            # a power that is only addressed has no orders after its name
            words = plain_words(piece.text)
            named = piece.first or self.names.is_power_name(words)
            return piece.leads and named and words != ("all",)
        if heading.only_year or (heading.only_kind and heading.part):
            return piece.whole
        return piece.first if heading.only_kind else True

    def _after_power(self, text: str) -> str:
        """`France A Par-Bur`, `Germany - A Mun-Ruh`: note the power and return the rest."""
        name, rest = self._leading_power(text)
        plain = rest.lstrip(_SIGNS)
        place = self.names.places(plain_words(plain)[:1] or ("",))
        reads = begins_with_a_unit(plain) or (not place and parse_orders(self.names, tidy(plain)))
        if name and reads:
            (self.power,) = self.names.powers(name)
            return plain
        return text

    def _titled(self, number: int, text: str) -> bool:
        """`France - Bob Smith`: note the power, and report the words after it."""
        name, rest = self._leading_power(text)
        if not name or rest[:1] not in _TITLE_SIGNS or parse_orders(self.names, tidy(text)):
            return False
        (self.power,) = self.names.powers(name)
        self._fresh = True
        power = self.board.powers[self.power].id
        why = refuse("III.7", "reading.power_guessed", text=text, power=power)
        self.parts.current().strays.append(LineAnswer(SheetLine(number, None, text), why))
        return True

    def _leading_power(self, text: str) -> tuple[tuple[str, ...], str]:
        """Return the leading name of a power, and the rest; empty if there is none."""
        if len(text) > LONGEST:
            return (), ""
        tidied = tidy(text)
        marks = words_of(tidied)
        words = [mark.text for mark in marks]
        for length in range(min(_LONGEST_NAME, len(words) - 1), 0, -1):
            name = tuple(word for word in words[:length] if word != ARROW)
            if name and words[length - 1] != ARROW and self.names.is_power_name(name):
                return name, tidied[marks[length - 1].end :].strip()
        return (), ""

    def _order(self, line: SheetLine) -> None:
        part = self.parts.current()
        label = self._label or self._line_label
        if self._strange_label and is_bare(self.board, line.text):
            label = label or self._strange_label
        shapes = parse_orders(self.names, tidy(line.text[:LONGEST]))
        if line.doubt is None and not shapes:
            looked_at = min(len(line.text), 2 * LONGEST)
            self.budget.spend(_COST_OF_A_LINE + looked_at // _LETTERS_OF_A_WORD)
        elif any(shape.kind not in (BARE, HALF) for shape in shapes):
            self.budget.earn()
        if line.doubt is None and not begins_with_a_unit(line.text):
            alone = next(mentions(self.names, line.text), None) is None
            back = alone and takes_back(self.names, line.text)
            vague = alone and not (back or shapes) and self._is_vague(line.text)
            line = line._replace(withdraws=back or vague, vague=vague)
        if label and line.doubt is None:
            why = refuse("III.4", "reading.withheld", text=line.text[:LONGEST], label=label)
            line = line._replace(doubt=why)
        if line.text in self._halves and line.doubt is None:
            self._halves.discard(line.text)
            why = refuse("III.4", "reading.continued", text=line.text[:LONGEST])
            line = line._replace(doubt=why)
        if self._strange is not None and not is_chatter(self.names, line.text):
            self._strange = None
        if self._waiting is not None and (shapes or begins_with_a_unit(line.text)):
            kinds = {shape.kind for shape in shapes}
            if self._waiting[2] == HOLD and kinds.isdisjoint((BARE, HOLD)):
                self._no_heading()
            self._waiting = None
        if part.phase == UNITS and line.text.startswith("*") and not line.text.endswith("*"):
            why = refuse("VII", "reading.dislodged_unit", text=line.text)
            part.strays.append(LineAnswer(line, why))
        else:
            part.lines.append(line)
        self._fresh = False

    def _is_vague(self, text: str) -> bool:
        """Return whether a text that is not an order may change the meaning of its power's
        orders."""
        return self.parts.phase not in LISTS and casts_doubt(text)

    # -- verbs without a unit

    def _verb_alone(self, heading: Heading, line: SheetLine) -> None:
        """`France: hold` is a heading only if units follow; keep it until then."""
        word = plain_words(line.text)[-1:]
        if not (is_verb(" ".join(word)) and line.number) or heading.season or heading.year:
            return
        if self.power is None:
            self._by_verb = True  # the sheet groups its orders by verb
        elif heading.power is not None or not self._by_verb:
            text = line.text.rpartition(":")[2].strip() if heading.power is not None else line.text
            waiting = line._replace(power=self.power, text=text or line.text)
            self._waiting = waiting, self.parts.current(), heading.verb

    def _no_heading(self) -> None:
        """Handle a supposed heading that was the whole message of its power."""
        if self._waiting is not None:
            line, part, _ = self._waiting
            part.lines.append(line)
        self._waiting = None

    # -- non-headings

    def _unknown_head(self, number: int, text: str) -> None:
        """Text with a colon that is neither power nor phase: the orders under it have no power."""
        words = plain_words(text)
        line = SheetLine(number, None, text)
        if (len(words) == 1 and words[0] in _REMARKS | POLITE) or _WRITERS.intersection(words):
            why = refuse("III.7", "reading.malformed", text=text)
            self.parts.current().strays.append(LineAnswer(line, why))
            self._line_label = text
            return
        self._stranger(line, words)
        if self.power is None:
            self._line_label = self._strange_label = text

    def _misspelt(self, number: int, text: str) -> bool:
        """Return whether a line is an unknown word: probably a misspelt power."""
        words = plain_words(text)
        alone = _WORD_ALONE.fullmatch(text) is not None and not POLITE.intersection(words)
        if not (alone and not self.names.places(words)) and not self._near(words)[0]:
            return False
        if parse_orders(self.names, tidy(text)):
            return False
        named = bool(self._near(words)[0])
        if not named and self.parts.phase == ADJUSTMENTS and not _KEPT.isdisjoint(words):
            self._label = text
            why = refuse("III.4", "reading.doubtful", text=text[:LONGEST])
            self._order(SheetLine(number, self.power, text, self.parts.verb, why))
            return True
        if any(PHRASES[kind].take(words) for kind in WHOLE_LINES):
            return False
        below = self._fresh and self.power is not None and text.strip()[:1].islower()
        if not named and (below or casts_doubt(text) or is_verb(text)):
            return False  # not a name
        self._stranger(SheetLine(number, None, text), words)
        if not named and self.parts.phase == ADJUSTMENTS:
            self._strange_label = text
        return True

    def _near(self, words: tuple[str, ...]) -> tuple[list[int], Heading | None]:
        """Return the candidate powers, and the other words as a heading."""
        powers = self.names.near_powers(words)
        if powers or len(words) > _MOST_HEADING_WORDS:
            return powers, None
        for number, word in enumerate(words):
            rest = " ".join((*words[:number], *words[number + 1 :]))
            heading = read_heading(self.board, f"{rest} orders")
            if heading is not None and (near := self.names.near_powers((word,))):
                return near, read_heading(self.board, rest)
        return [], None

    def _stranger(self, line: SheetLine, words: tuple[str, ...]) -> None:
        near, heading = self._near(words)
        if heading is not None:
            self._heading(heading, line)
        if len(near) == 1:
            self.power = near[0]
            power = self.board.powers[near[0]].id
            why = refuse("III.7", "reading.unknown_power_near", word=line.text, power=power)
        else:
            self.power = None
            why = refuse("III.7", "reading.unknown_power", word=line.text[:LONGEST])
        self._fresh = True
        self._label = self._strange_label = ""
        self._was_signature()
        part = self.parts.current()
        if not near and is_signature(self.names, line.text) and is_chatter(self.names, line.text):
            self._strange = part, len(part.strays)
        part.strays.append(LineAnswer(line, why))

    # -- headings

    def _heading(self, heading: Heading, line: SheetLine) -> None:
        self._label = self._strange_label = self._line_label = ""
        self._no_heading()
        self._was_signature()
        if heading.only_power:
            self.power, self._fresh = heading.power, True
            self._doubt_heading(line)
            return
        same = self.parts.head(heading, line) and heading.only_kind
        if heading.power is not None:
            self.power, self._fresh = heading.power, True
        elif not (self._fresh or same):
            self.power = None
        if not same:
            self._by_verb = False
        self._verb_alone(heading, line)
        self._doubt_heading(line)

    def _doubt_heading(self, line: SheetLine) -> None:
        """`Autumn 1901 (tentative)`, `France?`: the orders under it are doubtful."""
        remarks = " ".join(REMARK.findall(line.text))
        if not line.number or self.parts.phase in LISTS:
            return
        if "?" in line.text or takes_back(self.names, remarks) or casts_doubt(remarks):
            fresh = self._fresh
            why = refuse("III.4", "reading.doubtful", text=line.text[:LONGEST])
            self._order(
                SheetLine(
                    line.number, self.power, line.text, "", why, True, vague=True, sweeping=True
                )
            )
            self._fresh = fresh
