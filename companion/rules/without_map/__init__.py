"""Games without their map: the table tells costs, revenue and the use of privates."""
