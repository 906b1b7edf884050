"""Read-only screens: holdings, ledger, log, receipts, reports and earlier states."""
