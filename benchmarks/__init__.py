"""How long populate, save and open take, beside what USD itself and the reference producer need for the same stage.

Run with `make bench` or `python -m benchmarks --help`. Times of different machines do not compare, so every result is a
ratio to a peer measured in the same run.
"""

__all__: list[str] = []
