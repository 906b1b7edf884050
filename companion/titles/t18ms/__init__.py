"""18MS: its data, with help for trains, loans, and payments for Chattanooga and New Orleans."""
