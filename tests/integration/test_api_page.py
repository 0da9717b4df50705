"""docs/api.md tells the truth: its examples are run."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def run_until(words: str) -> dict[str, Any]:
    """What the page has defined after the first example with these words."""
    names: dict[str, Any] = {}
    for example in EXAMPLES:
        exec(compile(example, "docs/api.md", "exec"), names)
        if words in example:
            return names
    raise AssertionError(f"no example has {words}")


def test_every_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run_until(EXAMPLES[-1])
    assert "4 solved" in capsys.readouterr().out


def test_a_cancelled_task_ends_its_search() -> None:
    page = run_until("solve_in_thread")

    async def cancel() -> None:
        task = asyncio.create_task(page["solve_in_thread"](page["hard"]))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    began = time.monotonic()
    asyncio.run(cancel())  # Its end waits for the thread, whose limit is 600 seconds.
    assert time.monotonic() - began < 100
