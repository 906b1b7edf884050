"""Debts, and advances of the bank.

How a train is paid with them belongs in ``operating``."""
