# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Takes the fields of a sensor_msgs/PointCloud2 message, moves the points, and writes them to the message.

The message says at run time which fields a point has, and how many bytes lie from one to the next (point_step). Its
data begin at any byte of the buffer that it came in.
"""

import dataclasses
import sys

import numpy as np

import heddle_cuda as hc

# PointField.datatype
TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 8: "f8"}


@dataclasses.dataclass
class PointField:
    name: str
    offset: int
    datatype: int
    count: int = 1


def dtype_of(fields: list[PointField], point_step: int, is_bigendian: bool = False) -> np.dtype:
    order = ">" if is_bigendian else "<"
    formats = [(order + TYPES[f.datatype], (f.count,)) if f.count > 1 else order + TYPES[f.datatype] for f in fields]
    return np.dtype({"names": [f.name for f in fields], "formats": formats, "offsets": [f.offset for f in fields],
                     "itemsize": point_step})  # fmt: skip


def main() -> None:
    # The points of a spinning lidar: 22 bytes, in which no member but the first is aligned.
    fields = [PointField("x", 0, 7), PointField("y", 4, 7), PointField("z", 8, 7), PointField("intensity", 12, 2),
              PointField("ring", 13, 2), PointField("t", 14, 8)]  # fmt: skip
    dtype = dtype_of(fields, point_step=22)
    count, start = 100_000, 53  # the header of the message
    random = np.random.default_rng(2)
    points = np.zeros(count, dtype)
    for name in ("x", "y", "z", "t"):
        points[name] = random.random(count)
    points["ring"] = random.integers(0, 64, count)
    message = hc.to_device(np.concatenate([np.zeros(start, np.uint8), points.view(np.uint8)]))

    cloud = hc.as_records(message, dtype, offset=start, count=count)
    values = hc.unpack(cloud, ["z", "ring"])
    # Any library can compute with the fields: cupy.asarray(values["z"]), torch.as_tensor(values["z"], device="cuda").
    z = values["z"].to_host() + np.float32(1.5)
    hc.pack({"z": hc.to_device(z)}, into=cloud)  # the other bytes of the message stay as they are
    near = hc.copy_if(cloud, hc.to_device(values["ring"].to_host() < 16))

    points["z"] += np.float32(1.5)
    assert message.to_host()[start:].tobytes() == points.tobytes()
    assert near.to_host().tobytes() == points[points["ring"] < 16].tobytes()
    print(f"moved {count} points of {dtype.itemsize} bytes; {len(near)} belong to the lower rings")


if __name__ == "__main__":
    sys.exit(main())
