"""Our dynamics and MuJoCo, held against each other on every articulation that both express."""
