"""Makes pinocchio.json: what pinocchio 4 says of trees with spherical, universal, free and D6 joints.

Run with pinocchio installed (`pip install pin`): python tests/data/dynamics/make_pinocchio.py
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pinocchio as pin

JOINTS = {
    "revolute": lambda: pin.JointModelRZ(),
    "prismatic": lambda: pin.JointModelPZ(),
    "spherical": lambda: pin.JointModelSpherical(),
    "universal": lambda: pin.JointModelUniversal(np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])),
    "free": lambda: pin.JointModelFreeFlyer(),
    "translation": lambda: pin.JointModelTranslation(),
}
TREES = {
    "spherical arm": ["spherical", "revolute", "spherical", "prismatic", "spherical"],
    "universal chain": ["universal", "universal", "revolute", "universal"],
    "floating": ["free", "spherical", "universal", "revolute", "prismatic", "revolute"],
    "sliding": ["translation", "universal", "spherical", "revolute"],
}
PARENTS = [-1, 0, 1, 1, 3, 0]
STATES = 4


def unit(random: np.random.Generator) -> list[float]:
    quaternion = random.normal(size=4)
    return (quaternion / np.linalg.norm(quaternion)).tolist()


def drawn_links(random: np.random.Generator, kinds: list[str]) -> list[dict]:
    links = []
    for index, kind in enumerate(kinds):
        inertia = random.normal(size=(3, 3))
        links.append(
            {
                "name": f"l{index}",
                "parent": PARENTS[index],
                "kind": kind,
                "position": (0.3 * random.normal(size=3)).tolist() if kind != "free" else [0.0, 0.0, 0.0],
                "rotation": unit(random) if kind != "free" else [0.0, 0.0, 0.0, 1.0],
                "mass": random.uniform(0.5, 2.0),
                "center": (0.1 * random.normal(size=3)).tolist(),
                "inertia": (0.02 * inertia @ inertia.T + 0.02 * np.eye(3)).tolist(),
            }
        )
    return links


def model_of(links: list[dict]) -> pin.Model:
    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    joints = []
    for link in links:
        parent = 0 if link["parent"] < 0 else joints[link["parent"]]
        placement = pin.SE3(pin.Quaternion(np.array(link["rotation"])).matrix(), np.array(link["position"]))
        joints.append(model.addJoint(parent, JOINTS[link["kind"]](), placement, link["name"]))
        body = pin.Inertia(link["mass"], np.array(link["center"]), np.array(link["inertia"]))
        model.appendBodyToJoint(joints[-1], body, pin.SE3.Identity())
    return model


def answers(model: pin.Model, random: np.random.Generator) -> list[dict]:
    states = []
    for _ in range(STATES):
        data = model.createData()
        q, v, tau = (
            pin.randomConfiguration(model, -np.ones(model.nq), np.ones(model.nq)),
            *random.normal(size=(2, model.nv)),
        )
        acceleration = pin.aba(model, data, q, v, tau).copy()
        matrix = pin.crba(model, data, q).copy()
        matrix = np.triu(matrix) + np.triu(matrix, 1).T
        bias = pin.nonLinearEffects(model, data, q, v).copy()
        pin.forwardKinematics(model, data, q, v)
        joints = range(1, model.njoints)
        states.append(
            {
                "positions": q.tolist(),
                "velocities": v.tolist(),
                "efforts": tau.tolist(),
                "accelerations": acceleration.tolist(),
                "mass_matrix": matrix.tolist(),
                "bias": bias.tolist(),
                "link_position": [data.oMi[joint].translation.tolist() for joint in joints],
                "link_rotation": [data.oMi[joint].rotation.tolist() for joint in joints],
            }
        )
    return states


def main() -> None:
    random = np.random.default_rng(0)
    pin.seed(0)
    found = {}
    for name, kinds in TREES.items():
        links = drawn_links(random, kinds)
        found[name] = {"links": links, "states": answers(model_of(links), random)}
    text = json.dumps({"pinocchio": pin.__version__, "trees": found}, indent=None, separators=(",", ":"))
    Path(__file__).with_name("pinocchio.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
