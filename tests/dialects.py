"""Levels as people paste them: each dialect takes the rows of a level and decorates them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

Dialect = Callable[[Sequence[str]], str]


def _each(form: str) -> Dialect:
    """A form with `{row}`, and perhaps `{n}` for its number, on every line."""
    return lambda rows: "\n".join(form.format(row=row, n=n) for n, row in enumerate(rows, 1))


def _around(before: str, after: str) -> Dialect:
    return lambda rows: before + "\n".join(rows) + after


def _inside(outer: Dialect, inner: Dialect) -> Dialect:
    return lambda rows: outer(inner(rows).split("\n"))


def _in_box(rows: Sequence[str]) -> str:
    width = max(map(len, rows))
    border = f"+{'-' * (width + 2)}+"
    return "\n".join([border, *(f"| {row.ljust(width)} |" for row in rows), border])


def _with_hard_spaces(form: str, between: str) -> Dialect:
    return lambda rows: between.join(form.format(row=row.replace(" ", "&nbsp;")) for row in rows)


def _as_entities(rows: Sequence[str]) -> str:
    return "\n".join("".join(f"&#{ord(symbol)};" for symbol in row) for row in rows)


def _as_symbols(rows: Sequence[str]) -> str:
    return json.dumps([list(row) for row in rows]).replace("], ", "],\n")


CERTAIN: dict[str, Dialect] = {
    "mail": _each("> {row}"),
    "mail without space": _each(">{row}"),
    "mail twice": _each(">> {row}"),
    "mail twice with spaces": _each("> > {row}"),
    "margin": _each("| {row}"),
    "box": _in_box,
    "box drawing": _each("\u2502 {row}"),
    "code comment": _each("// {row}"),
    "cat -n": _each("{n:6d}\t{row}"),
    "cat -n on a terminal": _each("{n:6d}  {row}"),
    "editor": _each("{n:3d} {row}"),
    "tab": _each("{n}\t{row}"),
    "number at the right": _each("{row}  {n}"),
    "bar and number at the right": _each("{row} | {n}"),
    "numbers on both sides": _each("{n:3d} {row} {n}"),
    "zeros and bar": _each("{n:03d}|{row}"),
    "aligned colon": _each("{n:2d}: {row}"),
    "page": _around("<html><body>\n<h1>Levels</h1>\n<pre>\n", "\n</pre></body></html>"),
    "pre": _around("<pre>", "</pre>"),
    "br": _with_hard_spaces("{row}<br>", "\n"),
    "br on one line": _with_hard_spaces("{row}", "<br/>"),
    "paragraphs": _with_hard_spaces('<p class="row">{row}</p>', "\n"),
    "entities": _as_entities,
    "fence": _around("```\n", "\n```"),
    "fence with info": _around("```text\n", "\n```\n"),
    "tilde fence": _around("~~~\n", "\n~~~"),
    "chat": _around("```", "```"),
    "forum": _around("[code]\n", "\n[/code]"),
    "forum on the same lines": _around("[CODE]", "[/CODE]"),
    "indented": _each("    {row}"),
    "json": json.dumps,
    "json of several lines": lambda rows: json.dumps({"rows": rows}, indent=2),
    "json of one string": lambda rows: json.dumps("\n".join(rows)),
    "json of symbols": _as_symbols,
    "python": lambda rows: "LEVEL = [\n" + "\n".join(f"    {row!r}," for row in rows) + "\n]\n",
    "python block": _around('level = """\\\n', '\n"""\n'),
    "python block on the same lines": _around('level = """', '""".strip()\n'),
    "c": lambda rows: "const char *level =\n" + _each('    "{row}\\n"')(rows) + ";\n",
    "shell": _each("echo '{row}'"),
    "commas": lambda rows: ",\n".join(rows),
    "backslashes": lambda rows: "\\\n".join(rows),
    "spelt-out line ends": lambda rows: "\\n".join(rows),
    "fence in mail": _inside(_each("> {row}"), _around("```\n", "\n```")),
    "numbers in mail": _inside(_each("> {row}"), _each("{n:3d} {row}")),
    "numbers in a fence": _inside(_around("```\n", "\n```"), _each("{n:3d}  {row}")),
    "numbers in a page": _inside(_around("<pre>\n", "\n</pre>"), _each("{n:3d}  {row}")),
}
"""Dialects that are cleaned, whatever the level."""

DOUBTFUL: dict[str, Dialect] = {
    "awk": _each("{n} {row}"),
    "padded": lambda rows: "\n".join(f"{n:<3d}{row}" for n, row in enumerate(rows, 1)),
    "grep": _each("{n}:{row}"),
    "dot": _each("{n}. {row}"),
    "brackets": _each("[{n}] {row}"),
    "number against row": _each("{n}{row}"),
    "hyphen": _each("{n}-{row}"),
    "every other number": lambda rows: "\n".join(f"{2 * n} {r}" for n, r in enumerate(rows, 1)),
    "downwards": lambda rows: "\n".join(f"{len(rows) - n} {row}" for n, row in enumerate(rows)),
    "numbers behind": _each("{row} {n}"),
    "numbers on both sides": _each("{n} {row} {n}"),
    "some numbers": lambda rows: "\n".join(
        f"{'' if n % 5 else n:3} {row}" for n, row in enumerate(rows, 1)
    ),
    "foreign mark": _each("% {row}"),
}
"""Dialects that are cleaned or refused: where rows begin cannot always be told."""
