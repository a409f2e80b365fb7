"""The command speaks both languages equally well."""

from __future__ import annotations

from string import Formatter

from entente.kernel.text import package_texts

ENGLISH, FRENCH = (package_texts("entente.cli", language) for language in ("en", "fr"))


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_texts() -> None:
    assert set(ENGLISH) == set(FRENCH)


def test_both_languages_have_the_same_gaps() -> None:
    for key, text in ENGLISH.items():
        assert gaps(text) == gaps(FRENCH[key]), key
