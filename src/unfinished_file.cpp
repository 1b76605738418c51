// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The name is known to the handler of signals before there is a file of that name.
#include "unfinished_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <random>

namespace heddle::program {

namespace {

std::atomic<unfinished_file const*> unfinished{nullptr};
static_assert(std::atomic<unfinished_file const*>::is_always_lock_free);

extern "C" void remove_and_end(int signal)
{
    if (unfinished_file const* const file = unfinished) file->remove();
    std::raise(signal);  // which has its default action again, and ends the program
}

//! Signals that are ignored, as nohup wants it, stay so.
void watch_for_signals()
{
    struct sigaction ours {};
    ours.sa_handler = &remove_and_end;
    ours.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
    for (int const signal : {SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU}) {
        struct sigaction now {};
        if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
            ::sigaction(signal, &ours, nullptr);
        }
    }
}

std::string unique_name()
{
    std::random_device random;
    return fmt::format(".heddle-{:08x}{:08x}", random(), random());
}

}  // namespace

unfinished_file::unfinished_file(int directory, mode_t permissions)
    : directory_(directory), name_(unique_name())
{
    watch_for_signals();
    unfinished = this;
    file_ = descriptor(
        ::openat(directory_, name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions));
    if (!file_.is_open()) unfinished = nullptr;
}

unfinished_file::~unfinished_file()
{
    if (unfinished == this) remove();
    unfinished = nullptr;
}

bool unfinished_file::finish(char const* name)
{
    if (::fsync(file_.get()) != 0 || ::close(file_.release()) != 0 ||
        ::renameat(directory_, name_.c_str(), directory_, name) != 0) {
        return false;
    }
    unfinished = nullptr;
    // The new name, too, should survive a loss of power; not all file systems can promise it.
    descriptor const directory(::openat(directory_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.is_open()) (void)::fsync(directory.get());
    return true;
}

void unfinished_file::remove() const { ::unlinkat(directory_, name_.c_str(), 0); }

}  // namespace heddle::program
