"""Limits of reading, each with a name for error messages.

The first two groups are promises to users. The last group only bounds time and memory for hostile
or mistaken input; real level files stay far below it.
"""

from __future__ import annotations

from typing import Final

MAX_WIDTH: Final = 128
MAX_HEIGHT: Final = 128
MAX_BOXES: Final = 1_000

MAX_MOVES: Final = 1_000_000
"""Moves in one solution, run lengths expanded."""

MAX_FILE_BYTES: Final = 16 * 1024 * 1024
MAX_LINES: Final = 2_000_000
MAX_LINE_LENGTH: Final = 2_000_000
MAX_LEVELS: Final = 100_000
MAX_ROWS: Final = 10_000
"""Rows of one board while it is read; boards over MAX_HEIGHT are read so that they can be shown."""

MAX_ROW_EXPANSION: Final = 100_000
"""Characters that one run-length line may expand to."""
MAX_FILE_EXPANSION: Final = 32 * 1024 * 1024
"""Characters of all boards of a file together, run lengths expanded."""

MAX_CLEANED_LENGTH: Final = 500_000
"""Characters of a text that is searched for quotes, markup and line numbers; pasted texts are
smaller."""
