"""Step 3 of 3: inner solvers, search over g, evidence."""
