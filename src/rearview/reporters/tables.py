"""Tables for other programs: CSV with a header."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping


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
