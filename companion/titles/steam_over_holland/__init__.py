"""Steam over Holland, after the corrected English manual."""
