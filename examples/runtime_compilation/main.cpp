// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiles a kernel with NVRTC for a struct that is known only at run time. Then runs the kernel.
// Usage: runtime_compilation [TYPE:NAME ...], where the first field is a float or a double
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct field {
    std::string type;
    std::string name;
    std::size_t bytes;
    std::size_t offset;
};

struct record_layout {
    std::vector<field> fields;
    std::size_t bytes;
};

void check(cudaError_t error)
{
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

void check(nvrtcResult result)
{
    if (result != NVRTC_SUCCESS) throw std::runtime_error(nvrtcGetErrorString(result));
}

std::size_t bytes_of_type(std::string const& type)
{
    if (type == "char") return 1;
    if (type == "short") return 2;
    if (type == "int" || type == "float") return 4;
    if (type == "long" || type == "double") return 8;
    throw std::invalid_argument("the type of a field is char, short, int, long, float or double, not " + type);
}

//! Returns the layout of a C++ struct with these fields.
record_layout layout_of(std::vector<std::string> const& texts)
{
    record_layout layout{{}, 0};
    std::size_t alignment = 1;
    for (std::string const& text : texts) {
        std::size_t const colon = text.find(':');
        if (colon == std::string::npos) throw std::invalid_argument("a field is TYPE:NAME, not " + text);
        std::string const type = text.substr(0, colon);
        std::size_t const bytes = bytes_of_type(type);
        std::size_t const offset = (layout.bytes + bytes - 1) / bytes * bytes;
        layout.fields.push_back({type, text.substr(colon + 1), bytes, offset});
        layout.bytes = offset + bytes;
        if (bytes > alignment) alignment = bytes;
    }
    layout.bytes = (layout.bytes + alignment - 1) / alignment * alignment;
    std::string const& first = layout.fields.front().type;
    if (first != "float" && first != "double") throw std::invalid_argument("the first field is a float or a double");
    return layout;
}

//! Returns the source code of a kernel that multiplies the first field of each record by a factor.
std::string source_of(record_layout const& layout)
{
    std::string members;
    std::string names;
    for (field const& each : layout.fields) {
        members += each.type + " " + each.name + "; ";
        names += ", " + each.name;
    }
    return "#include <heddle/heddle.cuh>\n"
           "struct record { " +
           members +
           "};\n"
           "HEDDLE_FIELDS(record" +
           names +
           ");\n"
           "extern \"C\" __global__ void scale(record* array, unsigned count, double factor)\n"
           "{\n"
           "    auto const records = heddle::make_coalesced(array);\n"
           "    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (i >= count) return;\n"
           "    record r = records[i];\n"
           "    r." +
           layout.fields.front().name +
           " *= factor;\n"
           "    records[i] = r;\n"
           "}\n";
}

//! Compiles the source to machine code for an architecture such as sm_90. NVRTC needs no flags except for the include
//! directories of heddle and of the toolkit.
std::vector<char> compile(std::string const& source, std::string const& architecture)
{
    nvrtcProgram program;
    check(nvrtcCreateProgram(&program, source.c_str(), "scale.cu", 0, nullptr, nullptr));
    std::vector<std::string> options = {"-arch=" + architecture, "-std=c++17"};
    // HEDDLE_EXAMPLE_INCLUDES is a list of the include directories of heddle and the toolkit, separated by colons.
    for (std::string rest = HEDDLE_EXAMPLE_INCLUDES; !rest.empty();) {
        std::size_t const colon = rest.find(':');
        options.push_back("-I" + rest.substr(0, colon));
        rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    }
    std::vector<char const*> pointers;
    for (std::string const& option : options) pointers.push_back(option.c_str());
    nvrtcResult const result = nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());
    std::size_t bytes = 0;
    if (result != NVRTC_SUCCESS) {
        check(nvrtcGetProgramLogSize(program, &bytes));
        std::string log(bytes, '\0');
        check(nvrtcGetProgramLog(program, log.data()));
        throw std::runtime_error(log);
    }
    check(nvrtcGetCUBINSize(program, &bytes));
    std::vector<char> code(bytes);
    check(nvrtcGetCUBIN(program, code.data()));
    check(nvrtcDestroyProgram(&program));
    return code;
}

double first_field(record_layout const& layout, char const* record)
{
    if (layout.fields.front().type == "double") {
        double value;
        std::memcpy(&value, record, sizeof value);
        return value;
    }
    float value;
    std::memcpy(&value, record, sizeof value);
    return value;
}

void set_first_field(record_layout const& layout, char* record, double value)
{
    auto const narrow = static_cast<float>(value);
    if (layout.fields.front().type == "double") {
        std::memcpy(record, &value, sizeof value);
    } else {
        std::memcpy(record, &narrow, sizeof narrow);
    }
}

//! Runs the kernel on an array of records. Returns whether every byte equals the result that the host computes.
bool run(record_layout const& layout, std::vector<char> const& code)
{
    constexpr unsigned count = 100'003;
    constexpr double factor = 3;
    std::vector<char> records(count * layout.bytes);
    for (std::size_t i = 0; i < records.size(); ++i) records[i] = static_cast<char>(i * 7 % 61);
    std::vector<char> expected = records;
    for (unsigned i = 0; i < count; ++i) {
        set_first_field(layout, &records[i * layout.bytes], i);
        set_first_field(layout, &expected[i * layout.bytes], i * factor);
    }

    cudaLibrary_t library;
    cudaKernel_t kernel;
    check(cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    check(cudaLibraryGetKernel(&kernel, library, "scale"));
    void* array;
    check(cudaMalloc(&array, records.size()));
    check(cudaMemcpy(array, records.data(), records.size(), cudaMemcpyHostToDevice));
    unsigned records_in_array = count;
    double factor_of_all = factor;
    void* arguments[] = {&array, &records_in_array, &factor_of_all};
    check(cudaLaunchKernel(reinterpret_cast<void const*>(kernel), dim3((count + 255) / 256), dim3(256), arguments, 0,
                           nullptr));
    check(cudaMemcpy(records.data(), array, records.size(), cudaMemcpyDeviceToHost));
    check(cudaFree(array));
    check(cudaLibraryUnload(library));
    std::printf("record %u: %s = %g\n", count - 1, layout.fields.front().name.c_str(),
                first_field(layout, &records[(count - 1) * layout.bytes]));
    return records == expected;
}

}  // namespace

int main(int argc, char** argv)
try {
    std::vector<std::string> texts(argv + 1, argv + argc);
    if (texts.empty()) texts = {"float:mass", "float:x", "float:y", "float:z", "long:id", "char:kind"};
    record_layout const layout = layout_of(texts);
    std::string const source = source_of(layout);
    std::printf("%s\n", source.c_str());

    int device_count = 0;
    bool const has_gpu = cudaGetDeviceCount(&device_count) == cudaSuccess && device_count > 0;
    std::string architecture = "sm_80";
    if (has_gpu) {
        cudaDeviceProp properties;
        check(cudaGetDeviceProperties(&properties, 0));
        architecture = "sm_" + std::to_string(properties.major * 10 + properties.minor);
    }
    std::vector<char> const code = compile(source, architecture);
    std::printf("compiled for %s: %zu bytes\n", architecture.c_str(), code.size());
    if (!has_gpu) {
        std::printf("no GPU: the kernel is not run\n");
        return 0;
    }
    bool const is_right = run(layout, code);
    std::printf(is_right ? "all records are right\n" : "WRONG RESULT\n");
    return is_right ? 0 : 1;
} catch (std::exception const& error) {
    std::fprintf(stderr, "runtime_compilation: %s\n", error.what());
    return 2;
}
