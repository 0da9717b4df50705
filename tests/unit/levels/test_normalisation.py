from __future__ import annotations

import pytest

from rearview.errors import LevelError
from rearview.levels import Level, canonical_rows, level_hash, load_bundled, read_level, read_levels

LEVEL = """
  ####
###  ####
#     $ #
# #  #$ #
# . .#@ #
#########
"""


def mirrored(level: Level) -> Level:
    return Level(tuple(row.ljust(level.width)[::-1] for row in level.rows))


def rotated(level: Level) -> Level:
    rows = [row.ljust(level.width) for row in level.rows]
    return Level(tuple("".join(column) for column in zip(*rows[::-1], strict=True)))


def orientations(level: Level) -> list[Level]:
    turned = [level]
    for _ in range(3):
        turned.append(rotated(turned[-1]))
    return turned + [mirrored(one) for one in turned]


@pytest.mark.parametrize("name", ["microban", "sasquatch1"])
def test_rotation_and_mirror_change_nothing(name: str) -> None:
    for level in load_bundled(name)[:30]:
        assert len({level_hash(turned) for turned in orientations(level)}) == 1


@pytest.mark.parametrize(
    "decorated",
    [
        "  ####    \n###  ####\n#     $ #\n# #  #$ #\n# . .# @#\n#########",
        "  ####    \n###  ####\n#     $ #\n# #  #$@#\n# . .#  #\n#########",
        "* ####\n###  ####*\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n#*#*#",
        "######\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n#########",
        "      ####\n    ###  ####\n    #     $ #\n    # #  #$ #\n    # . .#@ #\n    #########",
        "   ##\n ##  ###\n#     $ #\n# #  #$ #\n# . .#@ #\n #########",
    ],
)
def test_decoration_changes_nothing(decorated: str) -> None:
    assert level_hash(read_level(decorated)) == level_hash(read_level(LEVEL))


@pytest.mark.parametrize(
    "other",
    [
        "  ####\n###  ####\n#@    $ #\n# #  #$ #\n# . .#  #\n#########",
        "  ####\n###  ####\n#     $ #\n# #  #$ #\n# ..  @ #\n#########",
        "  ####\n###  ####\n#    $  #\n# #  #$ #\n# . .#@ #\n#########",
        "  ####\n###  ####\n#     $ #\n#    #$ #\n# . .#@ #\n#########",
    ],
)
def test_another_level_has_another_hash(other: str) -> None:
    assert level_hash(read_level(other)) != level_hash(read_level(LEVEL))


def test_what_a_file_says_about_a_level_is_not_its_identity() -> None:
    one, two = read_levels(f"{LEVEL}\nTitle: one\n\n{LEVEL}\nTitle: two\nSolution: l")
    assert level_hash(one) == level_hash(two)


def test_the_hash_is_the_same_for_good() -> None:
    level = read_level("#####\n#@$.#\n#####")
    assert canonical_rows(level) == ("###", "#.#", "#$#", "#@#", "###")
    assert level_hash(level) == "cb5d723561e3b50ef3c37f672c60eff3d70c340c4caf05b8a3ef49041dad662d"


def test_the_570_bundled_levels_are_all_different() -> None:
    names = ("microban", "microban2", "sasquatch1", "grigr", "xsokoban")
    hashes = [level_hash(level) for name in names for level in load_bundled(name)]
    assert len(set(hashes)) == len(hashes) == 570


def test_a_level_without_player_or_wall_has_an_identity_too() -> None:
    assert len({level_hash(read_level(t)) for t in ("###\n#$#\n###", "###\n#.#\n###")}) == 2
    assert level_hash(Level(("@$.",))) == level_hash(Level((".$@",)))
    assert level_hash(Level(("#",)))


def test_a_level_over_the_limit_has_none() -> None:
    with pytest.raises(LevelError, match="over the limit"):
        level_hash(Level(("#" * 129,)))
