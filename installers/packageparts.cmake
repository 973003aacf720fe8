# SPDX-License-Identifier: GPL-3.0-or-later
# The components of a package. cpack reads this file for each kind of package.
set(CPACK_COMPONENTS_ALL postrider)
if(CPACK_POSTRIDER_TRAY)
    list(APPEND CPACK_COMPONENTS_ALL postrider-tray)
endif()
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    list(APPEND CPACK_COMPONENTS_ALL licence)
elseif(CPACK_POSTRIDER_TRAY)
    list(APPEND CPACK_COMPONENTS_ALL debian debian-tray)
else()
    list(APPEND CPACK_COMPONENTS_ALL debian)
endif()
