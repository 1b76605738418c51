# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the packets of a capture file (pcap), keeps those of a TCP or UDP port, and writes another file.

pcap.py [IN.pcap OUT.pcap PORT]    by default a file of random packets is made

The packets have different sizes, so that their headers lie at offsets that only the headers before them tell. The
headers within a packet begin at any byte, and the one with the ports where the length of the one before it says.
"""

import pathlib
import struct
import sys
import tempfile

import numpy as np

import heddle_cuda as hc

FILE_BYTES = 24
RECORD = [("seconds", "u4"), ("fraction", "u4"), ("size", "u4"), ("size_on_wire", "u4")]
RECORD_BYTES = 16
# Ethernet and IPv4.
PACKET = np.dtype([("to", "V6"), ("from", "V6"), ("ethertype", ">u2"), ("version", "u1"), ("service", "u1"),
                   ("length", ">u2"), ("id", ">u2"), ("fragment", ">u2"), ("ttl", "u1"), ("protocol", "u1"),
                   ("checksum", ">u2"), ("source", "V4"), ("target", "V4")])  # fmt: skip
PORTS = np.dtype([("source", ">u2"), ("target", ">u2")])
ETHERNET, IPV4, TCP, UDP = 1, 0x0800, 6, 17
ETHERNET_BYTES = 14
HEADER_WORDS, FRAGMENT = hc.bits("version", 0, 4), hc.bits("fragment", 0, 13)


def byte_order(file: bytes) -> str:
    """Returns the byte order of a file, whose times have micro- or nanoseconds."""
    for order in "<>":
        if len(file) >= FILE_BYTES and struct.unpack_from(order + "I", file)[0] in (0xA1B2C3D4, 0xA1B23C4D):
            if struct.unpack_from(order + "I", file, 20)[0] & 0xFFFF != ETHERNET:
                sys.exit("pcap.py: the packets are not those of Ethernet")
            return order
    sys.exit("pcap.py: this is no pcap file")


def offsets_of(file: bytes, order: str) -> np.ndarray:
    """Returns the first byte of each packet's header. The last packet may be cut off, and is left out then."""
    result, at, end = [], FILE_BYTES, len(file)
    size_of = struct.Struct(order + "8xI").unpack_from
    while at + RECORD_BYTES <= end:
        (size,) = size_of(file, at)
        if at + RECORD_BYTES + size > end:
            break
        result.append(at)
        at += RECORD_BYTES + size
    return np.array(result, np.int64)


def of_port(file: bytes, port: int) -> bytes:
    """Returns the file with the packets from or to a port alone."""
    order = byte_order(file)
    record = np.dtype([(name, order + kind) for name, kind in RECORD])
    memory = hc.to_device(np.frombuffer(file, np.uint8))
    offsets = hc.to_device(offsets_of(file, order))

    sizes = hc.unpack(hc.take_at(memory, record, offsets), ["size"])["size"]
    # Of a packet that is shorter, these are bytes of the next one.
    headers = hc.take_at(memory, PACKET, offsets + RECORD_BYTES)
    fields = hc.unpack(headers, ["ethertype", "protocol", HEADER_WORDS, FRAGMENT])
    header_bytes = fields[HEADER_WORDS].astype("i8") * 4
    ports = hc.take_at(memory, PORTS, offsets + (RECORD_BYTES + ETHERNET_BYTES) + header_bytes)
    has_port = (ports["source"] == port) | (ports["target"] == port)
    is_whole = sizes >= header_bytes + (ETHERNET_BYTES + PORTS.itemsize)
    is_transport = (fields["protocol"] == TCP) | (fields["protocol"] == UDP)
    is_ipv4 = (fields["ethertype"] == IPV4) & (header_bytes >= 20) & (fields[FRAGMENT] == 0)
    chosen = is_ipv4 & is_whole & is_transport & has_port

    packets, _ = hc.take_ranges(memory, offsets[chosen], sizes[chosen].astype("i8") + RECORD_BYTES)
    print(f"{len(offsets)} packets, of which {int(chosen.sum())} are of port {port}")
    return file[:FILE_BYTES] + packets.to_host().tobytes()


def made_file(count: int, order: str = "<", magic: int = 0xA1B2C3D4) -> bytes:
    """Returns a file of random packets: TCP, UDP, some with options of IP, fragments, and ARP."""
    random = np.random.default_rng(8)
    file = [struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, 65535, ETHERNET)]
    for k in range(count):
        options = bytes(4 * int(random.integers(3)))
        content = random.bytes(int(random.integers(60)))
        source, target = random.choice([53, 80, 443, 5000], 2)
        if random.integers(2):
            transport = struct.pack(">HHHH", source, target, 8 + len(content), 0)
        else:
            transport = struct.pack(">HHIIHHHH", source, target, k, 0, 5 << 12, 1000, 0, 0)
        protocol = UDP if len(transport) == 8 else TCP
        begin = (0x45 + len(options) // 4, 0, 20 + len(options) + len(transport) + len(content), k % 65536)
        place = int(random.integers(1, 8000)) if random.integers(10) == 0 else 0
        network = struct.pack(">BBHHHBBH", *begin, place, 64, protocol, 0) + random.bytes(8) + options
        ethernet = random.bytes(12) + struct.pack(">H", IPV4)
        packet = ethernet + network + transport + content
        if random.integers(10) == 0:
            packet = random.bytes(12) + b"\x08\x06" + random.bytes(int(random.integers(40)))
        file.append(struct.pack(order + "IIII", 1_700_000_000 + k, k % 10**6, len(packet), len(packet)) + packet)
    return b"".join(file)


def main(arguments: list[str]) -> None:
    if arguments:
        source, target, port = pathlib.Path(arguments[0]), pathlib.Path(arguments[1]), int(arguments[2])
    else:
        folder = pathlib.Path(tempfile.mkdtemp())
        source, target, port = folder / "all.pcap", folder / "dns.pcap", 53
        source.write_bytes(made_file(20_000))
    target.write_bytes(of_port(source.read_bytes(), port))
    print(f"wrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
