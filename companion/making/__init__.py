"""Titles in the making, not listed; ``COMPANION_TITLES=companion.making`` shows them."""
