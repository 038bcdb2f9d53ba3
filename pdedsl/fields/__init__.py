"""Step 2 of 3, the data: read, checked, and made into field estimates."""
