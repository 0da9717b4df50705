"""What the source distribution holds, and what its metadata tells an index."""

from __future__ import annotations

import os
import re
import tarfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ONLY_FOR_SERVICES = {".ci", ".github", ".pre-commit-config.yaml"}
SOURCES = {".cpp", ".css", ".csv", ".h", ".html", ".js", ".json", ".md", ".py", ".xsb"}
BUILT = {".venv", "build", "dist", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every file of a freshly built sdist, by path, with its text."""
    backend = pytest.importorskip("scikit_build_core.build")
    folder = tmp_path_factory.mktemp("sdist")
    before = Path.cwd()
    os.chdir(REPOSITORY)
    try:
        name = backend.build_sdist(str(folder))
    finally:
        os.chdir(before)
    with tarfile.open(folder / name) as archive:
        return {
            member.name.split("/", 1)[1]: content.read().decode("utf-8", "replace")
            for member in archive
            if (content := archive.extractfile(member)) is not None
        }


def test_it_holds_all_that_its_tests_read(sdist: dict[str, str]) -> None:
    for folder in ("benchmarks", "docs", "native", "src", "tests", "tools"):
        for file in (REPOSITORY / folder).rglob("*"):
            if file.suffix in SOURCES:
                assert file.relative_to(REPOSITORY).as_posix() in sdist
    assert {"Makefile", "CMakeLists.txt", "CHANGELOG.md", "CONTRIBUTING.md"} <= sdist.keys()


def test_it_holds_nothing_that_was_built_or_that_only_services_read(sdist: dict[str, str]) -> None:
    assert not {path.split("/")[0] for path in sdist} & (ONLY_FOR_SERVICES | BUILT)
    assert not [path for path in sdist if path.endswith((".so", ".pyc"))]


def test_an_index_gets_no_relative_link(sdist: dict[str, str]) -> None:
    links = re.findall(r"\]\(([^)]+)\)", sdist["PKG-INFO"])
    assert len(links) > 5
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert "Description-Content-Type: text/markdown" in sdist["PKG-INFO"]
