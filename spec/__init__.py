"""The column contract as data: TOML files, read through `importlib.resources`. There is no code here."""
