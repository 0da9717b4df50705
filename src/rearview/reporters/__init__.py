"""Reporters: they show what others computed, each in its own way, and decide nothing."""
