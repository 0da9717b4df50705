"""Where the Chromium is that drives the tests of the page."""

from __future__ import annotations

import os
import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Quiet, and able to run in a container."""


def find_chromium() -> str | None:
    """What REARVIEW_CHROMIUM names, else the first that the system has."""
    named = os.environ.get("REARVIEW_CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)
