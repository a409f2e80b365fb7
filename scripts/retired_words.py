"""Count retired words and phrases, area by area.

    python -m scripts.retired_words           print the counts
    python -m scripts.retired_words --write   store them in tests/language/counts.toml

`tests/language` holds every count to the stored one: it may only fall.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COUNTS = ROOT / "tests/language/counts.toml"

PATTERNS = {
    "whoever": r"\b(who|what|wher|which)ever\b",
    "somebody": r"\b(some|every|no|any)body\b",
    "told": r"\b(is|are|was|were|be|been) told\b",
    "he": r"\b(he|his|him|himself)\b",
    "stands": r"\b(stands|lies|stood)\b(?! (in|still|for|down|out))",
    "anew": r"\banew\b",
    "so many": r"\bso (many|much|often)\b(?! (as|that|better|more))",
    "any more": r"\bany more\b",
    "all the same": r"\ball the same\b",
}
RETIRED = re.compile("|".join(PATTERNS.values()), re.IGNORECASE)
# Habits of a writer who thinks in another language.
PROSE_PATTERNS = {
    "go on": r"\b(go|goes|going|gone|went) on\b(?! the)",
    "by itself": r"\bby (itself|themselves)\b",
    "is no": r"(?<!there )\b(is|are|was|were) no "
    r"(?!longer|one|more|later|fewer|less|better|worse|stronger|bigger)",
    "one may": r"(?<!no )(?<!this )(?<!next )(?<!only )\bone (can|may|must|should|gets|wants)\b",
    "who as subject": r"(?m)(?:^|[.:;] )who (is|has|does|wins|misses|leaves|asks)\b[^?\n]*$",
    "also if": r"\balso (if|before|into|when)\b",
    "for as because": r"[,;:] for (he|she|it|they|you|there|I)\b",
    "reckon": r"\b(reckon(s|ing)?|wash(es)?)\b",
    "sign in": r"\bsign(s|ed)?[- ]in\b(?! (a|the)\b)",
    "codominion": r"\bcodominions?\b",
    "cause for war": r"\bcauses? for war\b",
}
TEXT_PATTERNS = {
    "at once": r"\bat once\b",
    "noun of noun": r"(?m)^(name|options|table|games|message|appeal|role|words|address) of\b",
    "for each player": r"\bfor each (player|student|seat|move|game)\b",
    "stand": r"(?<!-)\b(stand|lie|bear|bears)\b(?! (in|still|for|down|out|by))",
    "notice": r"\bnotices?\b",
    "two colons": r"(?m)^[^:\n]*: [^:.\n]*: ",
}
UI_PATTERNS = {
    "hand in": r"\b(hand|hands|handed) in\b",
    "kept": r"\bkept\b",
    "letter": r"\bletters?\b",
    "break off": r"\bbr(ea|o)ke?n? (it |the game )?off\b",
    "refuse": r"\brefus(e|es|ed|ing|al)\b",
    "ellipsis": r"\s…",
}
FRENCH_PATTERNS = {
    "apostrophe": "’",
    "appariement rapide": r"\bappariement rapide\b",
    "ce que as title": r"(?m)^(ce qu[ei']|comment )[^?\n]*$",
    "cela": r"\b(cela|ceci|ça)\b",
    "de lui-même": r"\bd'(elle|lui|elles|eux)-mêmes?\b",
    "décliner": r"\bdéclin(er|é|ée)\b",
    "délai": r"\bdélais?\b",
    "ellipsis": r"\w …",
    "employer": r"\bemplo(i|ie|ient|ies|yer|yé|yée|yés|yées)\b",
    "exploitant": r"\bexploitants?\b",
    "fini": r"\bfinie?s?\b",
    "lettre": r"\b(lettres?|courriers?)\b",
    "on": r"\bon\b",
    "qui as subject": r"(?m)(?:^|[.:;] )qui [^?\n]*$",
    "remettre": r"\b(remett\w+|remis) (l[ea]s? |vos |ses |mes |leurs )?(ordre|réponse)s?\b",
    "rythme": r"\brythmes?\b",
}
PATTERNS_OF = {
    "page": PATTERNS | PROSE_PATTERNS | TEXT_PATTERNS | UI_PATTERNS,
    "texts": PATTERNS | PROSE_PATTERNS | TEXT_PATTERNS,
    "rules": PROSE_PATTERNS,
    "documentation": PATTERNS | PROSE_PATTERNS,
    "page-fr": FRENCH_PATTERNS,
    "texts-fr": FRENCH_PATTERNS,
}


def counts() -> dict[str, dict[str, int]]:
    """Return how often each pattern occurs in each area."""
    by_area = {}
    for area, texts in areas().items():
        whole = "\n".join(texts)
        by_area[area] = {
            name: len(re.findall(pattern, whole, re.IGNORECASE))
            for name, pattern in PATTERNS_OF.get(area, PATTERNS).items()
        }
    return by_area


def areas() -> dict[str, Iterator[str]]:
    """Return the prose of the project by area, English unless the name says otherwise."""
    return {
        "page": page_texts("en"),
        "texts": toml_texts("en"),
        "rules": toml_texts("en", rules=True),
        "documentation": documentation(),
        "code": comments(ROOT / "src"),
        "tests": comments(ROOT / "tests"),
        "client": client_comments(ROOT / "web/src"),
        "benchmarks": comments(ROOT / "benchmarks"),
        "scripts": comments(ROOT / "scripts"),
        "page-fr": page_texts("fr"),
        "texts-fr": toml_texts("fr"),
    }


def page_texts(language: str) -> Iterator[str]:
    """Yield the texts of the web client in a language."""
    web = ROOT / "web/src"
    own = [*web.glob(f"games/*/text/{language}.ts"), *web.glob(f"games/*/text/{language}/*.ts")]
    for path in sorted([*web.glob(f"lib/text/{language}/*.ts"), *own]):
        for _, text in re.findall(r"""(['"`])((?:\\.|(?!\1).)*)\1""", path.read_text()):
            if " " in text:
                yield text


def toml_texts(language: str, *, rules: bool = False) -> Iterator[str]:
    """Yield the texts of the packages in a language: those of rules and cards, or all others."""
    for path in sorted((ROOT / "src").rglob(f"text/{language}/*.toml")):
        if (path.stem in ("rules", "cards")) == rules:
            yield from _leaves(tomllib.loads(path.read_text()))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, str):
        yield value


def documentation() -> Iterator[str]:
    """Yield the pages, without code."""
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    pages += [each for each in sorted((ROOT / "docs").rglob("*.md")) if each.stem != "glossary"]
    for path in pages:
        text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
        yield re.sub(r"`[^`]*`", "", text)


def comments(folder: Path) -> Iterator[str]:
    """Yield the docstrings and comments of the files in a folder that have a retired word."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text()
        # Parser and tokenizer are slow, and most files have nothing to find.
        if not RETIRED.search(text):
            continue
        yield from _docstrings(ast.parse(text))
        lines = [line for line in text.splitlines() if "#" in line]
        if any(RETIRED.search(line, line.index("#")) for line in lines):
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield token.string


def client_comments(folder: Path) -> Iterator[str]:
    """Yield the comments of the TypeScript, Svelte and CSS files in a folder."""
    comment = re.compile(r"/\*.*?\*/|<!--.*?-->|(?:^|\s)//[^\n]*", re.DOTALL)
    for suffix in ("ts", "svelte", "css"):
        for path in sorted(folder.rglob(f"*.{suffix}")):
            if "generated" not in path.parts:
                yield from comment.findall(path.read_text())


def _docstrings(module: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module; only statements have any."""
    todo: list[ast.AST] = [module]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            todo += getattr(node, field, ())


def main() -> None:
    """Print or store the counts."""
    lines = ["# Written by `python -m scripts.retired_words --write`. Counts may only fall."]
    for area, numbers in counts().items():
        lines += ["", f"[{area}]", *(f'"{name}" = {number}' for name, number in numbers.items())]
    text = "\n".join(lines) + "\n"
    if "--write" in sys.argv:
        COUNTS.write_text(text)
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
