"""The motion that ovphysx gives from our columns, held against the motion that it gives from USD, bit for bit."""
