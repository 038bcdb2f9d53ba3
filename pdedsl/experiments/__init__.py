"""The paper's problems as data generators."""
