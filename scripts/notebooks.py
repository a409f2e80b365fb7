"""Execute the notebooks of the documentation, and turn them into its pages.

    python -m scripts.notebooks            # execute all and store their outputs
    python -m scripts.notebooks --check    # fail if an output differs from the stored one

A notebook is docs/notebooks/*.ipynb (nbformat 4). Its code cells run in order in one namespace.
What they print and the value of their last expression are the outputs, a board as a picture. The
documentation is built from the stored outputs: mkdocs calls the functions `on_…` (`hooks` in
mkdocs.yml), so that neither Jupyter nor a plug-in is needed.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
SVG, PLAIN = "image/svg+xml", "text/plain"
Cell = dict[str, Any]


def notebooks() -> list[Path]:
    """Return all notebooks."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    """Read a notebook."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if notebook.get("nbformat") != 4:
        raise ValueError(f"{path} is not a notebook of format 4")
    return notebook


# -- executing


def execute(notebook: dict[str, Any]) -> None:
    """Run the code cells and set their outputs; an error of a cell is raised."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = _run(_text(cell["source"]), namespace, number)


def _run(source: str, namespace: dict[str, Any], number: int) -> list[Cell]:
    tree, name = ast.parse(source), f"<cell {number}>"
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
    outputs = list[Cell]()
    if printed.getvalue():
        outputs.append(
            {"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())}
        )
    if value is not None:
        outputs.append(
            {
                "data": _data(value),
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def _data(value: object) -> dict[str, list[str]]:
    data = {PLAIN: _lines(repr(value))}
    picture = getattr(value, "_repr_svg_", lambda: None)()
    return {SVG: _lines(picture), **data} if picture else data


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _text(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)


def written(notebook: dict[str, Any]) -> str:
    """Return a notebook as Jupyter writes it."""
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


# -- pages


def page(notebook: dict[str, Any], name: str) -> tuple[str, dict[str, str]]:
    """Return a notebook as Markdown, and its pictures by file name."""
    parts, pictures = list[str](), dict[str, str]()
    for cell in notebook["cells"]:
        source = _text(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if SVG in data:
                file = f"{name}-{len(pictures) + 1}.svg"
                pictures[file] = _text(data[SVG])
                parts.append(f"![{_text(data[PLAIN])}]({file})")
            else:
                text = _text(output["text"] if "text" in output else data[PLAIN])
                parts.append(f"```text\n{text.rstrip()}\n```")
    parts.append(f"[Download this notebook]({name}.ipynb)")
    return "\n\n".join(parts) + "\n", pictures


def on_files(files: Any, config: Any) -> Any:
    """Add a page for each notebook to the documentation (called by mkdocs)."""
    from mkdocs.structure.files import File

    for path in notebooks():
        text, pictures = page(read(path), path.stem)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=text))
        for file, picture in pictures.items():
            files.append(File.generated(config, f"notebooks/{file}", content=picture))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Lead links to notebooks to their pages (called by mkdocs). Other readers get the files."""
    return re.sub(r"\]\((notebooks/[\w-]+)\.ipynb\)", r"](\1.md)", markdown)


# -- the command


def main() -> int:
    """Execute all notebooks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    arguments = parser.parse_args()
    differing = list[str]()
    for path in notebooks():
        notebook = read(path)
        execute(notebook)
        if written(notebook) != path.read_text(encoding="utf-8"):
            differing.append(path.name)
            if not arguments.check:
                path.write_text(written(notebook), encoding="utf-8")
    print(f"changed: {', '.join(differing) or 'none'}")
    return 1 if arguments.check and differing else 0


if __name__ == "__main__":
    sys.exit(main())
