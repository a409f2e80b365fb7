"""Words: whatever occurs can be read, and typed, in every language."""

from __future__ import annotations

import msgspec

from entente.kernel.conformance.playthrough import RandomPlaythrough, demand, some
from entente.kernel.menu import Amount, Pick, listed
from entente.kernel.message import Message
from entente.kernel.reading import read
from entente.kernel.text import LANGUAGES

KERNEL_SECTION = "0"


def check_texts(journey: RandomPlaythrough) -> None:
    """Every line, prompt, label and reason that occurs has words in every language."""
    game, outcome = journey.game, journey.match.state.outcome
    for where, message in journey.messages:
        render(journey, message, where)
    for action, where in journey.actions.items():
        render(journey, game.presentation.label(action), f"{where}, label of {action!r}")
    for section, where in journey.sections.items():
        check_section(journey, section, where)
    if outcome is not None:
        render(journey, outcome.reason, journey.where(len(journey.moves)))
    for moment in journey.sample("pictures", 1):
        for viewer in (*journey.seats, None):
            view = game.view(moment.state(), viewer)
            for language in LANGUAGES:
                picture = game.presentation.render_text(view, game.catalog(language).strict)
                where = f"{journey.where(moment.number)}, {viewer or 'a spectator'}"
                demand(bool(picture.strip()), f"{where}: an empty picture in {language}")


def check_information(journey: RandomPlaythrough) -> None:
    """The game has a title and a summary, its seats and options have names, and all cite a rule."""
    info, name = journey.game.info, journey.game.info.id
    keys = ["info.title", "info.summary", *(f"names.seat.{seat}" for seat in journey.seats)]
    for option in info.options:
        keys += [f"option.{option.id}.name", f"option.{option.id}.help"]
        check_section(journey, option.section, f"option {option.id}")
        takes = option.default in option.values
        demand(takes, f"{name}: option {option.id} does not take its own default")
    for language in LANGUAGES:
        catalog = journey.game.catalog(language)
        for key in keys:
            there = key in catalog and bool(catalog.get(key).strip())
            demand(there, f"{name}: no {language} text for {key!r}")


def check_reading(journey: RandomPlaythrough) -> None:
    """An action written in a reader's language is understood as that action and no other."""
    game = journey.game
    for moment in journey.sample("reading"):
        position, rng = moment.position(), journey.rng(f"reading {moment.number}")
        for decision in position.decisions:
            if listed(decision.menu) is None and not isinstance(decision.menu, (Amount, Pick)):
                continue
            for language in LANGUAGES:
                catalog = game.catalog(language)
                for action in some(decision.menu, rng, 12):
                    written = catalog.write(action)
                    understood = read(written, decision.menu, catalog)
                    understood = understood or position.read(decision, written, catalog)
                    where = f"{journey.where(moment.number)}, {decision.seat}, {language}"
                    text = f"{where}: {action!r} is written {written!r} and read as {understood}"
                    demand(understood == [action], text)


# -- single texts


def render(journey: RandomPlaythrough, message: Message, where: str) -> None:
    """The message has a sentence in every language; what was said before has."""
    same = msgspec.json.encode(message)
    if same in journey.rendered:
        return
    for language in LANGUAGES:
        try:
            sentence = journey.game.catalog(language).strict.say(message)
        except Exception as error:
            text = f"{where}: no {language} sentence for {message}: {error!r}"
            raise AssertionError(text) from error
        demand(bool(sentence.strip()), f"{where}: an empty {language} sentence for {message}")
    journey.rendered.add(same)


def check_section(journey: RandomPlaythrough, section: str, where: str) -> None:
    """The section cited has a title in every language; section 0 is the kernel's own."""
    for language in LANGUAGES:
        there = f"rules.{section}.title" in journey.game.catalog(language)
        text = f"{where}: cites section {section!r}, which has no {language} title"
        demand(section == KERNEL_SECTION or there, text)
