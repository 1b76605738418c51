#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs a preset in a bare Debian, which has only CMake, a copy of the CUDA Toolkit and a copy of this
# project. The command installs everything else there. The script changes nothing outside of one folder.
usage() {
    cat <<'END'
run.sh [OPTION ...]

  --preset PRESET    the preset of CMake (default: test)
  --toolkit FOLDER   the CUDA Toolkit to copy (default: /usr/local/cuda)
  --folder FOLDER    make the system there, or use the one that is there, and keep it (default: a temporary folder)

Needs root, debootstrap and unshare, and exits with 77 where they are missing.
END
}
set -euo pipefail

preset=test toolkit=/usr/local/cuda folder=''
while (($# > 0)); do
    case $1 in
        --help) usage; exit ;;
        --preset | --toolkit | --folder)
            if (($# < 2)); then
                echo "run.sh: $1: a value is missing" >&2
                exit 2
            fi
            printf -v "${1#--}" %s "$2"
            shift 2
            ;;
        *) echo "run.sh: there is no option $1; --help lists them" >&2; exit 2 ;;
    esac
done

skip() {
    echo "skipped: $1"
    exit 77
}
((EUID == 0)) || skip "only root can make a bare system"
for tool in debootstrap unshare chroot tar; do
    command -v "$tool" >/dev/null || skip "$tool was not found"
done
unshare --mount true 2>/dev/null || skip "this system lets nobody mount file systems"
[[ -x $toolkit/bin/nvcc ]] || skip "there is no CUDA Toolkit in $toolkit"
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)

if [[ -z $folder ]]; then
    folder=$(mktemp -d)
    trap 'rm -rf --one-file-system "$folder"' EXIT
fi
root=$folder/root
mkdir -p "$folder"

if [[ ! -x $root/usr/bin/cmake ]]; then
    echo "making a bare system in $root"
    if ! debootstrap --variant=minbase --include=cmake,ca-certificates bookworm "$root" \
        http://deb.debian.org/debian >"$folder/log"; then
        tail -n 20 "$folder/log"
        exit 1
    fi
fi

# The toolkit is copied to the same path, because it may have absolute links. Of its libraries, only the runtime and
# NVRTC are copied, because the other libraries take gigabytes. No loader path has them, as after an installation by hand.
original=$(readlink -f "$toolkit")
[[ $original != / && $original != /usr ]] || skip "the CUDA Toolkit has no folder of its own"
if [[ ! -x $root$original/bin/nvcc ]]; then
    echo "copying $original"
    mkdir -p "$root$original"
    (
        cd "$original"
        find bin include lib lib64 nvvm targets version.json \( -type f -o -type l \) \
            \( -path 'nvvm/*' -o -name 'libcudart*' -o -name 'libcudadevrt*' -o -name 'libnvrtc*.so*' \
            -o ! -name 'lib*.so*' ! -name 'lib*.a' \) -print0 2>/dev/null || true
    ) | tar -C "$original" --null -T - -cf - | tar -C "$root$original" -xf -
    [[ -e $root/usr/local/cuda ]] || ln -s "$original" "$root/usr/local/cuda"
fi

# Without the files that git ignores, if git knows.
mkdir -p "$root/heddle"
(
    cd "$project"
    git ls-files -z --cached --others --exclude-standard 2>/dev/null ||
        find . \( -path ./.git -o -path ./build \) -prune -o -type f -print0
) | tar -C "$project" --null -T - -cf - | tar -C "$root/heddle" -xf -

command="cmake --workflow --preset $preset"

# The mounts are in their own namespace, and end with it. /dev has no GPU, because the bare Debian has no driver.
in_root() {
    mount -t proc proc "$root/proc" || mount --rbind /proc "$root/proc"
    mount -t tmpfs tmpfs "$root/dev"
    for device in null zero full random urandom tty; do
        : >"$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
    done
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    proxies=()
    for name in http_proxy https_proxy no_proxy; do
        if [[ -n ${!name:-} ]]; then proxies+=("$name=${!name}"); fi
    done
    exec chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LANG=C.UTF-8 TERM=dumb "${proxies[@]}" /bin/sh -c "cd /heddle && $command"
}
export root command
export -f in_root
echo "$command"
unshare --mount bash -euc in_root
