"""Native parity: descriptors held against the PhysX objects that ovphysx makes of the same stages."""
