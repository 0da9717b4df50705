"""Levels that tests of solving share, drawn."""

from __future__ import annotations

EASY = """\
####
# .#
#  ###
#*@  #
#  $ #
#  ###
####
"""

STARTS_SOLVED = """\
#####
#@ *#
#####
"""

# In the corridor no box can pass the other, but each alone could go home: only a search knows.
UNSOLVABLE_BY_SEARCH = """\
#########
#@$ $ ..#
#########
"""

UNSOLVABLE_AT_SIGHT = """\
#####
#$@ #
#  .#
#####
"""

INVALID = """\
######
#$@$.
######
"""

# A bundled level that takes the solver long.
HARD = "sasquatch1:48"
