"""A board of one's own without markers: set up from one picture, found again by its print."""
