"""Measuring a lens: views gathered, the user guided, the result said; and which lens a source is read with."""
