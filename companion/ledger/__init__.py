"""The books: double-entry bookkeeping of the game's money, receipts and conservation."""
