"""Step 1 of 3, as text: the `.pde` language."""
