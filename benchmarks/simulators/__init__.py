"""From a mapped file to a built model, for every engine, beside its own way: `python -m benchmarks.simulators`.

The stage is `robots-COUNT` (see `benchmarks.stages.robots`): arms of ten links, with nine driven joints and ten
capsules each. Newton, ovphysx and Genesis read the stage itself; MuJoCo loads the same model as MJCF, pinocchio as
URDF, an arm at a time; Featherstone, which has no way of its own, stands beside MuJoCo's.
"""
