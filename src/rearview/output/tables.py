"""Tables: CSV with a header for other programs, Markdown for pages."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean


def to_csv(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows with the same names in the same order; what is None is an empty cell."""
    text = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return text.getvalue()


def to_markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    lines = [header, ["---"] * len(header), *rows]
    escaped = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return [f"| {' | '.join(line)} |" for line in escaped]


def mean_and_range(numbers: Sequence[float]) -> str:
    """`0.213 (0.198 to 0.230)`."""
    return f"{mean(numbers):.3f} ({min(numbers):.3f} to {max(numbers):.3f})"
