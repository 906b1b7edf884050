"""Read-only screens: overview, history, help, receipts, reports and earlier states."""
