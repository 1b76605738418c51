// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded, stops its process once, at the call that HEDDLE_TEST_STOP_AT names: behind an openat that creates a
// file, before an fsync, or before a renameat. So a test finds a program there, however fast it is.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

void stop_at(char const* call)
{
    static bool has_stopped = false;
    char const* const wanted = std::getenv("HEDDLE_TEST_STOP_AT");
    if (has_stopped || wanted == nullptr || std::strcmp(wanted, call) != 0) return;
    has_stopped = true;
    ::kill(::getpid(), SIGSTOP);
}

//! The function of this name that would be called if this library were not preloaded.
template <class Function>
Function* next(Function*, char const* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

template <class Open>
int open_and_stop(Open* open, int directory, char const* name, int flags, mode_t mode)
{
    int const file = open(directory, name, flags, mode);
    bool const creates = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
    if (file >= 0 && creates) stop_at("openat");
    return file;
}

//! The mode is there only if the flags say so.
mode_t mode_of(int flags, std::va_list arguments)
{
    return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

int openat(int directory, char const* name, int flags, ...)
{
    std::va_list arguments;
    va_start(arguments, flags);
    mode_t const mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_and_stop(next(&openat, "openat"), directory, name, flags, mode);
}

int openat64(int directory, char const* name, int flags, ...)
{
    std::va_list arguments;
    va_start(arguments, flags);
    mode_t const mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_and_stop(next(&openat64, "openat64"), directory, name, flags, mode);
}

int fsync(int file)
{
    stop_at("fsync");
    return next(&fsync, "fsync")(file);
}

int renameat(int from, char const* old_name, int to, char const* new_name) noexcept
{
    stop_at("renameat");
    return next(&renameat, "renameat")(from, old_name, to, new_name);
}

}  // extern "C"
