"""The command line: one file per command. A command parses, others compute, the terminal shows."""
