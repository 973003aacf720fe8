#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# build-libraries.sh FOLDER: cross-builds the libraries of Postrider for Windows into FOLDER/prefix, with Debian's
# mingw-w64 and from Debian's source packages. Qt has the version of the release that runs here, because it is
# built with the moc of that release; QCoro and QtKeychain are those of Debian 13. Takes about 65 minutes of one
# core. A library that is built has a stamp in FOLDER/built; remove the stamp or the folder to build it again.
set -euo pipefail
shopt -s nullglob
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mkdir -p "${1:?FOLDER is missing}" && cd "$1" && pwd)
prefix=$folder/prefix
tools=x86_64-w64-mingw32
export POSTRIDER_LIBRARIES=$folder
mkdir -p "$prefix"/{bin,lib,include} "$folder"/{built,source,lists}

release_here() {
    sed -n 's/^VERSION_CODENAME=//p' /etc/os-release
}

# apt_source RELEASE PROGRAM [its arguments]: runs a program of apt with separate lists of source packages, so
# that the lists of the system do not change. RELEASE is "own" or the name of another release.
apt_source() {
    local etc=$folder/lists/$1/etc state=$folder/lists/$1/state
    if [ ! -e "$folder/lists/$1/updated" ]; then
        mkdir -p "$etc" "$state/partial"
        for list in /etc/apt/sources.list.d/*.sources; do
            sed 's/^Types: .*/Types: deb-src/' "$list" >"$etc/$(basename "$list")"
        done
        [ "$1" = own ] || sed -i "/^Suites:/s/$(release_here)/$1/g" "$etc"/*
    fi
    local options=(-q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$etc" -o Dir::State::lists="$state")
    if [ ! -e "$folder/lists/$1/updated" ]; then
        apt-get "${options[@]}" update
        touch "$folder/lists/$1/updated"
    fi
    local program=$2
    shift 2
    "$program" "${options[@]}" "$@"
}

# unpack RELEASE PACKAGE: unpacks the newest available source, with Debian's patches, in FOLDER/source/PACKAGE.
# apt verifies the files that it fetches. A mirror may lack the small .dsc file of a source but have its archives.
unpack() {
    [ ! -e "$folder/source/$2/.complete" ] || return 0
    local version
    for version in $(apt_source "$1" apt-cache showsrc "$2" | sed -n 's/^Version: //p' | sort -urV); do
        rm -rf "${folder:?}/source/$2"
        mkdir -p "$folder/source/$2"
        cd "$folder/source/$2"
        apt_source "$1" apt-get source --only-source --download-only "$2=$version" || true
        if unpack_description || unpack_archives "$2"; then
            echo "$version" >.complete
            return 0
        fi
    done
    echo "There is no source of $2." >&2
    return 1
}

unpack_description() {
    local description=(*.dsc)
    [ ${#description[@]} = 1 ] && dpkg-source --no-check -x "${description[0]}"
}

unpack_archives() {
    local original=(*.orig.tar.*z) changes=(*.debian.tar.*z) patch
    [ ${#original[@]} = 1 ] || return 1
    mkdir "$1"
    tar -xf "${original[0]}" -C "$1" --strip-components=1
    if [ ${#changes[@]} = 0 ]; then
        echo "$1: without Debian's patches, which cannot be had."
        return 0
    fi
    tar -xf "${changes[0]}" -C "$1"
    [ -e "$1/debian/patches/series" ] || return 0
    while read -r patch _; do
        case $patch in '' | '#'*) continue ;; esac
        patch -s -d "$1" -p1 <"$1/debian/patches/$patch" || return 1
    done <"$1/debian/patches/series"
}

# cmake_library NAME SOURCE [cmake's options]
cmake_library() {
    local build=$folder/build/$1 source=$2
    shift 2
    cmake -S "$source" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" \
        -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF "$@"
    cmake --build "$build"
    cmake --install "$build" >"$build/install.log"
}

openssl() {
    cd "$folder"/source/openssl/*/
    ./Configure mingw64 shared no-tests --cross-compile-prefix=$tools- --prefix="$prefix" --libdir=lib
    make -s -j"$(nproc)" build_libs
    make -s install_dev
    # For tests, which make certificates with this program.
    make -s -j"$(nproc)" apps/openssl.exe
    cp apps/openssl.exe "$prefix/bin"
}

libzstd() {
    cmake_library libzstd "$(echo "$folder"/source/libzstd/*/)build/cmake" \
        -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_STATIC=OFF
}

# Debian's source of Qt contains no copy of SQLite.
sqlite3() {
    mkdir -p "$folder/build/sqlite3"
    cd "$folder/build/sqlite3"
    sh "$folder"/source/sqlite3/*/configure --disable-tcl
    make sqlite3.c sqlite3.h sqlite3ext.h
    $tools-gcc-posix -O2 -shared -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_COLUMN_METADATA \
        -DSQLITE_API='__declspec(dllexport)' sqlite3.c -o sqlite3.dll -Wl,--out-implib,libsqlite3.dll.a
    cp sqlite3.dll "$prefix/bin"
    cp libsqlite3.dll.a "$prefix/lib"
    cp sqlite3.h sqlite3ext.h "$prefix/include"
}

# Without tablets, because Debian's source lacks wintab.h, and without DirectWrite, because mingw-w64 has no
# import library for the functions of DirectWrite that Qt calls; Qt draws text with GDI instead.
qt6-base() {
    cmake_library qt6-base "$(echo "$folder"/source/qt6-base/*/)" \
        -DQT_BUILD_TESTS=OFF -DQT_BUILD_EXAMPLES=OFF -DFEATURE_system_sqlite=ON -DFEATURE_system_zlib=OFF \
        -DINPUT_openssl=runtime -DOPENSSL_ROOT_DIR="$prefix" -DINPUT_opengl=no -DFEATURE_opengl=OFF \
        -DFEATURE_tabletevent=OFF -DFEATURE_directwrite=OFF -DFEATURE_dbus=OFF -DFEATURE_icu=OFF \
        -DFEATURE_vulkan=OFF -DFEATURE_direct2d=OFF -DFEATURE_glib=OFF -DFEATURE_printsupport=OFF \
        -DFEATURE_graphicsview=OFF -DFEATURE_pdf=OFF -DFEATURE_undocommand=OFF -DFEATURE_mdiarea=OFF \
        -DFEATURE_sql_odbc=OFF -DFEATURE_sql_psql=OFF -DFEATURE_sql_mysql=OFF
}

qcoro() {
    cmake_library qcoro "$(echo "$folder"/source/qcoro/*/)" -DUSE_QT_VERSION=6 -DBUILD_SHARED_LIBS=OFF \
        -DQCORO_BUILD_EXAMPLES=OFF -DQCORO_WITH_QTDBUS=OFF -DQCORO_WITH_QTWEBSOCKETS=OFF \
        -DQCORO_WITH_QTQUICK=OFF -DQCORO_WITH_QML=OFF -DQCORO_WITH_QTTEST=OFF
}

# Its CMakeLists.txt assumes Microsoft's compiler on Windows and sets the option /utf-8, which g++ does not have.
qtkeychain() {
    sed -i 's| /utf-8||' "$folder"/source/qtkeychain/*/qtkeychain/CMakeLists.txt
    cmake_library qtkeychain "$(echo "$folder"/source/qtkeychain/*/)" -DBUILD_WITH_QT6=ON -DBUILD_TRANSLATIONS=OFF \
        -DBUILD_TEST_APPLICATION=OFF -DBUILD_SHARED_LIBS=ON
}

# library RELEASE PACKAGE
library() {
    unpack "$1" "$2"
    local version
    version=$(cat "$folder/source/$2/.complete")
    if [ "$(cat "$folder/built/$2" 2>/dev/null)" != "$version" ]; then
        echo "Building $2 $version"
        # Not in a condition, because set -e would then not stop at a failing step.
        ("$2")
        echo "$version" >"$folder/built/$2"
    fi
    printf '%-12s %s\n' "$2" "$version"
}

library own openssl
library own libzstd
library own sqlite3
library own qt6-base
library trixie qcoro
library trixie qtkeychain
