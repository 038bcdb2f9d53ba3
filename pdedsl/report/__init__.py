"""The result on paper and screen."""
