"""The tables of a store, and how old ones become new ones.

    runs     id, configuration (JSON, see configuration.py), started_at, continues: the run with
             smaller limits whose results need not be searched again
    results  one row per run and level: who (collection, level_index, level_hash), what became of
             it (outcome ... error), what it took (seconds ... rounds), attempts, recorded_at,
             taken_from: the run in which it was searched, if that is another, host: where,
             is_optimal, lower_bound: what was proven, if a shortest solution was asked for
    hosts    id, name, processor: the machines that have searched

The file says what it is (`application_id`) and in which version (`user_version`). To change the
tables, add a step to MIGRATIONS, and a file of the version before to `tests/data/stores`.
"""

from __future__ import annotations

from typing import Final

APPLICATION_ID: Final = 0x52454152
"""`REAR`."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE runs (
            id INTEGER PRIMARY KEY,
            configuration TEXT NOT NULL,
            started_at TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE results (
            run INTEGER NOT NULL REFERENCES runs (id),
            collection TEXT NOT NULL,
            level_index INTEGER NOT NULL,
            level_hash TEXT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT,
            error TEXT NOT NULL,
            lurd TEXT NOT NULL,
            moves INTEGER NOT NULL,
            pushes INTEGER NOT NULL,
            seconds REAL NOT NULL,
            backward_nodes INTEGER NOT NULL,
            forward_nodes INTEGER NOT NULL,
            backward_seconds REAL NOT NULL,
            forward_seconds REAL NOT NULL,
            rounds INTEGER NOT NULL,
            met INTEGER NOT NULL,
            cleared INTEGER NOT NULL,
            trajectory_length INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            recorded_at TEXT NOT NULL,
            PRIMARY KEY (run, collection, level_index, level_hash)
        ) WITHOUT ROWID
        """,
    ),
    (
        "ALTER TABLE runs ADD COLUMN continues INTEGER REFERENCES runs (id)",
        "ALTER TABLE results ADD COLUMN taken_from INTEGER REFERENCES runs (id)",
    ),
    # Older stores have no such counts: 0 beside nodes means unknown.
    tuple(
        f"ALTER TABLE results ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0"
        for name in ("backward_states", "forward_states", "backward_dead", "forward_dead")
    ),
    (
        """
        CREATE TABLE hosts (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            processor TEXT NOT NULL,
            UNIQUE (name, processor)
        )
        """,
        "ALTER TABLE results ADD COLUMN host INTEGER REFERENCES hosts (id)",
    ),
    # What was proven of a shortest solution was not kept before.
    (
        "ALTER TABLE results ADD COLUMN is_optimal INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE results ADD COLUMN lower_bound INTEGER",
    ),
)
"""Step n upgrades a file from version n to version n + 1; version 0 is an empty file."""

VERSION: Final = len(MIGRATIONS)
