"""`python -m rearview` runs the command `rearview`."""

from __future__ import annotations

from rearview.cli.main import main

if __name__ == "__main__":
    main()
