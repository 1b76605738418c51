# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""consumers.py NAME: tests one way to use heddle, with a project of this folder. A test whose tool is missing, or whose
package of PyPI cannot be installed, is skipped."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
from script import SETTINGS, finish, output_of, result_of, skip

SOURCES = FOLDER.parents[2]
# Conan's test package contains the project that all tests of packages build.
HOST_CONSUMER = SOURCES / "src/packaging/conan/test_package"
PACKAGE = f"-DCMAKE_PREFIX_PATH={SETTINGS.prefix}"
LIBRARY_ALONE = ["-DHEDDLE_BUILD_PROGRAM=OFF", "-DHEDDLE_BUILD_TESTS=OFF", "-DHEDDLE_BUILD_BENCHMARKS=OFF"]
OLDEST_CMAKE = "cmake==3.18.4.post1"
BINARY = pathlib.Path.cwd() / sys.argv[1]


def fresh(folder: pathlib.Path) -> pathlib.Path:
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def configure(cmake: object, source: pathlib.Path, binary: pathlib.Path, *options: str) -> list[object]:
    """Returns the command that configures a project as this build was configured."""
    return [cmake, "-S", source, "-B", fresh(binary), f"-G{SETTINGS.generator}",
            f"-DCMAKE_MAKE_PROGRAM={SETTINGS.make_program}", f"-C{SETTINGS.hints}", *options]


def build(cmake: object, source: pathlib.Path, binary: pathlib.Path, *options: str) -> None:
    output_of(*configure(cmake, source, binary, *options))
    output_of(cmake, "--build", binary)


def consume(cmake: object, source: pathlib.Path, binary: pathlib.Path, *options: str) -> None:
    """Builds a project, and runs its program `consumer`."""
    build(cmake, source, binary, *options)
    output_of(binary / "consumer")


def expect_refusal(cmake: object, project: str, words: str, *options: str) -> None:
    """Fails unless the configuration of a project of this folder fails with a message that contains the words."""
    status, output = result_of(*configure(cmake, FOLDER / project, BINARY / "refused", *options))
    if status == 0 or words not in " ".join(output.split()):
        finish([f"with {options}, the configuration should fail and say `{words}`; its result is {status}:", output])


def tool(name: str) -> str:
    return shutil.which(name) or skip(f"{name} was not found")


def from_pypi(requirement: str, folder: pathlib.Path) -> pathlib.Path:
    """Installs a package of PyPI to a folder, or skips the test."""
    mark = folder / f"{re.sub('[^a-z0-9]', '_', requirement)}.installed"
    if not mark.exists():
        if SETTINGS.download not in ("ON", "TRUE", "1", "YES"):
            skip(f"{requirement} is installed only with -DHEDDLE_INSTALL_DEPENDENCIES=ON")
        try:
            status, output = result_of(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                                       "--no-input", "--timeout", 20, "--retries", 1, "--only-binary", ":all:",
                                       "--target", fresh(folder), requirement, timeout=120)
        except subprocess.TimeoutExpired:
            status, output = 1, "it took more than 120 seconds"
        if status != 0:
            skip(f"pip could not install {requirement}: {output}")
        mark.touch()
    return folder


def cmake_of(requirement: str, folder: pathlib.Path = BINARY) -> pathlib.Path:
    return from_pypi(requirement, folder / "pypi") / "cmake/data/bin/cmake"


def export() -> None:
    """A project with heddle as a subdirectory exports a target that links heddle. Another project finds both."""
    build(SETTINGS.cmake, FOLDER / "export", BINARY / "mesh", f"-DHEDDLE_ROOT={SOURCES}")
    output_of(SETTINGS.cmake, "--install", BINARY / "mesh", "--prefix", BINARY / "prefix")
    consume(SETTINGS.cmake, FOLDER / "export/user", BINARY / "user", f"-DCMAKE_PREFIX_PATH={BINARY}/prefix")


def fetch_content() -> None:
    """A project fetches a release by the tag of a git repository."""
    repository = fresh(BINARY) / "repository"
    for name in ("include", "src"):
        shutil.copytree(SOURCES / name, repository / name)
    for name in ("CMakeLists.txt", "LICENSE"):
        shutil.copy(SOURCES / name, repository)
    git = [tool("git"), "-C", repository, "-c", "user.name=heddle", "-c", "user.email=heddle@localhost", "-c",
           "commit.gpgSign=false"]
    output_of(*git, "init", "--quiet")
    output_of(*git, "add", "--all")
    output_of(*git, "commit", "--quiet", "--no-verify", "-m", "heddle")
    output_of(*git, "tag", "v1")
    consume(SETTINGS.cmake, FOLDER / "fetch_content", BINARY / "consumer", f"-DREPOSITORY=file://{repository}",
            "-DTAG=v1", f"-DHOST_CONSUMER={HOST_CONSUMER}")


def conan() -> None:
    """Makes a Conan package with the recipe, and builds the test package with it. Uses no remotes and a new cache."""
    command = [shutil.which("conan")]
    environment = {**os.environ, "CONAN_HOME": str(fresh(BINARY / "home")), "CXX": SETTINGS.cxx}
    if not command[0]:
        pypi = from_pypi("conan>=2", BINARY / "pypi")
        environment["PYTHONPATH"] = str(pypi)
        command = [sys.executable, pypi / "bin/conan"]
    output_of(*command, "profile", "detect", env=environment)
    output_of(*command, "create", SOURCES / "src/packaging/conan", "--no-remote", "--conf",
              f"tools.cmake.cmaketoolchain:generator={SETTINGS.generator}", "--conf",
              f"tools.cmake.cmake_layout:test_folder={fresh(BINARY / 'test_package')}", env=environment)


def package() -> None:
    """Configures heddle without CUDA, and packs it."""
    output_of(*configure(SETTINGS.cmake, SOURCES, BINARY, *LIBRARY_ALONE))
    if list(BINARY.glob("CMakeFiles/*/CMakeCUDACompiler.cmake")):
        finish(["packing looked for a CUDA compiler, which it does not need"])
    output_of(pathlib.Path(SETTINGS.cmake).with_name("cpack"), "--config", BINARY / "CPackConfig.cmake", "-B", BINARY)


def check_package(prefix: pathlib.Path, *others: str) -> None:
    files = sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*")
                   if path.is_file() and not re.search("include/heddle/.*(cuh|h|hpp)$", str(path)))
    expected = sorted([*(f"share/cmake/heddle/heddle-{name}.cmake" for name in
                         ("config", "config-version", "targets", "emulation-targets")),
                       "share/doc/heddle/LICENSE", "share/pkgconfig/heddle.pc", *others])
    if files != expected:
        finish([f"beside headers, the package has {files}, and should have {expected}"])
    consume(SETTINGS.cmake, HOST_CONSUMER, BINARY / "consumer", f"-DCMAKE_PREFIX_PATH={prefix}")


def archive() -> None:
    with tarfile.open(f"package/heddle-{SETTINGS.version}.tar.gz") as file:
        file.extractall(fresh(BINARY))
    check_package(BINARY / f"heddle-{SETTINGS.version}")


def deb() -> None:
    file, dpkg_deb = f"package/libheddle-dev_{SETTINGS.version}_all.deb", tool("dpkg-deb")
    output_of(dpkg_deb, "-x", file, fresh(BINARY))
    for field, value in {"Package": "libheddle-dev", "Version": SETTINGS.version, "Architecture": "all",
                         "Depends": ""}.items():
        found = output_of(dpkg_deb, "-f", file, field).strip()
        if found != value:
            finish([f"the field {field} of {file} is `{found}`, not `{value}`"])
    check_package(BINARY / "usr", "share/doc/libheddle-dev/copyright")


def refusals() -> None:
    """The installed package refuses languages and components that it does not support."""
    expect_refusal(SETTINGS.cmake, "refusals", "heddle: there is no component nothing", PACKAGE, "-DLANGUAGES=NONE",
                   "-DCOMPONENTS=nothing")
    expect_refusal(SETTINGS.cmake, "refusals", "emulation needs C++", PACKAGE, "-DLANGUAGES=NONE",
                   "-DCOMPONENTS=emulation")
    expect_refusal(SETTINGS.cmake, "refusals", "emulation needs Boost.Context", PACKAGE, "-DLANGUAGES=CXX",
                   "-DCOMPONENTS=emulation", "-DCMAKE_DISABLE_FIND_PACKAGE_Boost=TRUE")


def added_and_found() -> None:
    """A project adds heddle as a subdirectory, and finds an installed heddle."""
    options = (PACKAGE, f"-DHEDDLE_ROOT={SOURCES}", f"-DHOST_CONSUMER={HOST_CONSUMER}")
    consume(SETTINGS.cmake, FOLDER / "added_and_found", BINARY, *options)
    expect_refusal(SETTINGS.cmake, "added_and_found", "heddle::heddle exists already", *options, "-DFOUND_FIRST=ON")
    expect_refusal(SETTINGS.cmake, "added_and_found", "before add_subdirectory of heddle", *options,
                   "-DCOMPONENTS=emulation")


def pkg_config() -> None:
    environment = {**os.environ, "PKG_CONFIG_PATH": f"{SETTINGS.prefix}/share/pkgconfig"}
    ask = [shutil.which("pkg-config") or tool("pkgconf"), "heddle"]
    version = output_of(*ask, "--modversion", env=environment).strip()
    if version != SETTINGS.version:
        finish([f"pkg-config says that heddle has version {version}, not {SETTINGS.version}"])
    BINARY.mkdir(exist_ok=True)
    output_of(SETTINGS.cxx, "-std=c++17", *output_of(*ask, "--cflags", env=environment).split(),
              HOST_CONSUMER / "main.cpp", "-o", BINARY / "consumer")
    output_of(BINARY / "consumer")


def read_with(cmake: pathlib.Path) -> None:
    """An older or newer CMake reads the installed package."""
    consume(cmake, HOST_CONSUMER, BINARY / "host", PACKAGE)
    expect_refusal(cmake, "refusals", "heddle: there is no component nothing", PACKAGE, "-DLANGUAGES=NONE",
                   "-DCOMPONENTS=nothing")


def refused_cmake() -> None:
    expect_refusal(cmake_of("cmake==3.17.3"), "refusals", "needs CMake 3.18", PACKAGE, "-DLANGUAGES=NONE")


def oldest_cmake() -> None:
    cmake = cmake_of(OLDEST_CMAKE)
    read_with(cmake)
    build(cmake, FOLDER / "with_kernel", BINARY / "cuda_only", PACKAGE, f"-DCMAKE_CUDA_COMPILER={SETTINGS.nvcc}",
          f"-DCMAKE_CUDA_ARCHITECTURES={SETTINGS.architecture}")


def newest_cmake() -> None:
    """The newest CMake also makes an install tree, which the oldest one can read."""
    cmake = cmake_of("cmake")
    read_with(cmake)
    output_of(*configure(cmake, SOURCES, BINARY / "heddle", *LIBRARY_ALONE))
    output_of(cmake, "--install", BINARY / "heddle", "--prefix", BINARY / "prefix")
    # The test of the oldest CMake uses the same folder, and runs before this test.
    consume(cmake_of(OLDEST_CMAKE, BINARY.with_name("cmake_3.18")), HOST_CONSUMER, BINARY / "host_oldest",
            f"-DCMAKE_PREFIX_PATH={BINARY}/prefix")


TESTS = {test.__name__: test for test in (export, fetch_content, conan, package, archive, deb, refusals,
                                          added_and_found, pkg_config)}
TESTS |= {"cmake_3.17": refused_cmake, "cmake_3.18": oldest_cmake,
          "cmake_3.22": lambda: read_with(cmake_of("cmake==3.22.6")), "cmake_newest": newest_cmake}
TESTS[sys.argv[1]]()
