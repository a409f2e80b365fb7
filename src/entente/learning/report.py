"""The HTML report of a training run, in the style of the arena's."""

from __future__ import annotations

from html import escape

from entente.arena.charts import Curve, curves
from entente.arena.report import page
from entente.kernel import Message, registry
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of
from entente.learning.player import PACKAGE
from entente.learning.training_run import Iteration, TrainingRecord


class ReportTexts:
    """Texts and number formats of the report in one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._catalog = catalog_of(PACKAGE, language)

    def words(self, key: str, **args: Argument) -> str:
        return self._catalog.say(Message(key, args))

    def number(self, value: float) -> str:
        return self._in_language(f"{value:.3g}")

    def percent(self, value: float) -> str:
        return self._in_language(f"{100 * value:.1f}") + " %"

    def _in_language(self, text: str) -> str:
        return text.replace(".", ",") if self._language == "fr" else text


def report(record: TrainingRecord, language: str = "en", command: str = "") -> str:
    """Build the page; `command` is the command line to show."""
    texts = ReportTexts(language)
    words, settings = texts.words, record.settings
    game = registry.load(settings.game).catalog(language).get("info.title")
    title = words("report.title", game=game)
    parts = [f"<h1>{escape(title)}</h1>"]
    if command:
        parts.append(f"<p>{escape(words('report.made_by'))} <code>{escape(command)}</code></p>")
    about = words(
        "report.about",
        count=len(record.iterations),
        games=sum(each.games for each in record.iterations),
        rules=settings.rules,
        seed=settings.seed,
    )
    parts += [f"<p>{escape(about)}</p>", _note(words("report.explanation"))]
    if record.iterations:
        parts += _charts(record.iterations, texts)
        parts.append(_sheet(record.iterations, texts))
    return page(title, language, parts)


def _charts(iterations: list[Iteration], texts: ReportTexts) -> list[str]:
    words, fits = texts.words, [each.fit for each in iterations]
    return [
        curves(
            words("report.chart_value"),
            [
                Curve(words("report.network"), [fit.value_loss for fit in fits]),
                Curve(words("report.evaluation"), [fit.evaluation_loss for fit in fits]),
            ],
            texts.number,
        ),
        curves(
            words("report.chart_agreed"),
            [
                Curve(words("report.agreed"), [fit.policy_accuracy for fit in fits]),
                Curve(words("report.right"), [fit.value_accuracy for fit in fits]),
            ],
            texts.percent,
        ),
        curves(
            words("report.chart_length"),
            [Curve(words("report.length"), [each.length for each in iterations])],
            texts.number,
        ),
    ]


def _sheet(iterations: list[Iteration], texts: ReportTexts) -> str:
    keys = ("iteration", "games", "length", "network", "evaluation", "right", "agreed")
    titles = (escape(texts.words(f"report.{key}")) for key in keys)
    head = "".join(f"<th>{title}</th>" for title in titles)
    body = ""
    for number, each in enumerate(iterations, 1):
        cells = (
            str(number),
            str(each.games),
            texts.number(each.length),
            texts.number(each.fit.value_loss),
            texts.number(each.fit.evaluation_loss),
            texts.percent(each.fit.value_accuracy),
            texts.percent(each.fit.policy_accuracy),
        )
        inner = (f'<td class="figure">{escape(cell)}</td>' for cell in cells)
        body += f"<tr>{''.join(inner)}</tr>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{table}</div>'


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'
