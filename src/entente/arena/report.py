"""The report of a tournament: one self-contained page, in either language.

It describes finished games, and for failed games only the reason; it shows no positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files

from entente.arena.charts import ChartValue, bars, histogram, intervals
from entente.arena.standings import SeatStanding, Standing, Table, tables
from entente.arena.table_writer import ReportTable, TableWriter
from entente.arena.tournament_run import TournamentRun
from entente.kernel.info import spell

LONG = 12  # rows; a longer table of pairs is shown on demand
STYLE = files("entente.arena").joinpath("style.css").read_text(encoding="utf-8")


def report(
    run: TournamentRun,
    language: str = "en",
    command: str = "",
    first: Sequence[str] = (),
    more: Sequence[str] = (),
) -> str:
    """Build the page; `command` is the command line to show. `first` and `more` are HTML to show
    before and after the summary."""
    writer = TableWriter(run.tournament.loaded(0), language)
    standings = tables(run)
    title = writer.title
    parts = [f"<h1>{escape(title)}</h1>", *first, *_about(run, writer, command), *more]
    if len(standings) > 1:
        parts += _variants(standings, writer)
    for table in standings:
        if len(standings) > 1:
            parts.append(f"<h2>{escape(table.variant.name)}</h2>")
        parts += _table(table, writer, 3 if len(standings) > 1 else 2)
    return page(title, language, parts)


def page(
    title: str, language: str, parts: Sequence[str], style: str = "", *, has_images: bool = False
) -> str:
    """Return a self-contained page, which may not load anything but, with `has_images`, the images
    beside it."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    policy += "; img-src 'self' file:" if has_images else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


# -- what was played


def _about(run: TournamentRun, writer: TableWriter, command: str) -> list[str]:
    words, tournament = writer.words, run.tournament
    lines = [_paragraph(writer.played(run))]
    if not run.finished:
        lines.append(_paragraph(writer.interim(run), "wrong"))
    if command:
        made_by = escape(words("report.made_by"))
        lines.append(f"<p>{made_by} <code>{escape(command)}</code></p>")
    rules = words("report.rules", version=tournament.rules, seed=tournament.seed)
    lines.append(_paragraph(rules, "note"))
    lines += _unusual(run, writer)
    lines += [_paragraph(words(f"report.{key}explanation"), "note") for key in ("", "rating_")]
    return lines


def _unusual(run: TournamentRun, writer: TableWriter) -> list[str]:
    """Return the options and data that differ from the defaults, if there is one variant."""
    if len(run.tournament.variants) > 1:
        return []
    (variant,) = run.tournament.variants
    usual = writer.game.info.complete()
    other = [f"{k}={spell(v)}" for k, v in variant.options.items() if usual.get(k) != v]
    listed = (("report.options", other), ("report.data", list(variant.overrides)))
    return [
        _paragraph(f"{writer.words(key)}: {', '.join(names)}", "note")
        for key, names in listed
        if names
    ]


# -- the parts


def _variants(standings: Sequence[Table], writer: TableWriter) -> list[str]:
    """Return a comparison of the seats under each variant."""
    seats = list(dict.fromkeys(seat for table in standings for seat in table.seats))
    marks = [
        _seat_mark(each, f"{writer.seat(seat)}: {table.variant.name}", number, writer)
        for number, seat in enumerate(seats)
        for table in standings
        for each in table.seat_totals
        if each.seat == seat
    ]
    sheet = writer.variants(standings)
    return [_head(sheet.title, 2), _shares(marks, len(seats), writer), sheet_html(sheet)]


def _table(table: Table, writer: TableWriter, level: int) -> list[str]:
    """Return everything about one variant."""
    parts = list[str]()
    if len(table.standings) > 1:
        _add(parts, level, writer.standings(table), _players_chart(table, writer))
    if any(each.rating for each in table.standings):
        parts.append(_ratings_chart(table, writer))
    _add(parts, level, writer.by_seat(table), _seats_chart(table, writer))
    if len(table.standings) > 2:
        meetings = writer.meetings(table)
        parts += [_head(meetings.title, level), folded(meetings)]
    if table.lengths:
        differ = len(set(table.lengths)) > 1
        title = writer.words("report.chart_lengths")
        chart = histogram(title, table.lengths, writer.number) if differ else ""
        _add(parts, level, writer.lengths(table), chart)
        _add(parts, level, writer.endings(table), _endings_chart(table, writer))
    _add(parts, level, writer.times(table), _times_chart(table, writer))
    for sheet in (writer.failures(table), writer.lapses(table)):
        parts.append(_head(sheet.title, level))
        if sheet.rows:
            explanation = writer.words("report.failure_explanation")
            parts += [_paragraph(explanation, "note"), sheet_html(sheet)]
    return parts


def _add(parts: list[str], level: int, sheet: ReportTable, chart: str) -> None:
    parts += [_head(sheet.title, level), chart, sheet_html(sheet)]


def _players_chart(table: Table, writer: TableWriter) -> str:
    marks = [
        ChartValue(
            each.player,
            each.fared.share.rate,
            each.fared.share.low,
            each.fared.share.high,
            writer.percent(each.fared.share.rate),
            number,
        )
        for number, each in enumerate(table.standings)
    ]
    return _shares(marks, len(table.seats), writer)


def _seats_chart(table: Table, writer: TableWriter) -> str:
    series = {each.player: number for number, each in enumerate(table.standings)}
    all_players = writer.words("report.all_players")
    marks = [
        _seat_mark(
            each,
            f"{writer.seat(each.seat)}: {each.player or all_players}",
            series.get(each.player, 6),
            writer,
        )
        for each in table.by_seat
    ]
    return _shares(marks, len(table.seats), writer)


def _seat_mark(each: SeatStanding, label: str, series: int, writer: TableWriter) -> ChartValue:
    share = each.fared.share
    return ChartValue(label, share.rate, share.low, share.high, writer.percent(share.rate), series)


def _shares(marks: Sequence[ChartValue], seats: int, writer: TableWriter) -> str:
    """Return a chart of shares, with the equal share as reference."""
    fair = 1 / seats
    reference = (fair, writer.words("report.fair", percent=writer.percent(fair)))
    title = writer.words("report.chart_share")
    return intervals(title, marks, (0.0, 1.0), _whole_percent(writer), reference)


def _whole_percent(writer: TableWriter) -> Callable[[float], str]:
    return lambda value: f"{writer.number(100 * value)} %"


def _ratings_chart(table: Table, writer: TableWriter) -> str:
    marks = [
        ChartValue(
            e.player, e.rating.mean, e.rating.low, e.rating.high, writer.number(e.rating.mean, 1), n
        )
        for n, e in enumerate(table.standings)
        if e.rating is not None
    ]
    ends = (min(mark.low for mark in marks), max(mark.high for mark in marks))
    return intervals(writer.words("report.chart_rating"), marks, ends, writer.number)


def _endings_chart(table: Table, writer: TableWriter) -> str:
    marks = [
        ChartValue(writer.ending(reason), count, count, count, str(count))
        for reason, count in table.endings.items()
    ]
    return bars(writer.words("report.chart_endings"), marks)


def _times_chart(table: Table, writer: TableWriter) -> str:
    def mark(number: int, each: Standing) -> ChartValue:
        mean, longest = each.seconds_a_move, each.longest
        shown = f"{writer.seconds(mean)} … {writer.seconds(longest)}"
        return ChartValue(each.player, mean, 0.0, longest, shown, number)

    marks = [mark(number, each) for number, each in enumerate(table.standings)]
    return bars(writer.words("report.chart_times"), marks)


# -- HTML


def _head(title: str, level: int) -> str:
    return f"<h{level}>{escape(title)}</h{level}>"


def _paragraph(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def folded(sheet: ReportTable) -> str:
    """Return a table, behind its head if it is long."""
    if len(sheet.rows) <= LONG:
        return sheet_html(sheet)
    title = f"{sheet.title} ({len(sheet.rows)})"
    return f"<details><summary>{escape(title)}</summary>{sheet_html(sheet)}</details>"


def sheet_html(sheet: ReportTable) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ["" if n < sheet.words else ' class="figure"' for n in range(len(cells))]
        inner = (f"<{tag}{k}>{escape(c)}</{tag}>" for k, c in zip(kinds, cells, strict=True))
        return f"<tr>{''.join(inner)}</tr>"

    body = "".join(row(cells, "td") for cells in sheet.rows)
    head = row(sheet.head, "th")
    return f'<div class="scroll"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>'
