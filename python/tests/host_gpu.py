# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""A GPU that is the host: g++ compiles the package's own kernels, with plain pointers in place of coalesced_ptr.

Its memory has guards, so that a write beside an array is found, and ends before a page that cannot be read. Kernels
with barriers run with a thread for each CUDA thread. It has no pairs of float16.
"""

import contextlib
import ctypes
import functools
import mmap
import pathlib
import shutil
import subprocess
import tempfile
import threading
import types

import numpy as np

import heddle_cuda
from heddle_cuda import _conversion
from heddle_cuda._conversion_plan import assertions

GUARD = 64
COMPILER = shutil.which("g++")

_CUDA = """
#include <math.h>
#include <string.h>
#if HAS_BARRIERS
#include <barrier>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>
#endif
#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(n)
struct dim3 { unsigned x; };
struct uint2 { unsigned x, y; };
static thread_local dim3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;
#if HAS_BARRIERS
static std::unique_ptr<std::barrier<>> block_barrier;
static std::vector<std::unique_ptr<std::barrier<>>> warp_barriers;
static long long lanes[1024];
static void __syncthreads() { block_barrier->arrive_and_wait(); }
template <class T> static T __shfl_up_sync(unsigned, T value, unsigned distance)
{
    unsigned const t = threadIdx.x;
    lanes[t] = value;
    warp_barriers[t / 32]->arrive_and_wait();
    T const result = t % 32 >= distance ? T(lanes[t - distance]) : value;
    warp_barriers[t / 32]->arrive_and_wait();
    return result;
}
static void __syncwarp() { warp_barriers[threadIdx.x / 32]->arrive_and_wait(); }
static unsigned __match_any_sync(unsigned, unsigned value)
{
    unsigned const t = threadIdx.x;
    lanes[t] = value;
    __syncwarp();
    unsigned peers = 0;
    for (unsigned lane = 0; lane < 32; ++lane) peers |= unsigned(lanes[t / 32 * 32 + lane] == value) << lane;
    __syncwarp();
    return peers;
}
static void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
template <class T> static T atomicAdd(T* p, T value) { return std::atomic_ref<T>(*p).fetch_add(value); }
#endif
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
static int __ffs(unsigned bits) { return __builtin_ffs(bits); }
static void atomicMax(unsigned long long* p, unsigned long long value) { if (*p < value) *p = value; }
namespace heddle {
template <class T> T* make_coalesced(T* p) { return p; }
template <class Struct> class struct_words {
public:
    struct_words() = default;
    struct_words(Struct const& q) { memcpy(bytes, &q, sizeof q); }
    Struct value() const { return get<Struct, 0>(); }
    template <class T, unsigned Offset> T get() const
    {
        T result = {};
        memcpy(&result, bytes + Offset, shared<T>(Offset));
        return result;
    }
    template <class T, unsigned Offset> void set(T const& value)
    {
        memcpy(bytes + Offset, &value, shared<T>(Offset));
    }

private:
    template <class T> static unsigned long shared(unsigned offset)
    {
        unsigned long const left = offset < sizeof(Struct) ? sizeof(Struct) - offset : 0;
        return sizeof(T) < left ? sizeof(T) : left;
    }
    unsigned char bytes[sizeof(Struct)] = {};
};
template <class T> void add(T& to, T const& by) { to += by; }
template <class T, unsigned long N> void add(T (&to)[N], T const (&by)[N])
{
    for (unsigned long k = 0; k < N; ++k) add(to[k], by[k]);
}
template <class T> void check_alignment(T* p)
{
    if (reinterpret_cast<unsigned long>(p) % alignof(T) != 0) __builtin_trap();
}
template <class T> void atomic_add(T* p, T by) { check_alignment(p), add(*p, by); }
template <auto... Member, class T> void atomic_add_if(bool is_valid, T* p, T const& by)
{
    check_alignment(p);
    if (is_valid) (add(p->*Member, by.*Member), ...);
}
}
#define HEDDLE_FIELDS(...)
"""

_RUN = """
template <int... I> struct numbers {};
template <class... A, int... I> static void call(void (*kernel)(A...), void const* const* a, numbers<I...>)
{
    kernel(*static_cast<A const*>(a[I])...);
}
template <class... A> static void call(void (*kernel)(A...), void const* const* a)
{
    call(kernel, a, numbers<__integer_pack(int(sizeof...(A)))...>());
}
extern "C" void launch(unsigned blocks, unsigned threads, void const* const* arguments)
{
    blockDim.x = threads;
    gridDim.x = blocks;
    for (unsigned b = 0; b < blocks; ++b) {
#if !HAS_BARRIERS
        blockIdx.x = b;
        for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x) call(NAME, arguments);
#else
        block_barrier = std::make_unique<std::barrier<>>(threads);
        warp_barriers.clear();
        for (unsigned w = 0; w < threads / 32; ++w) warp_barriers.push_back(std::make_unique<std::barrier<>>(32));
        std::vector<std::thread> team;
        for (unsigned t = 0; t < threads; ++t) team.emplace_back([=] {
            blockIdx.x = b;
            threadIdx.x = t;
            call(NAME, arguments);
        });
        for (std::thread& each : team) each.join();
#endif
    }
}
"""

# Runs the kernels of conversions from heddle's headers. A fiber is a thread, and a barrier switches to the next fiber.
_CONVERSION = """
#include <ucontext.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>
#include <heddle/records/detail/conversion_kernel.cuh>
ASSERTIONS
using namespace heddle::detail;
static ucontext_t scheduler;
struct fiber {
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[1 << 16]};
    bool is_done = false;
};
struct no_warp {
    unsigned ballot(bool) const { std::abort(); }
    unsigned shfl(unsigned, unsigned) const { std::abort(); }
};
struct block_of_fibers {
    unsigned rank;
    fiber* own;
    static constexpr unsigned num_threads() { return 64; }
    unsigned thread_rank() const { return rank; }
    void sync() const { swapcontext(&own->context, &scheduler); }
    no_warp warp() const { return {}; }
};
static std::vector<fiber> fibers(64);
static TABLE table;
static unsigned block_number;
alignas(16) static std::byte shared_memory[conversion_tile_bytes + 64 + 16];
static void run(int rank)
{
    unsigned const tile = block_number / table.slice_count, slice = block_number % table.slice_count;
    block_of_fibers const block{unsigned(rank), &fibers[rank]};
    convert_slice<conversion_way::WAY, UNIT>(block, shared_memory, table, slice, tile);
    fibers[rank].is_done = true;
}
extern "C" bool launch(unsigned blocks, unsigned shared_bytes, void const* const* parameters)
{
    memcpy(static_cast<void*>(&table), parameters[0], sizeof table);
    if (shared_bytes + 16 > sizeof shared_memory) return false;
    for (block_number = 0; block_number < blocks; ++block_number) {
        memset(shared_memory, 0xa5, shared_bytes + 16);
        for (int k = 0; k < 64; ++k) {
            fiber& each = fibers[k];
            each.is_done = false;
            getcontext(&each.context);
            each.context.uc_stack.ss_sp = each.stack.get();
            each.context.uc_stack.ss_size = 1 << 16;
            each.context.uc_link = &scheduler;
            makecontext(&each.context, reinterpret_cast<void (*)()>(run), 1, k);
        }
        for (unsigned left = 64; left != 0;) {
            for (fiber& each : fibers) {
                if (each.is_done) continue;
                swapcontext(&scheduler, &each.context);
                left -= each.is_done;
            }
        }
        for (int k = 0; k < 16; ++k) if (shared_memory[shared_bytes + k] != std::byte(0xa5)) return false;
    }
    return true;
}
"""

# Runs the kernels that move whole records, with the threads of a block as fibers.
_WHOLE = """
#include <ucontext.h>
#include <cstring>
#include <memory>
#include <vector>
// What these headers have for the host.
#include <heddle/fields.cuh>
#include <heddle/records/detail/staged_records.cuh>
// The rest is compiled as by nvcc.
#define __CUDACC__
#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __launch_bounds__(n)
#define __grid_constant__
static constexpr unsigned threads = 256;
// Headers of CUDA may have been included, too.
struct host_dim3 { unsigned x; };
struct host_uint2 { unsigned x, y; };
#define uint2 host_uint2
static host_dim3 threadIdx, blockIdx;
static constexpr host_dim3 blockDim{threads};
static ucontext_t scheduler;
struct fiber {
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[1 << 16]};
    bool is_done = false;
};
static std::vector<fiber> fibers(threads);
static void __syncthreads() { swapcontext(&fibers[threadIdx.x].context, &scheduler); }
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
static int __ffs(unsigned bits) { return __builtin_ffs(bits); }
static unsigned atomicAdd(unsigned* p, unsigned value) { return (*p += value) - value; }
static void atomicMax(unsigned long long* p, unsigned long long value) { if (*p < value) *p = value; }
template <class T> static T __shfl_up_sync(unsigned, T value, unsigned distance)
{
    static T lanes[threads];
    unsigned const t = threadIdx.x;
    lanes[t] = value;
    __syncthreads();
    T const result = t % 32 >= distance ? lanes[t - distance] : value;
    __syncthreads();
    return result;
}
SOURCE
static record_table const* table;
static void run(int rank)
{
    KERNEL(*table);
    fibers[rank].is_done = true;
}
extern "C" bool launch(unsigned blocks, unsigned, void const* const* parameters)
{
    table = static_cast<record_table const*>(parameters[0]);
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
        for (unsigned k = 0; k < threads; ++k) {
            fiber& each = fibers[k];
            each.is_done = false;
            getcontext(&each.context);
            each.context.uc_stack.ss_sp = each.stack.get();
            each.context.uc_stack.ss_size = 1 << 16;
            each.context.uc_link = &scheduler;
            makecontext(&each.context, reinterpret_cast<void (*)()>(run), 1, int(k));
        }
        for (unsigned left = threads; left != 0;) {
            for (unsigned k = 0; k < threads; ++k) {
                if (fibers[k].is_done) continue;
                threadIdx.x = k;
                swapcontext(&scheduler, &fibers[k].context);
                left -= fibers[k].is_done;
            }
        }
    }
    return true;
}
"""


@functools.lru_cache
def _folder():
    folder = tempfile.TemporaryDirectory()
    path = pathlib.Path(folder.name)
    for header in ("heddle/heddle.cuh", "heddle/struct_words.cuh"):
        (path / header).parent.mkdir(parents=True, exist_ok=True)
        (path / header).write_text("#pragma once\n")
    return folder, path


@functools.lru_cache
def compiled_kernel(source, name):
    folder = _folder()[1]
    options = ["-O0", "-pthread", f"-DHAS_BARRIERS={int('__syncthreads' in source)}", f"-I{folder}"]
    return compiled(_CUDA + source + _RUN.replace("NAME", name), *options).launch


@functools.lru_cache
def compiled_conversion(variant):
    source = _CONVERSION.replace("ASSERTIONS", assertions(variant.capacity)).replace("TABLE", variant.capacity.type)
    way = "rows_to_columns" if variant.splits else "columns_to_rows"
    source = source.replace("WAY", way).replace("UNIT", str(variant.unit))
    launch = compiled(source, "-O1", f"-I{heddle_cuda.include_path()}").launch
    launch.restype = ctypes.c_bool
    return launch


@functools.lru_cache
def compiled_whole(variant):
    source = _WHOLE.replace("SOURCE", variant.source).replace("KERNEL", variant.kernel)
    launch = compiled(source, "-O1", f"-I{heddle_cuda.include_path()}").launch
    launch.restype = ctypes.c_bool
    return launch


def compilations():
    """Returns how many libraries have been compiled."""
    return len(list(_folder()[1].glob("*.cpp")))


def compiled(source, *options):
    """Returns a library that is compiled from C++."""
    folder = _folder()[1]
    stem = folder / f"library{compilations()}"
    stem.with_suffix(".cpp").write_text(source)
    library = stem.with_suffix(".so")
    command = [
        COMPILER,
        "-std=c++20",
        "-w",
        "-shared",
        "-fPIC",
        *options,
        "-o",
        library,
        stem.with_suffix(".cpp"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]
    return ctypes.CDLL(str(library))


class HostDevice:
    """Stands for a cuda.core.Device. Its memory is never given back, so that the guards can be checked at the end."""

    device_id = 0
    arch = "90"

    has_added_up = False

    def __init__(self):
        self.blocks = []
        self.locked_memory = {}
        self.locked_arrays = set()  # the addresses of arrays that count as page-locked
        self.streams = []

    def allocate(self, size, *, stream):
        readable = -(-(size + GUARD) // mmap.PAGESIZE) * mmap.PAGESIZE
        block = np.frombuffer(mmap.mmap(-1, readable + mmap.PAGESIZE), np.uint8)
        end = ctypes.c_void_p(block.ctypes.data + readable)
        assert ctypes.CDLL(None).mprotect(end, ctypes.c_size_t(mmap.PAGESIZE), 0) == 0
        block = block[:readable]
        block[:] = 0xA5
        start = (readable - size) // 16 * 16
        self.blocks.append((block, start, size))
        return types.SimpleNamespace(handle=block.ctypes.data + start)

    def run_own(self, source, name, blocks, threads, shared, parameters):
        pointers = ctypes.c_void_p(parameters)
        if name == "add_up":
            values = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(ctypes.c_longlong)))
            counts, tiles = values[0][0], values[1][0]
        if name == "add_up" and self.has_added_up:
            # Its 1024 threads take long. So the kernel runs once, and NumPy replaces it then.
            numbers = np.ctypeslib.as_array(ctypes.cast(counts, ctypes.POINTER(ctypes.c_longlong)), (tiles + 1,))
            numbers[1:] = np.cumsum(numbers[:-1])
            numbers[0] = 0
            ctypes.c_longlong.from_address(values[2][0]).value = numbers[-1]
            return
        HostDevice.has_added_up |= name == "add_up"
        compiled_kernel(source, name)(blocks, threads, pointers)

    def run_table(self, variant, blocks, threads, shared, parameters):
        kernel = (compiled_conversion if isinstance(variant, _conversion.Variant) else compiled_whole)(variant)
        assert kernel(blocks, shared, ctypes.c_void_p(parameters)), "a kernel wrote beside its shared memory"

    def check_guards(self):
        for block, start, size in self.blocks:
            assert (block[:start] == 0xA5).all() and (block[start + size :] == 0xA5).all(), (
                "a kernel wrote beside an array"
            )


class LateStream:
    """A stream that copies only if someone waits for it, so that a missing wait leaves wrong bytes."""

    lock = threading.RLock()  # of all, because a stream may wait for another one

    def __init__(self):
        self.work = []

    def run(self, count):
        with self.lock:
            while count > 0 and self.work:
                self.work.pop(0)()
                count -= 1


class Event:
    """_driver.Event. The stream of calls, 1, is done with all its work at any time."""

    is_done = True

    def record(self, stream):
        if isinstance(stream, LateStream):
            with stream.lock:
                self.is_done, self.stream = False, stream
                stream.work.append(self.finish)

    def finish(self):
        self.is_done = True

    def wait_on_host(self):
        while not self.is_done:
            self.stream.run(1)

    def let_wait(self, stream):
        if isinstance(stream, LateStream):
            stream.work.append(self.wait_on_host)
        else:
            self.wait_on_host()

    def close(self):
        pass


def install(patch):
    """Makes the package use a HostDevice, and returns it. `patch` is pytest's monkeypatch."""
    from heddle_cuda import _all_types, _answers, _call, _driver, _prepared, _reduction, _repeat

    device = HostDevice()

    def copy(target, source, size, stream):
        ctypes.memmove(target, source, size)

    def copy_rows(target, target_pitch, source, source_pitch, width, count, stream):
        for k in range(count):
            ctypes.memmove(target + k * target_pitch, source + k * source_pitch, width)

    def start_copy(target, source, size, stream):
        with stream.lock:
            stream.work.append(lambda: ctypes.memmove(target, source, size))

    def new_stream(given):
        device.streams.append(LateStream())
        return device.streams[-1]

    kept = []  # memory that the package never frees

    def allocate_on_host(size):
        memory = np.full(size, 0xA5, np.uint8)
        kept.append(memory)
        return memory.ctypes.data

    class PageLocked:
        def __init__(self, size):
            self.memory = np.full(size, 0xA5, np.uint8)
            self.address, self.size = self.memory.ctypes.data, size
            device.locked_memory[self.address] = self.memory

        def close(self):
            del device.locked_memory[self.address]

    def fill(target, size, stream):
        ctypes.memset(target, 0, size)

    for name, value in {
        "current_device": lambda: device,
        "current_number": lambda: 0,
        "open_handle": lambda stream: 1,
        "device_of": lambda pointer, what: 0,
        "stream_of": lambda stream, device: 1,
        "handle_of": lambda stream: 1,
        "is_capturing": lambda handle: False,
        "wait_for": lambda stream, producer: None,
        "let_wait": lambda consumer, stream: None,
        "copy_to_host": copy,
        "copy_to_device": copy,
        "copy_on_device": copy,
        "fill_with_zeros": fill,
        "copy_rows": copy_rows,
        "current_context": lambda: 1,
        "use_context": lambda context: None,
        "in_context": lambda context: contextlib.nullcontext(),
        "new_stream": new_stream,
        "synchronize": lambda stream: None,
        "wait_on_host": lambda stream: stream.run(len(stream.work)),
        "start_copy_to_device": start_copy,
        "start_copy_to_host": start_copy,
        "allocate_on_host": allocate_on_host,
        "PageLocked": PageLocked,
        "is_page_locked": lambda address, size: address in device.locked_arrays,
        "Event": Event,
    }.items():
        patch.setattr(_driver, name, value)

    def launch(kernel, blocks, threads, shared, stream, parameters):
        assert blocks > 0 and stream == 1
        kernel(blocks, threads, shared, parameters)

    patch.setattr(_driver, "launch", launch)
    # Kernels are functions of the host.
    patch.setattr(_call, "load_own", lambda source, name, arch: functools.partial(device.run_own, source, name))
    patch.setattr(_call, "_launchers", {})
    patch.setattr(_answers, "_free", [])
    patch.setattr(_reduction, "_scratches", {})
    patch.setattr(_all_types, "loaded", lambda variant, call: functools.partial(device.run_table, variant))
    patch.setattr(_all_types, "_loaded", {})
    patch.setattr(_repeat, "_known", {})
    patch.setattr(_prepared, "known", {})
    return device
