"""The words: sentences for what the rules name, and how facts are filled into them."""
