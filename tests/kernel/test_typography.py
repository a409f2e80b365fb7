"""French typography: no-break spaces, curly apostrophes, minus signs."""

from __future__ import annotations

import pytest

from entente.kernel import LANGUAGES
from entente.kernel.text import package_texts, slug
from entente.kernel.typography import keyed, typeset


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("L'aire d'{area:area}", "L’aire d’{area:area}"),
        ("Prêt ? Oui ; non !", "Prêt\u202f? Oui\u202f; non\u202f!"),
        ("Tour : « ceci »", "Tour\u00a0: «\u00a0ceci\u00a0»"),
        ("Tour\u202f: oui\u00a0; 50 %", "Tour\u00a0: oui\u202f; 50\u202f%"),
        ("14 £, traité n° 3", "14\u00a0£, traité n°\u00a03"),
        ("= -4 (-2), 2-3", "= \u22124 (\u22122), 2-3"),
        ("« ; » ou \"comme 'ceci'\"", "«\u00a0;\u00a0» ou \"comme 'ceci'\""),
        ("{power:?prêt|prête} http://x", "{power:?prêt|prête} http://x"),
        ("entente play --seat 'Bleu' -v", "entente play --seat 'Bleu' -v"),
    ],
)
def test_a_text_is_typeset(typed: str, set_: str) -> None:
    assert typeset(typed) == set_
    assert typeset(set_) == set_, "once is enough"


def test_displayed_text_equals_typed_text() -> None:
    for typed in ("l'Autriche-Hongrie", "tour : -3 ?"):
        assert keyed(typeset(typed)) == typed
        assert slug(typeset(typed)) == slug(typed)


def test_only_french_is_typeset_when_it_is_loaded() -> None:
    french, english = (package_texts("entente.kernel", language) for language in ("fr", "en"))
    assert french["kernel.not_your_decision"].startswith("Ce n’est pas")
    assert all("\u202f" not in text for text in english.values())
    assert LANGUAGES == ("en", "fr"), "another language needs its own rules"
