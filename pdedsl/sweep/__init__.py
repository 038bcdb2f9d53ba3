"""Many runs at once: every file, with every setting and seed, each in a folder of its own."""
