"""The report of a run: one page of HTML that stands alone."""
