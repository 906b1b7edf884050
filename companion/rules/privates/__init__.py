"""Privates: sales to companies, steps that a private allows, and closing."""
