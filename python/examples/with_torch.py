# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Takes the fields of records as PyTorch's tensors, computes with them, and writes them to the records.

PyTorch has no structured types. Its tensors of bytes hold records, and as_records() says of which type.
"""

import numpy as np
import torch

import heddle_cuda as hc

dtype = np.dtype([("position", "f4", 3), ("label", "i4"), ("score", "f4"), ("flags", "u1"), ("time", "f8")])
count = 1_000_000
random = np.random.default_rng(3)
host = np.zeros(count, dtype)
host["position"], host["label"] = random.random((count, 3)), random.integers(0, 10, count)

storage = torch.from_numpy(host.view(np.uint8)).cuda()  # 33 bytes a record
records = hc.as_records(storage, dtype)

# The calls are on PyTorch's current stream, because the memory of the records is PyTorch's.
tensors = hc.to_torch(records)
score = torch.softmax(tensors["position"], dim=1).amax(dim=1)
hc.pack({"score": score.contiguous()}, into=records)

rows = storage.cpu().numpy().view(dtype)
np.testing.assert_array_equal(rows["score"], score.cpu().numpy())
np.testing.assert_array_equal(rows["position"], host["position"])

# By DLPack, which PyTorch also takes:
label = torch.from_dlpack(hc.unpack(records, ["label"])["label"])
chosen = hc.copy_if(records, label == 7)
assert chosen.to_host().tobytes() == rows[rows["label"] == 7].tobytes()

# The sums of each label. With fields of one type, index_add_() adds the same.
entry = np.dtype([("score", "f4"), ("position", "f4", 3)])
values = torch.cat([score[:, None], tensors["position"]], dim=1)
sums, expected = torch.zeros((10, 4), device="cuda"), torch.zeros((10, 4), device="cuda")
hc.scatter_add(hc.as_records(sums, entry), label, hc.as_records(values, entry))
expected.index_add_(0, label, values)
torch.testing.assert_close(sums, expected, rtol=1e-3, atol=0.0)
print("PyTorch: fields, score, mask and sums are right")
