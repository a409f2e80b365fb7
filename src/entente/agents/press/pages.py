"""The pages of a run: its report, and for each game a page with the board, the letters, the orders
and what each model saw and wrote.

They show everything of all seats, after the game; everything in them that a model or a player wrote
is escaped, and they run no scripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from entente.agents.press.accounts import GameAccount, SeatAccount, lines_in, totals
from entente.agents.press.desk import DeskLetter, LetterDesk
from entente.agents.press.journal import Chose, Journal, Spoke, read
from entente.agents.press.prices import shown
from entente.agents.press.table import JOURNAL, GameEntry
from entente.agents.words import words_in
from entente.arena.report import page, sheet_html
from entente.arena.table_writer import ReportTable
from entente.kernel import Match, Seat
from entente.kernel.text import Catalog
from entente.kernel.wording import in_words
from entente.players import PlayerMessage, message_text
from entente.players.letters import Season
from entente.players.negotiators import rules_of

STYLE = files("entente.agents.press").joinpath("page.css").read_text(encoding="utf-8")
BOARDS, PAGE = "boards", "index.html"


# -- tables of figures


class AccountWriter:
    """The texts of accounts, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = words_in(language)

    def first_line(self, accounts: Sequence[GameAccount]) -> tuple[str, bool]:
        """Return the sentence about fallbacks, and whether there were none."""
        fallbacks = sum(each.fallbacks for each in accounts)
        asked = sum(each.asked for each in accounts)
        if fallbacks:
            return self.words("accounts.fallbacks", count=fallbacks, asked=asked), False
        return self.words("accounts.clean", count=asked), True

    def models(self, accounts: Sequence[GameAccount]) -> list[ReportTable]:
        """Return the figures of each player over all games: its decisions, its letters and cost."""
        currency = accounts[0].currency if accounts else ""
        found = totals(accounts)
        names = [self.words("accounts.player")]
        rows = [([name], each) for name, each in found.items()]
        return self._tables(self.words("accounts.by_model"), names, rows, currency)

    def seats(self, account: GameAccount, catalog: Catalog) -> list[ReportTable]:
        """Return the same of each seat of a game."""
        rows = [
            ([catalog.name("seat", seat), each.model or each.player], each)
            for seat, each in account.seats.items()
        ]
        names = [self.words("accounts.seat"), self.words("accounts.player")]
        return self._tables(self.words("accounts.by_seat"), names, rows, account.currency)

    def _tables(
        self,
        title: str,
        names: list[str],
        rows: Sequence[tuple[list[str], SeatAccount]],
        currency: str,
    ) -> list[ReportTable]:
        words = self.words
        play = [
            words("accounts.score"),
            words("accounts.decisions"),
            words("accounts.retry"),
            words("accounts.fallback"),
            words("accounts.silent"),
            words("accounts.refused"),
            words("accounts.fallback_rate"),
        ]
        cost = [
            words("accounts.letters"),
            words("accounts.proposals"),
            words("accounts.word"),
            words("accounts.tokens"),
            words("accounts.latency"),
            words("accounts.cost", currency=currency),
        ]
        count = len(names)
        second = words("accounts.letters_and_cost")
        return [
            ReportTable(title, [*names, *play], [[*n, *self._play(e)] for n, e in rows], count),
            ReportTable(second, [*names, *cost], [[*n, *self._cost(e)] for n, e in rows], count),
        ]

    def _play(self, each: SeatAccount) -> list[str]:
        own = [self._number(each.score / each.games, 3), str(each.decisions)]
        if not each.model:
            return [*own, *"–––––"]
        return [
            *own,
            str(each.by_retry),
            str(each.by_fallback),
            f"{each.silent}/{each.rounds}",
            self._percent(each.refusal_rate),
            self._percent(each.fallback_rate),
        ]

    def _cost(self, each: SeatAccount) -> list[str]:
        refused = self.words("accounts.not_sent", count=each.not_sent) if each.not_sent else ""
        own = [f"{each.letters} {refused}".strip(), f"{each.accepted}/{each.proposals}"]
        own.append(f"{each.kept}/{each.broken}")
        if not each.model:
            return [*own, *"–––"]
        return [
            *own,
            f"{each.tokens_in} + {each.tokens_out}",
            f"{self._number(each.latency, 2)} s",
            self._comma(shown(each.cost)),
        ]

    def _number(self, value: float, places: int) -> str:
        return self._comma(f"{value:.{places}f}")

    def _percent(self, rate: float) -> str:
        return f"{self._number(100 * rate, 1)} %"

    def _comma(self, text: str) -> str:
        return text.replace(".", ",") if self.language == "fr" else text


def report_parts(
    accounts: Sequence[GameAccount], links: Mapping[str, str], language: str, catalog: Catalog
) -> tuple[list[str], list[str]]:
    """Return the first lines of a run's report, and its tables about models. `links` are the pages
    of the games, by name."""
    writer = AccountWriter(language)
    if not accounts:
        return [], []
    first = [_lead(writer, accounts)]
    more = [*_sheets(writer.models(accounts)), _legend(writer)]
    more.append(f"<h2>{escape(writer.words('accounts.games'))}</h2><ul>")
    for account in accounts:
        text = writer.words("accounts.game", name=account.name, seed=account.seed)
        about = [account.reason or writer.words("accounts.unfinished")]
        about += [writer.words("accounts.lies", count=len(account.breaches))]
        if account.fallbacks:
            about.append(writer.first_line([account])[0])
        link = f'<a href="{escape(links[account.name])}">{escape(text)}</a>'
        more.append(f"<li>{link}: {escape(' '.join(about))}</li>")
    more.append("</ul>")
    return first, more


def _lead(writer: AccountWriter, accounts: Sequence[GameAccount]) -> str:
    text, is_clean = writer.first_line(accounts)
    return f'<p class="lead {"clean" if is_clean else "wrong"}">{escape(text)}</p>'


def _sheets(tables: Sequence[ReportTable]) -> Iterator[str]:
    for table in tables:
        yield f"<h2>{escape(table.title)}</h2>"
        yield sheet_html(table)


def _legend(writer: AccountWriter) -> str:
    return f'<p class="note">{escape(writer.words("accounts.legend"))}</p>'


# -- the page of a game


class _Stage(NamedTuple):
    """A part of the game that has one name: its first turn, board, letters and decisions."""

    title: str
    board: str
    letters: list[DeskLetter]
    spoken: list[Spoke]
    chosen: list[tuple[Chose, str]]  # with the action in words
    happened: list[str]  # the log, as a spectator reads it


def write_game_page(entry: GameEntry, folder: Path, account: GameAccount, language: str) -> Path:
    """Write the page of a game from its journal and transcripts; return the file."""
    writer = _GamePage(entry, folder, account, language)
    file = folder / PAGE
    file.write_text(writer.html(), encoding="utf-8")
    return file


class _GamePage:
    def __init__(self, entry: GameEntry, folder: Path, account: GameAccount, language: str) -> None:
        self.entry, self.folder, self.account = entry, folder, account
        self.language, self.words = language, words_in(language)
        self.catalog = entry.game.catalog(language)
        self.outcomes = dict[int, list[str]]()
        self.exchanges = dict[tuple[Seat, str], list[dict[str, Any]]]()
        self.briefings = dict[Seat, str]()
        for seat, line in lines_in(folder):
            if line["kind"] == "briefing":
                self.briefings[seat] = line["content"]
            elif "place" in line:
                self.exchanges.setdefault((seat, line["place"]), []).append(line)

    def html(self) -> str:
        accounts = AccountWriter(self.language)
        title = self.words(
            "accounts.title",
            game=self.catalog.get("info.title"),
            name=self.account.name,
            seed=self.account.seed,
        )
        stages = list(self._stages())
        figures = accounts.seats(self.account, self.catalog)
        parts = [f"<h1>{escape(title)}</h1>", _lead(accounts, [self.account])]
        parts.append(f"<p>{escape(self.account.reason or self.words('accounts.unfinished'))}</p>")
        parts += [*_sheets(figures), _legend(accounts)]
        parts += self._promises()
        parts.append(self._briefing())
        links = (
            f'<a href="#s{number}">{escape(stage.title)}</a>' for number, stage in enumerate(stages)
        )
        parts.append(f'<nav class="stages">{" ".join(links)}</nav>')
        for number, stage in enumerate(stages):
            parts += self._stage(number, stage)
        return page(title, self.language, parts, STYLE, has_images=True)

    def _name(self, seat: Seat) -> str:
        return self.catalog.name("seat", seat)

    # -- what happened

    def _stages(self) -> Iterator[_Stage]:
        """Play the journal again, and yield the stages with their boards."""
        entry = self.entry
        head = read(self.folder / JOURNAL)[0]
        journal = Journal(self.folder / JOURNAL, head)  # type: ignore[arg-type]
        match: Match[Any, Any] = Match(entry.game, entry.options, seed=entry.seed)
        desk = LetterDesk(match.seats, entry.press, self.language)
        rules = rules_of(entry.game.info.id)
        by_turn = dict[int, list[Chose]]()
        for (turn, _), chose in sorted(journal.chosen.items()):
            by_turn.setdefault(turn, []).append(chose)
        spoken = dict[int, list[Spoke]]()
        order = {seat: number for number, seat in enumerate(match.seats)}
        for key in sorted(journal.spoken, key=lambda key: (key[0], key[1], order[key[2]])):
            spoken.setdefault(key[0], []).append(journal.spoken[key])
        stage: _Stage | None = None
        found = list[_Stage]()
        for turn in sorted({*by_turn, *spoken}):
            if turn != len(match.moves):
                break  # an unfinished turn
            position = match.position
            title = self._title(match)
            if stage is None or stage.title != title:
                stage = _Stage(title, self._board(match), [], [], [], [])
                found.append(stage)
            before = len(desk.letters)
            for spoke in spoken.get(turn, ()):
                for letter in spoke.letters:
                    desk.post(spoke.seat, letter, turn, spoke.round, title)
                for number, answer in spoke.answers.items():
                    desk.answer(spoke.seat, number, answer)
                stage.spoken.append(spoke)
            can_negotiate = rules is not None and rules.can_negotiate(position)
            facts = rules.facts(position) if rules is not None and can_negotiate else None
            chosen = by_turn.get(turn, [])
            asked = position.required_by_seat()
            complete = {each.seat for each in chosen} >= {*asked} or len(chosen) == 1
            stage.chosen.extend(
                (each, in_words(entry.game, each.action, self.catalog)) for each in chosen
            )
            if not complete:
                stage.letters.extend(desk.letters[before:])
                break
            for each in sorted(chosen, key=lambda each: order[each.seat]):
                match.act(each.seat, each.action)
            stage.happened.extend(map(self.catalog.line, match.log_for(None, turn + 1)))
            if facts is not None:
                actions = {each.seat: each.action for each in chosen}
                desk.seasons.append(Season(facts, actions))
            if turn in journal.explained:
                explained = journal.explained[turn]
                desk.post(explained.seat, explained.letter, turn, 0, title)
            stage.letters.extend(desk.letters[before:])
        if rules is not None:
            for number, grounds in rules.outcomes(desk.letters_of(None), None).items():
                self.outcomes[number] = [
                    message_text(
                        entry.game, PlayerMessage("", each.message, each.kinds), self.language
                    )
                    for each in grounds
                ]
        if match.over:
            end = self.words("accounts.end")
            found.append(_Stage(end, self._board(match), [], [], [], []))
        yield from found

    def _title(self, match: Match[Any, Any]) -> str:
        message = self.entry.game.presentation.stage(match.state)
        text = self.catalog.say(message) if message is not None else ""
        top = match.state.top
        kinds = self.entry.game.info.phases
        if top is not None and kinds:
            kind = self.entry.game.info.phase_kind(top.step)
            name = self.catalog.get(f"info.phase.{kind}")
            text = text if name in text else f"{text}, {name}"
        return text[:1].upper() + text[1:]

    def _board(self, match: Match[Any, Any]) -> str:
        """Draw the board into a file of its own; return its address."""
        name = f"{BOARDS}/{len(match.moves):04d}.svg"
        drawn = match.position.svg(None, self.language)
        if drawn is None:
            return ""
        (self.folder / BOARDS).mkdir(exist_ok=True)
        (self.folder / name).write_text(drawn, encoding="utf-8")
        return name

    # -- promises

    def _promises(self) -> list[str]:
        between = self.account.kept_between
        if not between:
            return []
        seats = [seat for seat in self.account.seats if any(seat in pair[:2] for pair in between)]
        counts = {(one, other): (kept, broken) for one, other, kept, broken in between}
        head = "".join(f"<th>{escape(self._name(seat))}</th>" for seat in seats)
        corner = escape(self.words("accounts.whose"))
        rows = [f"<tr><th>{corner}</th>{head}</tr>"]
        for one in seats:
            cells = [f"<th>{escape(self._name(one))}</th>"]
            for other in seats:
                kept, broken = counts.get((one, other), (0, 0))
                kind = "broken" if broken else "kept" if kept else ""
                text = f"{kept}/{broken}" if kept or broken else ""
                cells.append(f'<td class="{kind}">{text}</td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        parts = [
            f"<h2>{escape(self.words('accounts.promises'))}</h2>",
            f'<p class="note">{escape(self.words("accounts.promises_note"))}</p>',
            f'<div class="scroll"><table class="matrix">{"".join(rows)}</table></div>',
        ]
        lies = [
            self.words(
                "accounts.lie",
                who=self._name(each.seat),
                whom=[self._name(other) for other in each.partners],
                items=list(each.items),
                promised=each.promised,
                broken=each.broken,
            )
            for each in self.account.breaches
        ]
        if lies:
            parts.append(f"<ul>{''.join(f'<li>{escape(lie)}</li>' for lie in lies)}</ul>")
        return parts

    # -- a stage

    def _stage(self, number: int, stage: _Stage) -> Iterator[str]:
        yield f'<h2 id="s{number}">{escape(stage.title)}</h2><div class="stage">'
        alt = self.words("accounts.board", stage=stage.title)
        image = f'<img src="{escape(stage.board)}" loading="lazy" alt="{escape(alt)}">'
        yield f'<div class="board">{image if stage.board else ""}</div><div>'
        rounds = sorted({e.round for e in stage.spoken} | {e.round for e in stage.letters})
        for round_ in rounds:
            letters = [each for each in stage.letters if each.round == round_]
            spoken = [each for each in stage.spoken if each.round == round_]
            if not letters and not any(each.by != "bot" for each in spoken):
                continue
            yield f"<h3>{escape(self.words('accounts.round', round=round_))}</h3>"
            yield from map(self._letter, letters)
            for each in spoken:
                yield self._exchange(each.seat, f"{each.turn} letters {each.round}", each.by)
        if stage.chosen:
            yield f"<h3>{escape(self.words('accounts.orders'))}</h3>"
        for chose, text in stage.chosen:
            yield self._decision(chose, text)
        if stage.happened:
            lines = "".join(f"<li>{escape(line)}</li>" for line in stage.happened)
            yield f"<h3>{escape(self.words('accounts.happened'))}</h3>"
            yield f'<ul class="happened">{lines}</ul>'
        yield "</div></div>"

    def _letter(self, letter: DeskLetter) -> str:
        to = ", ".join(map(self._name, letter.to)) or self.words("reply.all")
        parts = [f'<div class="to">{escape(f"{self._name(letter.sender)} → {to}")}</div>']
        if letter.text:
            parts.append(f"<p>{escape(letter.text)}</p>")
        if letter.items:
            items = "".join(f"<li>{escape(item)}</li>" for item in letter.items)
            parts.append(f'<ul class="items">{items}</ul>')
            for seat, answer in letter.answers.items():
                text = f"{self._name(seat)}: {self.words(f'accounts.answer.{answer}')}"
                parts.append(f'<div class="outcome answer-{answer}">{escape(text)}</div>')
        for outcome in self.outcomes.get(letter.number, ()):
            parts.append(f'<div class="outcome">{escape(outcome)}</div>')
        return f'<div class="letter">{"".join(parts)}</div>'

    def _decision(self, chose: Chose, text: str) -> str:
        badge = self.words(f"accounts.by.{chose.by}")
        lines = [
            f"<p><strong>{escape(self._name(chose.seat))}</strong>"
            f'<span class="badge {chose.by}">{escape(badge)}</span></p>'
        ]
        orders = "".join(f"<li>{escape(order)}</li>" for order in text.split("; "))
        lines.append(f'<ul class="orders">{orders}</ul>')
        if chose.reason:
            lines.append(f'<p class="wrong">{escape(chose.reason)}</p>')
        lines.append(self._exchange(chose.seat, f"{chose.turn} decision", ""))
        return "".join(lines)

    def _exchange(self, seat: Seat, place: str, by: str) -> str:
        """Return what a model was asked at a place, and all it answered."""
        lines = self.exchanges.get((seat, place), ())
        if not lines:
            return ""
        parts = list[str]()
        for line in lines:
            match line["kind"]:
                case "asked":
                    parts.append(self._text("saw", line["content"]))
                case "answered":
                    parts.append(self._text("wrote", line["reply"]))
                    if line["refused"]:
                        parts.append(self._text("refusal", line["refused"]))
                case "failed" | "unanswered" | "silent":
                    parts.append(self._text("failure", line["reason"]))
        key = "accounts.exchange_of" if by else "accounts.exchange"
        badge = ""
        if by in ("retry", "fallback"):
            key_by = "accounts.by.silent" if by == "fallback" else "accounts.by.retry"
            badge = f'<span class="badge {by}">{escape(self.words.catalog.get(key_by))}</span>'
        head = escape(self.words(key, seat=self._name(seat)))
        return f"<details><summary>{head}{badge}</summary>{''.join(parts)}</details>"

    def _text(self, key: str, text: str) -> str:
        return f"<div>{escape(self.words(f'accounts.{key}'))}</div><pre>{escape(text)}</pre>"

    def _briefing(self) -> str:
        """Return the instructions and rules that models got with every question."""
        parts = [
            f"<details><summary>{escape(self._name(seat))}</summary>"
            f"<pre>{escape(text)}</pre></details>"
            for seat, text in self.briefings.items()
        ]
        if not parts:
            return ""
        head = escape(self.words("accounts.briefing"))
        return f"<details><summary>{head}</summary>{''.join(parts)}</details>"
