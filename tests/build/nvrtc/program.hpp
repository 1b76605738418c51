// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiles a source with NVRTC. The include path contains only heddle and the toolkit. No other flags are set.
#pragma once

#include <nvrtc.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle_test {

struct compiled_source {
    std::string log;
    std::string ptx;
    std::vector<char> code;  //!< empty if NVRTC refused the source, or compiled it only to PTX
};

inline void require_success(nvrtcResult result)
{
    if (result != NVRTC_SUCCESS) throw std::runtime_error(nvrtcGetErrorString(result));
}

//! Compiles a source with NVRTC. For an architecture such as "compute_90", compiles only to PTX.
//! more_options: options in addition to -arch, -std and -I
//! headers: if not empty, heddle's headers by their names from heddle/ on, which NVRTC then does not search for in files
inline compiled_source compile(std::string const& source, std::string const& architecture = "sm_90",
                               std::string const& standard = "c++17", std::vector<std::string> const& more_options = {},
                               std::map<std::string, std::string> const& headers = {})
{
    std::vector<char const*> names, texts;
    for (auto const& [name, text] : headers) {
        names.push_back(name.c_str());
        texts.push_back(text.c_str());
    }
    nvrtcProgram program;
    require_success(nvrtcCreateProgram(&program, source.c_str(), "source.cu", static_cast<int>(names.size()),
                                       texts.data(), names.data()));
    std::vector<std::string> options = {"-arch=" + architecture, "-std=" + standard};
    for (std::string const folder : {HEDDLE_NVRTC_INCLUDES}) {
        if (headers.empty() || folder != HEDDLE_INCLUDE) options.push_back("-I" + folder);
    }
    options.insert(options.end(), more_options.begin(), more_options.end());
    std::vector<char const*> pointers;
    for (std::string const& option : options) pointers.push_back(option.c_str());
    nvrtcResult const result = nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());

    compiled_source compiled;
    std::size_t bytes = 0;
    require_success(nvrtcGetProgramLogSize(program, &bytes));
    compiled.log.resize(bytes);
    require_success(nvrtcGetProgramLog(program, compiled.log.data()));
    compiled.log.resize(bytes - 1);
    if (result == NVRTC_SUCCESS) {
        if (architecture.compare(0, 3, "sm_") == 0) {
            require_success(nvrtcGetCUBINSize(program, &bytes));
            compiled.code.resize(bytes);
            require_success(nvrtcGetCUBIN(program, compiled.code.data()));
        }
        require_success(nvrtcGetPTXSize(program, &bytes));
        compiled.ptx.resize(bytes);
        require_success(nvrtcGetPTX(program, compiled.ptx.data()));
    }
    require_success(nvrtcDestroyProgram(&program));
    return compiled;
}

}  // namespace heddle_test
