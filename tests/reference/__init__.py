"""A naive Sokoban, the oracle of the tests.

Plain sets of (x, y), one step at a time, nothing clever: each function should be obviously right
by reading it. It shares no code with the native core. Only `translate` and `audit` know both.

level         what a drawing of a level means
rules         player regions, single pushes and pulls, macro moves
exhaustive    every state that can be reached, and which of them are solvable
replay        plays LURD strings
lone_box      distances of one box on an otherwise empty board
features      the features of a state, straight from their definitions
planner       the epsilon-greedy tree search, for any states and values
agents        the searches of the two agents: their moves, values and goals
known_levels  the bundled levels and their known solutions
small_levels  random small levels from a seed, thousands of them
strategies    random small levels as hypothesis draws them
shrink        makes a failing level smaller
translate     between this reference and `rearview._core`, by coordinates
audit         detectors and pruning rules of the core against every state of a small level
"""
