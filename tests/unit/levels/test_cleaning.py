"""Levels as people paste them are read as the plain level, or refused; never as another level."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialects import CERTAIN, DOUBTFUL, Dialect
from rearview.errors import LevelError
from rearview.levels import (
    CREDITS,
    Level,
    Severity,
    load_bundled,
    read_level,
    read_levels,
    validate,
    write_levels,
)

BOARD = "#####\n#@$.#\n#####"
ROWS = ("#####", "#@$.#", "#####")
SAMPLE = [level for name in CREDITS for level in load_bundled(name)[::12]]


def shape(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Rows without the margin that all of them share."""
    margin = min(len(row) - len(row.lstrip(" ")) for row in rows if row)
    return tuple(row[margin:] for row in rows)


@pytest.mark.parametrize("dialect", CERTAIN.values(), ids=CERTAIN)
def test_a_decorated_level_reads_as_the_plain_one(dialect: Dialect) -> None:
    for level in SAMPLE:
        read = read_level(dialect(level.rows))
        assert shape(read.rows) == shape(level.rows), level.title


@pytest.mark.parametrize("dialect", DOUBTFUL.values(), ids=DOUBTFUL)
def test_a_doubtful_level_reads_as_the_plain_one_or_is_refused(dialect: Dialect) -> None:
    for level in SAMPLE:
        for read in read_or_refuse(dialect(level.rows)):
            assert shape(read.rows) == shape(level.rows), level.title


@pytest.mark.parametrize("name", ["awk", "grep", "dot", "brackets", "number against row"])
def test_numbers_of_different_widths_are_cleaned_but_for_few_levels(name: str) -> None:
    cleaned = [level for level in SAMPLE if read_or_refuse(DOUBTFUL[name](level.rows))]
    assert len(cleaned) > 0.9 * len(SAMPLE)


@settings(max_examples=300)
@given(
    st.lists(st.integers(0, 40), min_size=5, max_size=5, unique=True),
    st.sampled_from(["", " ", "  ", "\t", ":", ": ", ".", "|", "-", ")"]),
    st.sampled_from(["###\n#@#\n#$#\n#.#\n###", "####\n#@ #\n#$ #\n#. #\n####"]),
)
def test_numbers_before_rows_prove_nothing(numbers: list[int], mark: str, plain: str) -> None:
    rows = zip(numbers, plain.split("\n"), strict=True)
    text = "\n".join(f"{number}{mark}{row}" for number, row in rows)
    for level in read_or_refuse(text):
        severities = {problem.severity for problem in validate(level)}
        assert Severity.INVALID in severities or Severity.UNSOLVABLE not in severities


@pytest.mark.parametrize("dialect", ["mail", "cat -n", "fence", "forum", "pre", "indented"])
def test_what_stands_beside_boards_is_cleaned_with_them(dialect: str) -> None:
    text = f"{BOARD}\nTitle: one\nSolution: R\n\n{BOARD}\nTitle: two\n"
    read = read_levels(CERTAIN[dialect](text.split("\n")))
    assert [shape(level.rows) for level in read] == [ROWS, ROWS]
    assert [level.title for level in read] == ["one", "two"]
    assert read[0].solutions == ("R",)


@pytest.mark.parametrize("dialect", CERTAIN)
def test_no_decoration_becomes_a_title(dialect: str) -> None:
    shown = "Levels" if dialect == "page" else ""
    assert read_level(CERTAIN[dialect](ROWS)).title == shown


def test_nl_leaves_blank_lines_without_a_number() -> None:
    text = " 1\t#####\n 2\t#@$.#\n 3\t#####\n      \n 4\t####\n 5\t#@*#\n 6\t####\n"
    assert [level.rows[0] for level in read_levels(text)] == ["#####", "####"]


def test_several_levels_in_one_json_list() -> None:
    text = '[["#####", "#@$.#", "#####"], ["####", "#@*#", "####"]]'
    assert [level.rows[0] for level in read_levels(text)] == ["#####", "####"]


class TestDoubtfulCounts:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("2 #####\n4 #@$.#\n6 #####", "line 1: 2 may be a line number instead of a run length"),
            ("3 ###\n4 #@#\n5 #$#\n6 #.#\n7 ###", "line 1: 3 may be a line number"),
            ("#####\n#@1$.#\n#####", "line 2: 1 may be a line number"),
            ("#####\n#@2-$.#\n8#", "line 2: 2 may be a line number"),
            ("03#\n#@$\n3#", "line 1: 03 may be a line number"),
        ],
    )
    def test_are_refused_with_what_to_do(self, text: str, message: str) -> None:
        with pytest.raises(LevelError, match=f"^{message}.*: remove line numbers, or write all"):
            read_levels(text)

    @pytest.mark.parametrize("row_end", ["|", "\n"])
    def test_are_not_those_of_run_length_levels(self, row_end: str) -> None:
        rows = ["7#", "#.@-#-#", "#$*-$-#", "#3-$-#", "#-..--#", "#--*--#", "7#"]
        level = read_level(row_end.join(rows))
        assert level.rows[3] == "#   $ #"
        assert validate(level) == ()


class TestWhatIsLeftAlone:
    @pytest.mark.parametrize(
        "title",
        ['"""', "<pre>", '"#@$.#"', "a <b> c", "#####<br>#@$.#<br>#####", "```", "&#35;", "> 1 #"],
    )
    def test_titles(self, title: str) -> None:
        collection = read_levels(write_levels([Level(ROWS, title=title)]))
        assert [(level.rows, level.title) for level in collection] == [(ROWS, title)]

    @pytest.mark.parametrize("dialect", CERTAIN.values(), ids=CERTAIN)
    def test_comments(self, dialect: Dialect) -> None:
        level = Level(ROWS, title="one", comment=dialect(ROWS).strip("\n").replace("\t", " "))
        read = read_level(write_levels([level]))
        assert (read.rows, read.title) == (ROWS, "one")
        assert read.comment.split() == level.comment.split()

    @pytest.mark.parametrize("line", ["> #@$.#", 'See "#@$.#".', "1. #@$.#", "it's", "&", "[1]"])
    def test_prose_about_rows(self, line: str) -> None:
        assert read_level(f"{BOARD}\n\n{line}\n").comment == line

    def test_margins(self) -> None:
        assert read_level("\t#####\n\t#@$.#\n\t#####").rows[0] == " " * 8 + "#####"


class TestErrors:
    def test_name_the_line_of_the_file(self) -> None:
        above = '["#####", "#@$.#", "#####"]\n\n#####<br>#@$.#<br>#####'
        with pytest.raises(LevelError, match=r"^line 6: 2 may be a line number"):
            read_levels(f"{above}\n\n#####\n#@2-$.#\n8#")

    def test_say_that_something_stands_beside_rows(self) -> None:
        text = "\n".join(f"% {row}" for row in ROWS)
        with pytest.raises(LevelError, match=r"line 3 looks like a row .* leave only # @"):
            read_levels(f"Levels\n\n{text}")


class TestTitlesWithColon:
    @pytest.mark.parametrize("title", ["Level 1: Easy", "Level: 7", "The Cellar: part two"])
    def test_are_titles(self, title: str) -> None:
        collection = read_levels(f"{title}\n\n{BOARD}\n\n{title}\n\n{BOARD}")
        assert [level.title for level in collection] == [title, title]

    @pytest.mark.parametrize("line", ["Date: 2001", "Last update: May", "Home page: x.org"])
    def test_are_not_properties(self, line: str) -> None:
        collection = read_levels(f"{BOARD}\n\n{line}\n\n{BOARD}")
        assert (collection[0].comment, collection[1].title) == (line, "")


class TestBareMoves:
    @pytest.mark.parametrize("moves", ["rR", "ullDDuR", "rrrrrrrr", "4r2(uL)", "LLLLLLLLUU"])
    def test_after_a_board_are_its_solution(self, moves: str) -> None:
        collection = read_levels(f"{BOARD}\n{moves}\n\n{BOARD}\n\n{moves}\n")
        assert [level.solutions for level in collection] == [(moves,), (moves,)]

    def test_may_go_on_below(self) -> None:
        assert read_level(f"{BOARD}\n\nrrrrRRRR\nll 3u\n").solutions == ("rrrrRRRRll3u",)

    @pytest.mark.parametrize("title", ["Lurd", "u", "3D", "dull", "LURD", "Rudd"])
    def test_are_not_titles_of_these_letters(self, title: str) -> None:
        collection = read_levels(f"{BOARD}\n\n{title}\n\n{BOARD}")
        assert (collection[0].solutions, collection[1].title) == ((), title)

    def test_before_the_first_board_are_a_title(self) -> None:
        level = read_level(f"ullDDuR\n\n{BOARD}")
        assert (level.title, level.solutions) == ("ullDDuR", ())


def read_or_refuse(text: str) -> Iterator[Level] | tuple[()]:
    try:
        return iter(read_levels(text))
    except LevelError:
        return ()


@pytest.mark.parametrize("symbol", ["", " "])
def test_a_list_or_table_of_squares_has_floor_where_a_cell_is_empty(symbol: str) -> None:
    rows = ["######", "#@ $.#", "#    #", "######"]
    cells = [[symbol if one == " " else one for one in row] for row in rows]
    as_list = json.dumps(cells).replace("], [", "],\n[")
    as_line = json.dumps(cells)
    as_table = "\n".join(
        "<tr>" + "".join(f"<td>{one}</td>" for one in row) + "</tr>" for row in cells
    )
    as_spans = "<br>\n".join(
        "".join(f"<span class='x'>{one}</span>" for one in row) for row in cells
    )
    for text in (as_list, as_line, as_table, f"<table>{as_table}</table>", as_spans):
        assert list(read_level(text).rows) == rows, text
