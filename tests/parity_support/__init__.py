"""Support tables held against live runtimes: what a table calls read changes their model, what it calls ignored not."""
