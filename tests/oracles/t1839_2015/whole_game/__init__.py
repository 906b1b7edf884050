"""1839 of 2015 computed apart from the program, from the deeds and the book's figures alone.

Nothing of the program is imported. It computes the results of deeds, and does not judge them.
"""
