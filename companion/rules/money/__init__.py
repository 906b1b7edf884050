"""Debts and advances of the bank.

Paying for trains with them belongs in ``operating``.
"""
