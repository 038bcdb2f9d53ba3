"""The algorithm of Kacprzyk, Qian and van der Schaar (2023) as it stands, and as they ablate it."""
