# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles for 64-bit Windows with Debian's mingw-w64 and the libraries of build-libraries.sh.
# The environment variable POSTRIDER_LIBRARIES is their folder.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

set(compilers x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${compilers}-gcc-posix)
set(CMAKE_CXX_COMPILER ${compilers}-g++-posix)
set(CMAKE_RC_COMPILER ${compilers}-windres)

set(libraries /var/tmp/postrider-windows)
if(DEFINED ENV{POSTRIDER_LIBRARIES})
    set(libraries $ENV{POSTRIDER_LIBRARIES})
endif()
set(libraries ${libraries}/prefix)
set(CMAKE_FIND_ROOT_PATH /usr/${compilers} ${libraries})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
list(APPEND CMAKE_PREFIX_PATH ${libraries})
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/lib/pkgconfig)

# moc, rcc and uic are those of this machine, which must have the same version of Qt.
set(QT_HOST_PATH /usr)
set(QT_HOST_PATH_CMAKE_DIR /usr/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu/cmake)
