"""Whatever a file holds, it is read, judged and written back, or refused with a LevelError."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rearview.errors import LevelError
from rearview.levels import Collection, level_hash, read_levels, validate, write_levels
from rearview.levels.decoding import decode

pieces = st.sampled_from(
    [
        "", " ", "\t", "\f", "-", "_", "---", "...", "(((", ")))", "|", "\x1b[31m", "\x00",
        "\ufeff", "\n#####\n#@$.#\n#####\n", "#####", "#@$.#", "#   #", "# $.#", "*###*", "#pbo#",
        "5#", "5#|#@$.#|5#", "2(#-)#", "Bob", "prose", "key: value", "\u2028", "\u00e9",
        "; name", "::", "Title:", "Title: t", "Author: a", "Collection: c",
        "Comment:", "Comment: x", "Comment-End:",
        "Solution:", "Solution", "Solution: rR", "lurd", "LUR 3d2(ur)",
        "> ", "| ", "// ", "1 ", "2: ", "12|", "```", "~~~", '\"\"\"', '"', "'", '"#@$.#",', "\\n",
        "\\", ",", "<pre>", "</pre>", "<br>", "&nbsp;", "&#35;", "[code]", "[/code]",
        "\n> #####\n> #@$.#\n> #####\n", '\n["#####",\n"#@$.#",\n"#####"]\n',
        "\n1 #####\n2 #@$.#\n3 #####\n", "#####<br>#@$.#<br>#####", "Level 1: Easy",
    ]
)  # fmt: skip
lines = st.lists(pieces, max_size=2).map("".join)
level_files = st.lists(lines, max_size=30).map("\n".join)


def read_or_refuse(text: str) -> Collection | tuple[()]:
    try:
        return read_levels(text)
    except LevelError:
        return ()


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(LevelError):
        read_levels(decode(data))


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@settings(max_examples=500)
@given(st.text("#@+$*. -_pPbBo123()|\n", max_size=120))
def test_any_board_is_judged_and_hashed(text: str) -> None:
    for level in read_or_refuse(text):
        validate(level)
        assert len(level_hash(level)) == 64


@settings(max_examples=1_500)
@given(level_files)
def test_whatever_is_read_is_written_and_read_back_the_same(text: str) -> None:
    first = read_or_refuse(f"{text}\n\n#####\n#@$.#\n#####")
    if not first:
        return
    second = read_levels(write_levels(first))
    assert _without_comments(second) == _without_comments(first)
    # A comment line that looks like a mark loses its colon once, and then stays as it is.
    assert read_levels(write_levels(second)) == second


def _without_comments(collection: Collection) -> Collection:
    levels = tuple(replace(level, comment="") for level in collection)
    return replace(collection, levels=levels, comment="")
