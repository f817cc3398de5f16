"""Schema classes over a store, under the names of pxr and usdrt: porting is changing an import.

`from columnar.typed import Usd, UsdPhysics` stands in for `from pxr import Usd, UsdPhysics`.
"""

from columnar.typed import mjc_physics as MjcPhysics
from columnar.typed import newton as Newton
from columnar.typed import physx_schema as PhysxSchema
from columnar.typed import usd as Usd
from columnar.typed import usd_geom as UsdGeom
from columnar.typed import usd_physics as UsdPhysics
from columnar.typed import usd_shade as UsdShade

__all__ = ["MjcPhysics", "Newton", "PhysxSchema", "Usd", "UsdGeom", "UsdPhysics", "UsdShade"]
