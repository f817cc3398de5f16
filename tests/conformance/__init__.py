"""What every engine makes of the same mechanisms, held against formulas; the README's table comes from here."""
