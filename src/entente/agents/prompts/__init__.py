"""The prompts of a language model: files of text in a folder for each version and language.

A version is never changed once results were made with it; a better prompt is a new version. The
version and a digest of the files are in every transcript.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from entente.agents.words import user_error

LATEST = "1"
SUFFIX = ".txt"


class Prompts:
    """The prompts of one version, in one language."""

    def __init__(self, version: str, texts: dict[str, str]) -> None:
        self.texts = texts
        digest = sha256("\0".join(f"{k}\0{texts[k]}" for k in sorted(texts)).encode()).hexdigest()
        self.version = f"{version}-{digest[:8]}"

    def __call__(self, name: str, **gaps: str | int) -> str:
        """Return a prompt with its gaps filled."""
        return Template(self.texts[name]).substitute({k: str(v) for k, v in gaps.items()})


@lru_cache(maxsize=8)
def prompts_in(language: str, folder: str = "") -> Prompts:
    """Return the latest prompts of a language. A folder of one's own replaces those it has."""
    texts = _read(files("entente.agents.prompts").joinpath(LATEST).joinpath(language))
    if not folder:
        return Prompts(LATEST, texts)
    place = Path(folder).expanduser()
    try:
        own = _read(place)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.llm_prompts", folder=folder, error=reason) from None
    unknown = sorted(own.keys() - texts.keys())
    if unknown or not own:
        known = sorted(texts)
        raise user_error("mistake.llm_prompt", folder=folder, names=unknown or ["–"], known=known)
    for name, text in own.items():
        _check(folder, name, text, texts[name])
    return Prompts(f"{LATEST}+{place.name}", texts | own)


def _read(folder: Traversable) -> dict[str, str]:
    return {
        each.name.removesuffix(SUFFIX): each.read_text("utf-8").strip()
        for each in folder.iterdir()
        if each.name.endswith(SUFFIX)
    }


def _check(folder: str, name: str, text: str, usual: str) -> None:
    """Refuse a prompt with a gap that nothing fills."""
    template = Template(text)
    known = Template(usual).get_identifiers()
    wrong = [each for each in template.get_identifiers() if each not in known]
    if wrong or not template.is_valid():
        raise user_error("mistake.llm_gap", file=f"{folder}/{name}{SUFFIX}", known=known or ["–"])
