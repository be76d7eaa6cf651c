"""Reports of a fault: a match in one file that can be replayed by whoever mends it."""
