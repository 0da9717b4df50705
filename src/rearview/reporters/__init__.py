"""Reporters: show results, and decide nothing."""
