from __future__ import annotations

import pytest

from rearview.errors import LevelError
from rearview.levels import Collection, Level, read_level, read_levels
from rearview.levels.decoding import decode

BOARD = "#####\n#@$.#\n#####"
ROWS = ("#####", "#@$.#", "#####")


def read_bytes(data: bytes) -> Collection:
    return read_levels(decode(data))


def titles(text: str) -> list[str]:
    return [level.title for level in read_levels(text)]


class TestBoards:
    def test_reads_the_seven_symbols(self) -> None:
        level = read_level("#######\n#+ $.*#\n#######")
        assert level.rows == ("#######", "#+ $.*#", "#######")

    def test_keeps_the_left_margin_and_drops_trailing_floor(self) -> None:
        level = read_level("  ####   \n###@.#\n#  $ #--\n######__")
        assert level.rows == ("  ####", "###@.#", "#  $ #", "######")

    def test_reads_floor_as_space_hyphen_or_underscore(self) -> None:
        assert read_level("#######\n#@-$_.#\n#######").rows[1] == "#@ $ .#"

    def test_reads_a_no_break_space_as_a_space(self) -> None:
        level = read_level("\xa0#####\xa0\n\xa0#@$.#\n\xa0#\xa0 \xa0#\xa0\n\xa0#####")
        assert level.rows == (" #####", " #@$.#", " #   #", " #####")

    def test_reads_letters_in_rows_that_begin_and_end_with_wall(self) -> None:
        assert read_level("#######\n#pboPB#\n#######").rows[1] == "#@$.+*#"

    def test_reads_letters_in_rows_that_begin_and_end_with_a_box_on_target(self) -> None:
        assert read_level("#####\nBpbo*\n#####").rows[1] == "*@$.*"

    def test_reads_an_interior_empty_row_as_hyphen_or_underscore(self) -> None:
        level = read_level("# # #\n-\n#####\n#@$.#\n#####\n__\n# # #")
        assert level.rows == ("# # #", "", "#####", "#@$.#", "#####", "", "# # #")

    def test_reads_tabs_as_floor_up_to_the_next_multiple_of_eight(self) -> None:
        assert read_level("\t#####\n\t#@$.#\n\t#####").rows[0] == " " * 8 + "#####"

    def test_reads_an_open_board_so_that_its_leak_can_be_told(self) -> None:
        assert read_level("#####\n#@$.\n#####").rows[1] == "#@$."

    def test_a_blank_line_ends_a_board(self) -> None:
        assert len(read_levels(f"{BOARD}\n\n{BOARD}\n   \n{BOARD}")) == 3


class TestRunLengthBoards:
    def test_reads_rows_on_their_own_lines(self) -> None:
        assert read_level("5#\n#@$.#\n5#").rows == ROWS

    def test_reads_a_whole_board_on_one_line(self) -> None:
        assert read_level("5#|#@$.#|5#").rows == ROWS

    def test_reads_nested_groups_and_letters(self) -> None:
        assert read_level("2(2#)#|#pbo#|2(2(#))#|").rows == ROWS

    def test_reads_leading_floor_and_empty_rows(self) -> None:
        assert read_level("4-#|-|5#|#@$.#|5#").rows == ("    #", "", *ROWS)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("5#|#2(@$.#|5#", r"^line 1: '\(' without '\)'$"),
            ("#####\n#@$.#\n#####\n\n5#|#@$.#)|5#", r"^line 5: '\)' without '\(' at position 9$"),
            ("5#\n#@$.)#\n5#", r"^line 2: '\)' without '\(' at position 5$"),
            ("5#\n#@0-$.#\n5#", r"^line 2: a count of 0 at position 4$"),
            ("\n2(2(#-)#", r"^no level found, and line 2 is damaged: '\(' without '\)'$"),
            ("Levels\n#@$.3)#", "^no level found, and line 2 is damaged: a count with nothing"),
        ],
    )
    def test_names_the_line_that_is_damaged_and_what_is_wrong(
        self, text: str, message: str
    ) -> None:
        with pytest.raises(LevelError, match=message):
            read_levels(text)

    @pytest.mark.parametrize("heading", ["#1", " # 12.", "### (1) ###"])
    def test_numbers_in_a_heading_are_no_damage(self, heading: str) -> None:
        assert read_level(f"{heading}\n\n{BOARD}").title == heading.strip()

    @pytest.mark.parametrize("bomb", ["99999999#", "9999(9999(9999(#)))", "9" * 5_000 + "#"])
    def test_names_the_line_that_expands_too_far(self, bomb: str) -> None:
        with pytest.raises(LevelError, match="line 2: run length"):
            read_levels(f"#####\n{bomb}\n#####")


class TestProse:
    @pytest.mark.parametrize(
        "prose",
        [
            "",
            "\n\n\n",
            "Bob pop bop",
            "o",
            "BoB",
            "1. 2. 3.",
            "...",
            "----------\n\n__________",
            "####################\n Levels by Bob\n####################",
            "***\n\n***",
            "3#\n",
            "# heading",
            "$ make $$$",
            "Solution: lurd",
            "Title: alone",
            "#1",
        ],
    )
    def test_is_never_a_board(self, prose: str) -> None:
        with pytest.raises(LevelError, match=r"no level found$"):
            read_levels(prose)

    @pytest.mark.parametrize(
        "text",
        [
            '{"levels": [{"name": "x", "rows": ["#####", "#@$.#", "#####"]}]}',
            "<ul><li>#####<li>#@$.#<li>#####</ul>",
        ],
    )
    def test_with_many_walls_gets_advice(self, text: str) -> None:
        with pytest.raises(LevelError, match="each row needs a line of its own"):
            read_levels(text)

    def test_of_board_letters_beside_a_board_stays_prose(self) -> None:
        assert read_level(f"Bob\n{BOARD}\npop").rows == ROWS

    def test_rulers_beside_a_board_are_left_out(self) -> None:
        assert read_level(f"-----\n{BOARD}\n.....\n_____").rows == ROWS


class TestTitles:
    def test_below_each_board(self) -> None:
        assert titles(f"{BOARD}\nTitle: one\n\n{BOARD}\nTitle: two\n") == ["one", "two"]

    def test_above_each_board(self) -> None:
        assert titles(f"Title: one\n{BOARD}\n\nTitle: two\n\n{BOARD}\n") == ["one", "two"]

    def test_above_each_board_after_solutions(self) -> None:
        text = f"Title: one\n{BOARD}\nSolution: R\nTitle: two\n{BOARD}\nSolution: r"
        assert titles(text) == ["one", "two"]
        assert [level.solutions for level in read_levels(text)] == [("R",), ("r",)]

    def test_after_a_semicolon_above_each_board(self) -> None:
        assert titles(f"; one\n\n{BOARD}\n\n; two\n{BOARD}") == ["one", "two"]

    def test_with_colon_win_over_those_after_a_semicolon(self) -> None:
        text = f"; 1\n\n{BOARD}\nTitle: one\n\n; 2\n\n{BOARD}\n"
        assert titles(text) == ["one", "2"]

    def test_on_a_lone_line_above_each_board(self) -> None:
        assert titles(f"one\n\n{BOARD}\n\ntwo\n{BOARD}\n\nthree\n\n{BOARD}") == [
            "one",
            "two",
            "three",
        ]

    def test_are_not_taken_from_a_note_below_a_board(self) -> None:
        collection = read_levels(f"{BOARD}\nA nice one.\n\n{BOARD}")
        assert [level.title for level in collection] == ["", ""]
        assert collection[0].comment == "A nice one."

    def test_are_not_taken_from_unknown_properties(self) -> None:
        collection = read_levels(f"{BOARD}\n\nDate: 2001\n\n{BOARD}")
        assert collection[1].title == ""
        assert collection[0].comment == "Date: 2001"

    def test_ignore_case_and_space_around_the_colon(self) -> None:
        assert titles(f"{BOARD}\n TITLE :  one  ") == ["one"]

    def test_lose_control_characters(self) -> None:
        assert titles(f"{BOARD}\nTitle: a\x1b[31mb\x07") == ["a [31mb"]

    def test_of_boxoban_files_are_their_numbers(self) -> None:
        board = "\n".join(["##########", "#@$.     #", *["#        #"] * 7, "##########"])
        collection = read_levels(f"; 0\n{board}\n\n; 1\n{board}\n")
        assert [level.title for level in collection] == ["0", "1"]
        assert collection[1].width == collection[1].height == 10


class TestHeader:
    TEXT = (
        ":: made by a program\nCollection: Ten Levels\nAuthor: Ann\n\nThese are easy.\nVery.\n\n"
        f"{BOARD}\nTitle: one\n\n{BOARD}\nTitle: two\nAuthor: Bea\n"
    )

    def test_names_the_collection(self) -> None:
        collection = read_levels(self.TEXT)
        assert collection.title == "Ten Levels"
        assert collection.comment == "These are easy.\nVery."

    def test_names_the_author_of_levels_without_one(self) -> None:
        collection = read_levels(self.TEXT)
        assert collection.author == "Ann"
        assert [level.author for level in collection] == ["Ann", "Bea"]

    def test_title_is_the_collections_when_levels_have_their_own_below(self) -> None:
        collection = read_levels(f"Title: All\n\n{BOARD}\nTitle: one")
        assert (collection.title, collection[0].title) == ("All", "one")

    def test_title_is_the_collections_when_names_follow(self) -> None:
        collection = read_levels(f"Title: All\n\n; 1\n\n{BOARD}\n\n; 2\n{BOARD}")
        assert collection.title == "All"
        assert [level.title for level in collection] == ["1", "2"]

    def test_levels_are_counted_from_one(self) -> None:
        assert [level.index for level in read_levels(self.TEXT)] == [1, 2]


class TestComments:
    def test_between_marks_may_hold_anything(self) -> None:
        inside = "One.\n\nTitle: not a title\n#####\n#@$.#\n#####\nSolution: r"
        level = read_level(f"{BOARD}\nComment:\n{inside}\nComment-End:\nTitle: one")
        assert level.comment == inside
        assert (level.title, level.solutions) == ("one", ())

    def test_may_begin_on_the_line_of_their_mark(self) -> None:
        assert read_level(f"{BOARD}\nComment: a\nb\nComment_end:").comment == "a\nb"

    def test_without_an_end_are_one_line(self) -> None:
        collection = read_levels(f"{BOARD}\nComment: a\n\n{BOARD}\nComment:\nb\nComment-End:")
        assert [level.comment for level in collection] == ["a", "b"]

    def test_lines_with_two_colons_are_for_readers_of_the_file_only(self) -> None:
        level = read_level(f":: {BOARD[:5]}\n#####\n:: inside\n#@$.#\n#####\n:: Title: no")
        assert level == Level(ROWS)


class TestSolutions:
    def test_on_one_line(self) -> None:
        assert read_level(f"{BOARD}\nSolution: rR").solutions == ("rR",)

    def test_on_several_lines(self) -> None:
        level = read_level(f"{BOARD}\nTitle: t\nSolution:\nrR l\n 3u\n2(dD)\n\nA note.")
        assert level.solutions == ("rRl3u2(dD)",)
        assert level.comment == "A note."

    def test_that_go_on_below_their_first_line(self) -> None:
        assert read_level(f"{BOARD}\nSolution: rR\nlL\n").solutions == ("rRlL",)

    def test_below_a_heading_without_colon(self) -> None:
        assert read_level(f"{BOARD}\n\nSolution 1 (by Ann)\n\nrR\n").solutions == ("rR",)

    def test_more_than_one(self) -> None:
        assert read_level(f"{BOARD}\nSolution: r\nSolution/2: R").solutions == ("r", "R")

    def test_that_are_no_moves_are_kept_for_verification(self) -> None:
        assert read_level(f"{BOARD}\nSolution: see page 3").solutions == ("seepage3",)

    def test_may_be_empty_for_a_level_that_starts_solved(self) -> None:
        collection = read_levels(f"####\n#@*#\n####\nSolution:\n\n{BOARD}\nTitle: two")
        assert collection[0].solutions == ("",)
        assert collection[1].title == "two"

    def test_prose_about_them_is_no_solution(self) -> None:
        level = read_level(f"{BOARD}\nSolution found in 1999")
        assert (level.solutions, level.comment) == ((), "Solution found in 1999")


class TestBytes:
    TEXT = f"{BOARD}\nTitle: Caf\u00e9\n\n{BOARD}\nTitle: two"

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
    def test_in_any_encoding(self, encoding: str) -> None:
        assert read_bytes(self.TEXT.encode(encoding)) == read_levels(self.TEXT)

    def test_big_endian_with_a_mark(self) -> None:
        assert len(read_bytes(b"\xfe\xff" + self.TEXT.encode("utf-16-be"))) == 2

    @pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
    def test_with_any_line_end(self, line_end: str) -> None:
        text = self.TEXT.replace("\n", line_end)
        assert read_bytes(text.encode()) == read_levels(self.TEXT)

    def test_with_or_without_a_final_line_end(self) -> None:
        assert read_levels(self.TEXT + "\n") == read_levels(self.TEXT)

    def test_with_nul_are_binary(self) -> None:
        with pytest.raises(LevelError, match="binary"):
            read_bytes(f"{BOARD}\0".encode())

    def test_unicode_line_ends_do_not_break_a_title(self) -> None:
        assert titles(f"{BOARD}\nTitle: a\u2028b\x85c") == ["a b c"]


class TestLimits:
    def test_on_bytes(self) -> None:
        with pytest.raises(LevelError, match="16 MiB"):
            decode(b"#" * (16 * 2**20 + 1))

    def test_on_lines(self) -> None:
        with pytest.raises(LevelError, match="2,000,000 lines"):
            read_levels("\n" * 2_000_001)

    def test_on_a_line(self) -> None:
        with pytest.raises(LevelError, match="line 2: longer than 2,000,000"):
            read_levels("\n" + "#" * 2_000_001)

    def test_on_rows(self) -> None:
        with pytest.raises(LevelError, match="line 1: a board of more than 10,000 rows"):
            read_levels("#\n" * 10_001)

    def test_on_levels(self) -> None:
        with pytest.raises(LevelError, match="100,000 levels"):
            read_levels("#@\n\n" * 100_001)


def test_read_level_wants_exactly_one() -> None:
    with pytest.raises(LevelError, match="2 found"):
        read_level(f"{BOARD}\n\n{BOARD}")


def test_a_level_refuses_foreign_symbols() -> None:
    with pytest.raises(LevelError, match="row 2 has 'x'"):
        Level(("###", "#x#"))


def test_an_empty_level_is_refused() -> None:
    with pytest.raises(LevelError, match="empty"):
        Level(("", "   "))


def test_names_a_foreign_character_in_a_row_instead_of_losing_the_level() -> None:
    text = "#####\n#@$.#\n#####\n\n######\n#    #\n#@$.x#\n######\n"
    with pytest.raises(LevelError, match=r"line 7, column 5: 'x' is not a board symbol"):
        read_levels(text)


def test_prose_right_below_a_board_stays_prose() -> None:
    assert len(read_levels("#####\n#@$.#\n#####\n# A note about this level #\n")) == 1
