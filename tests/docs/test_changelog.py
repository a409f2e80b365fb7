"""The changelog is grouped by audience, releases begin with sentences, and nothing is twice."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
AUDIENCES = ["Players", "Operators", "Library and research"]
# The first version had one game and one audience.
RELEASES = [part for part in re.split(r"^## ", TEXT, flags=re.M)[1:] if part[:7] != "[0.1.0]"]


def test_a_release_is_grouped_by_audience_and_begins_with_sentences() -> None:
    assert RELEASES
    for release in RELEASES:
        lead, *groups = re.split(r"^### ", release.partition("\n")[2], flags=re.M)
        named = [group.partition("\n")[0] for group in groups]
        assert named == [audience for audience in AUDIENCES if audience in named]
        assert not groups or len(re.findall(r"[.:] ", lead.strip() + " ")) >= 3


def test_no_change_is_listed_twice() -> None:
    entries = re.findall(r"^- .*", TEXT, re.M)
    assert len(entries) > 200
    assert len({*entries}) == len(entries)
