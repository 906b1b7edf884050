"""Accounts, devices, seats, claims, PINs and proposals."""
