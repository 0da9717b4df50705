"""Tests of the page in a real browser. A package, so that its conftest is not the one above."""
