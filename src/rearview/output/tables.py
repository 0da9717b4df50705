"""Tables: CSV with a header for other programs, Markdown for pages."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean


def to_csv(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows with the same names in the same order; None is an empty cell."""
    text = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return text.getvalue()


def to_markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; columns of numbers are right-aligned."""
    body = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    columns = zip(*body, strict=True) if body else [()] * len(header)
    rule = ["---:" if column and all(map(_is_number, column)) else "---" for column in columns]
    return [f"| {' | '.join(line)} |" for line in (header, rule, *body)]


def _is_number(cell: str) -> bool:
    """A number, also `**12**`, `3 s` or `88 of 90`, or an empty cell."""
    return re.fullmatch(r"(\*\*)?[-+]?[\d,.]*( s| of \d+)?(\*\*)?", cell) is not None


def mean_and_range(numbers: Sequence[float]) -> str:
    """`0.213 (0.198 to 0.230)`."""
    return f"{mean(numbers):.3f} ({min(numbers):.3f} to {max(numbers):.3f})"
