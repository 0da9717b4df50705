from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rearview.levels.run_length import ExpansionError, RunLengthError, expand


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("", ""),
        ("#", "#"),
        ("3#", "###"),
        ("3#4-p.#", "###----p.#"),
        ("12r", "r" * 12),
        ("2(uL)", "uLuL"),
        ("2(3(#-)#)", "#-#-#-##-#-#-#"),
        ("(ul)d", "uld"),
        ("999999999()", ""),
    ],
)
def test_expands_counts_and_nested_groups(text: str, expanded: str) -> None:
    assert expand(text, 1_000) == expanded


@pytest.mark.parametrize("text", ["3", "#3", "(", ")", "2(#", "#)", "(3)", "0#", "2(0(#))"])
def test_refuses_malformed_text(text: str) -> None:
    with pytest.raises(RunLengthError) as refused:
        expand(text, 1_000)
    assert not isinstance(refused.value, ExpansionError)


@pytest.mark.parametrize(
    "text",
    [
        "99999999#",
        "9" * 5_000 + "#",
        "999(999(999(999(#))))",
        "(900#" * 1_000,
        "(" * 1_000 + "#" + ")" * 1_000 + "1000#",
    ],
)
def test_stops_at_the_limit_before_it_takes_memory(text: str) -> None:
    began = time.process_time()
    with pytest.raises(ExpansionError):
        expand(text, 1_000)
    assert time.process_time() - began < 10


def test_reaches_the_limit_exactly() -> None:
    assert len(expand("1000#", 1_000)) == 1_000
    with pytest.raises(ExpansionError):
        expand("1000##", 1_000)


@given(st.text(alphabet="#-ul0123456789()", max_size=40))
def test_any_text_expands_within_the_limit_or_is_refused(text: str) -> None:
    with suppress(RunLengthError):
        assert len(expand(text, 500)) <= 500
