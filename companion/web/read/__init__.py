"""Screens that only read: holdings, ledger, log, receipts, reports and earlier states."""
