"""The documentation site: `make docs` builds it into build/docs."""

from __future__ import annotations

from rearview import __version__

project = "rearview"
author = "The rearview authors"
copyright = author  # noqa: A001  (Sphinx wants this name)
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["results/template.md"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_preserve_defaults = True
# Docstrings write `names` as Markdown does.
default_role = "code"

# Most blocks are boards.
highlight_language = "none"

html_theme = "furo"
html_title = f"rearview {release}"
html_static_path = ["pictures", "style"]
html_css_files = ["wide.css"]
html_show_copyright = False
