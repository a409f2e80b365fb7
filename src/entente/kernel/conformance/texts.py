"""Texts: everything that occurs can be read, and typed, in every language."""

from __future__ import annotations

import msgspec

from entente.kernel.conformance.playthrough import RandomPlaythrough, require, sample_menu
from entente.kernel.menu import Amount, Pick, listed
from entente.kernel.message import Message
from entente.kernel.reading import read
from entente.kernel.text import LANGUAGES

KERNEL_SECTION = "0"


def check_texts(run: RandomPlaythrough) -> None:
    """Check that every line, prompt, label and reason that occurs has a text in every language."""
    game, outcome = run.game, run.match.state.outcome
    for where, message in run.messages:
        render(run, message, where)
    for action, where in run.actions.items():
        render(run, game.presentation.label(action), f"{where}, label of {action!r}")
    for section, where in run.sections.items():
        check_section(run, section, where)
    if outcome is not None:
        render(run, outcome.reason, run.where(len(run.moves)))
    for saved in run.sample("pictures", 1):
        for viewer in (*run.seats, None):
            view = game.view(saved.state(), viewer)
            for language in LANGUAGES:
                picture = game.presentation.render_text(view, game.catalog(language).strict)
                where = f"{run.where(saved.number)}, {viewer or 'a spectator'}"
                require(bool(picture.strip()), f"{where}: an empty picture in {language}")


def check_information(run: RandomPlaythrough) -> None:
    """Check that the game has a title and summary, and seats and options have names and cite a
    rule."""
    info, name = run.game.info, run.game.info.id
    keys = ["info.title", "info.summary", *(f"names.seat.{seat}" for seat in run.seats)]
    for option in info.options:
        keys += [f"option.{option.id}.name", f"option.{option.id}.help"]
        check_section(run, option.section, f"option {option.id}")
        takes = option.default in option.values
        require(takes, f"{name}: option {option.id} does not accept its own default")
    for language in LANGUAGES:
        catalog = run.game.catalog(language)
        for key in keys:
            there = key in catalog and bool(catalog.get(key).strip())
            require(there, f"{name}: no {language} text for {key!r}")


def check_reading(run: RandomPlaythrough) -> None:
    """Check that an action written in the reader's language is parsed as that action only."""
    game = run.game
    for saved in run.sample("reading"):
        position, rng = saved.position(), run.rng(f"reading {saved.number}")
        for decision in position.decisions:
            if listed(decision.menu) is None and not isinstance(decision.menu, (Amount, Pick)):
                continue
            for language in LANGUAGES:
                catalog = game.catalog(language)
                for action in sample_menu(decision.menu, rng, 12):
                    written = catalog.write(action)
                    understood = read(written, decision.menu, catalog)
                    understood = understood or position.bind(decision).read(written, catalog)
                    where = f"{run.where(saved.number)}, {decision.seat}, {language}"
                    text = f"{where}: {action!r} is written {written!r} and read as {understood}"
                    require(understood == [action], text)


# -- single texts


def render(run: RandomPlaythrough, message: Message, where: str) -> None:
    """Check that the message has a sentence in every language; skip messages checked before."""
    same = msgspec.json.encode(message)
    if same in run.rendered:
        return
    for language in LANGUAGES:
        try:
            sentence = run.game.catalog(language).strict.say(message)
        except Exception as error:
            text = f"{where}: no {language} sentence for {message}: {error!r}"
            raise AssertionError(text) from error
        require(bool(sentence.strip()), f"{where}: an empty {language} sentence for {message}")
    run.rendered.add(same)


def check_section(run: RandomPlaythrough, section: str, where: str) -> None:
    """Check that the cited section has a title in every language; section 0 is the kernel's own."""
    for language in LANGUAGES:
        there = f"rules.{section}.title" in run.game.catalog(language)
        text = f"{where}: cites section {section!r}, which has no {language} title"
        require(section == KERNEL_SECTION or there, text)
