"""The camera's lens, measured: targets, views of them, what is still missing, the solution and what it is worth."""
