"""`rearview web`: play, solve, draw and watch on a page in the browser."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from rearview.cli.options import MaybeWhat
from rearview.cli.terminal import say_now
from rearview.errors import OptionError
from rearview.levels import Collection, load_levels

_PORT: Final = 8377
"""Always the same, because a browser stores progress by address."""


def web(
    what: MaybeWhat = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 takes any free one.")
    ] = _PORT,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The address to listen on. If other machines can reach it, the printed URL has a "
            "token.",
        ),
    ] = "127.0.0.1",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
) -> None:
    """Play, solve, draw and watch the search on a page in the browser.

    The page is served by this machine and works without a network. Other machines can reach it only
    with --host. The browser stores your progress. Ctrl-C stops the server and its searches.

    \b
    Examples:
      rearview web
      rearview web xsokoban:1
      rearview web levels.sok --port 9000 --no-browser
    """
    serve_page(load_levels(what or "microban"), host, port, browser)


def serve_page(opened: Collection, host: str, port: int, opens_browser: bool) -> None:
    """Raises OptionError when the address is bad, or the extra is not installed."""
    try:
        from rearview.web.server import Address, serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("rearview"):
            raise
        raise OptionError(
            f"the page needs {error.name}, which is not installed: pip install 'rearview[web]'"
        ) from None

    def tell(address: Address) -> None:
        say_now(f"rearview is on {address.url}")
        say_now("Ctrl-C ends it")

    serve(opened, host, port, opens_browser, tell)
