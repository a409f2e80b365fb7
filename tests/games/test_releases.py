"""Every release is compared with the present code: its records end as they ended, or are refused
because their rules are no longer supported; its figures are still available."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from entente.kernel import Game, registry
from entente.kernel.data import earlier_data
from entente.kernel.record import Record, RecordError, parse
from scripts.released import GAMES, RECORDS, is_released, random_record, releases

RELEASES = [(game, release) for game, known in releases().items() for release in known]
IDS = [f"{game}-{release['rules']}-{release['data'][:8]}" for game, release in RELEASES]
WHAT_TO_DO = (
    "The rules or figures of {game} are not those of any release that is kept. If the same actions "
    "can now lead elsewhere, raise `version` in its GameInfo, and add the old one to `earlier` "
    "where the old way stays behind `state.rules`. Then run `python -m scripts.released`, which "
    "keeps the new figures and records of games played with them."
)


def records(file: str) -> list[Record]:
    """The records of a file, which an empty line separates."""
    data = gzip.decompress((RECORDS / file).read_bytes())
    return [parse(part + b"\n") for part in data.split(b"\n\n") if part.strip()]


@pytest.mark.parametrize(("name", "release"), RELEASES, ids=IDS)
def test_a_release_is_still_played_as_it_was(name: str, release: dict[str, str]) -> None:
    game = registry.load(name)
    if not game.info.supports_rules(release["rules"]):
        for record in records(release["records"]):
            with pytest.raises(RecordError) as raised:
                record.match(registry.load)
            assert raised.value.message.key == "mistake.record.rules"
        return
    for record in records(release["records"]):
        assert record.header.rules == release["rules"]
        match = record.verify(registry.load)
        assert match.game.data_digest == release["data"]
        assert match.rules == release["rules"]


@pytest.mark.parametrize(("name", "release"), RELEASES, ids=IDS)
def test_the_figures_of_a_release_can_still_be_had(name: str, release: dict[str, str]) -> None:
    game = registry.load_kept(name, {}, release["data"])
    assert game is not None, f"the figures {release['data']} of {name} are gone"
    assert game.data_digest == release["data"]
    assert release["data"] in earlier_data(game.info.package)


@pytest.mark.parametrize("name", sorted(registry.available()))
def test_the_current_rules_are_kept(name: str) -> None:
    game = registry.load(name)
    if not (GAMES / name).is_dir():
        return  # a third-party game
    assert is_released(game, releases()[name]), WHAT_TO_DO.format(game=name)


def test_a_changed_figure_or_version_is_noticed() -> None:
    game, known = registry.load("turmoil"), releases()["turmoil"]
    other = [{**each, "data": "0" * 64} for each in known]
    assert is_released(game, known)
    assert not is_released(game, other)
    assert not is_released(game, [{**each, "rules": "0"} for each in known])


def test_a_record_that_is_made_for_a_release_says_what_it_was_played_with() -> None:
    game: Game[Any, Any] = registry.load("diplomacy")
    header = parse(random_record(game, "0")).header
    assert (header.rules, header.data) == (game.info.version, game.data_digest)
