"""A game of accounts: payments, dividends by holdings, and shares, without market, map or turns."""
