"""Steam over Holland, by the corrected English manual."""
