"""What shapes weigh: points of meshes, volumes, and the mass properties of bodies, from columns and descriptors."""

from columnar.geometry.body_masses import BodyMasses, body_masses
from columnar.geometry.meshes import TriangleMesh, triangle_meshes
from columnar.geometry.rotations import matrices, quaternion_product, quaternions, rotated
from columnar.geometry.volumes import Solids, shape_solids

__all__ = [
    "BodyMasses",
    "Solids",
    "TriangleMesh",
    "body_masses",
    "matrices",
    "quaternion_product",
    "quaternions",
    "rotated",
    "shape_solids",
    "triangle_meshes",
]
