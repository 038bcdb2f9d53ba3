"""What `benchmarks/fuzz.py` is made of: texts by chance, and a process to try them in."""
