from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rearview.levels import CREDITS, Collection, Level, load_bundled, read_levels, write_levels

words = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=20).map(
    lambda text: " ".join(text.split()).replace(":", "")
)
comments = st.lists(words, max_size=4).map(lambda lines: "\n".join(lines).strip("\n"))
rows = st.lists(st.text("# .$*@+", max_size=6), max_size=5).map(
    lambda inner: ("########", *(f"#{row}#" if row.strip() else "" for row in inner), "#@$.####")
)
levels = st.builds(
    Level,
    rows=rows,
    title=words,
    author=words,
    comment=comments,
    solutions=st.lists(st.text("lurdLURD", max_size=30), max_size=3).map(tuple),
)


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    drawn = draw(st.lists(levels, min_size=1, max_size=4))
    author = draw(words)
    numbered = [
        Level(level.rows, level.title, level.author or author, level.comment, level.solutions, n)
        for n, level in enumerate(drawn, 1)
    ]
    return Collection(tuple(numbered), title=draw(words), author=author, comment=draw(comments))


@given(collections())
def test_what_is_written_is_read_back_equal(collection: Collection) -> None:
    assert read_levels(write_levels(collection)) == collection


@pytest.mark.parametrize("name", CREDITS)
def test_bundled_collections_survive_the_round_trip(name: str) -> None:
    collection = load_bundled(name)
    assert read_levels(write_levels(collection), name) == collection


def test_writes_boards_first_and_what_is_known_about_them_below() -> None:
    level = Level(
        ("# #", "", "#####", "#@$.#", "#####"),
        title="one",
        author="Ann",
        comment="a\nb",
        solutions=("R", ""),
    )
    assert write_levels([level]) == (
        "# #\n-\n#####\n#@$.#\n#####\nTitle: one\nAuthor: Ann\nComment:\na\nb\nComment-End:\n"
        "Solution: R\nSolution:\n"
    )


def test_writes_the_authors_name_once_for_a_whole_collection() -> None:
    level = Level(("####", "#@*#", "####"), author="Ann")
    text = write_levels(Collection((level, level), title="Two", author="Ann"))
    assert text.startswith("Collection: Two\nAuthor: Ann\n\n####")
    assert text.count("Author") == 1


def test_line_breaks_in_a_title_cannot_forge_a_board() -> None:
    level = Level(("####", "#@*#", "####"), title="a\n\n####\n#@*#\n####")
    assert len(read_levels(write_levels([level]))) == 1


def test_a_comment_cannot_end_itself() -> None:
    comment = "a\nComment-End:\n####\n#@*#\n####\nComment: b"
    level = Level(("####", "#@*#", "####"), comment=comment)
    collection = read_levels(write_levels([level]))
    assert len(collection) == 1
    assert collection[0].comment == comment.replace("End:", "End").replace("Comment:", "Comment")
