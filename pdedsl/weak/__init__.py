"""Step 2 of 3, the weak form: field estimates become matrices and vectors."""
