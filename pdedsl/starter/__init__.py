"""The starter text: a data file is looked at, its parts are guessed, and a `.pde` is written."""
