"""1839 of 2015 reckoned apart from the program: from the deeds of a game and the book's figures
alone. Nothing of the program is imported; what a deed may be is not asked, only what it brings.
"""
