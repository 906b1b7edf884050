"""Titles in the making, which tests find by naming this package in their environment."""
