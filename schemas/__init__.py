"""What things are: the column contract and the records built on it. No behaviour, no USD."""
