# SPDX-License-Identifier: GPL-3.0-or-later
# Packages for Debian and for RPM systems: `cpack -G DEB` and `cpack -G RPM` in a build folder with the prefix
# /usr. `./dev packages` does all of it. A package fits the release of the distribution on which it was built.
set(POSTRIDER_CONTACT "Postrider developers <postrider@example.org>" CACHE STRING
    "Who answers for packages that are built here")

# The revision of the package is read from Debian's changelog, its only source.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/debian/changelog)
file(STRINGS debian/changelog entry LIMIT_COUNT 1)
if(NOT entry MATCHES "^postrider \\(([0-9.]+)-([0-9]+)\\)" OR NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
    message(FATAL_ERROR "installers/debian/changelog does not begin with version ${PROJECT_VERSION}: ${entry}")
endif()
set(release ${CMAKE_MATCH_2})

set(CPACK_PACKAGE_NAME postrider)
set(CPACK_PACKAGE_VENDOR "Postrider")
set(CPACK_PACKAGE_CONTACT ${POSTRIDER_CONTACT})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_POSTRIDER_TRAY ${POSTRIDER_TRAY}) # for packageparts.cmake
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/packageparts.cmake)

set(about_service "Postrider keeps the mail of IMAP mailboxes in a database of your own (SQLite or
PostgreSQL) and serves it over HTTP: REST with JSON, an event stream, webhooks,
notices to browsers, and a web client. It leaves the mail at the mail server as
it was.

This package has the service, for the whole system or for the session of one
person.")
set(about_tray "Postrider Tray shows the number of unread mails in the panel and a notice for
each new mail. It searches, answers and writes mail, adds mailboxes, and keeps
its key in the keychain of the desktop.

It needs the service of the package postrider, here or on another machine.")

# Debian. dpkg-shlibdeps does not find libraries that are loaded at run time: the drivers of both databases, and
# libsecret, without which QtKeychain finds no keychain.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${release})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_POSTRIDER_PACKAGE_NAME postrider)
set(CPACK_DEBIAN_POSTRIDER_PACKAGE_SECTION mail)
# The first line is the summary; CPACK_PACKAGE_DESCRIPTION_SUMMARY would be put before it in both packages.
set(CPACK_DEBIAN_POSTRIDER_DESCRIPTION
    "mail service with a database of its own and a web client\n${about_service}")
string(JOIN ", " CPACK_DEBIAN_POSTRIDER_PACKAGE_DEPENDS
    "libqt6sql6-sqlite" "libqt6sql6-psql" "libsecret-1-0" "ca-certificates"
    "init-system-helpers (>= 1.54~)"
    "systemd | systemd-standalone-sysusers | systemd-sysusers"
    "systemd | systemd-standalone-tmpfiles | systemd-tmpfiles")
set(CPACK_DEBIAN_POSTRIDER_PACKAGE_SUGGESTS "postrider-tray, postgresql, nginx | caddy")
set(scripts ${CMAKE_CURRENT_SOURCE_DIR}/debian/postrider)
set(CPACK_DEBIAN_POSTRIDER_PACKAGE_CONTROL_EXTRA
    ${scripts}/conffiles ${scripts}/postinst ${scripts}/postrm ${scripts}/prerm)
set(CPACK_DEBIAN_POSTRIDER-TRAY_PACKAGE_NAME postrider-tray)
set(CPACK_DEBIAN_POSTRIDER-TRAY_PACKAGE_SECTION mail)
set(CPACK_DEBIAN_POSTRIDER-TRAY_DESCRIPTION "new mail in the panel of a desktop\n${about_tray}")
set(CPACK_DEBIAN_POSTRIDER-TRAY_PACKAGE_DEPENDS "libsecret-1-0, ca-certificates")
set(CPACK_DEBIAN_POSTRIDER-TRAY_PACKAGE_RECOMMENDS
    "postrider, gnome-keyring | kwalletmanager, qt6-wayland, notification-daemon")

# RPM systems. The package names are those of Fedora and of openSUSE; rpm itself finds the libraries.
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE ${release})
set(CPACK_RPM_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_PACKAGE_LICENSE GPL-3.0-or-later)
set(CPACK_RPM_PACKAGE_GROUP "Productivity/Networking/Email/Servers")
set(CPACK_RPM_COMPRESSION_TYPE xz)
# No links by build id, because there are no packages of debug symbols that use them.
set(CPACK_RPM_SPEC_MORE_DEFINE "%global _build_id_links none\n%global packager ${POSTRIDER_CONTACT}")
execute_process(COMMAND ${AWK} -f rpm/changelog.awk debian/changelog WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/changelog.rpm COMMAND_ERROR_IS_FATAL ANY)
set(CPACK_RPM_CHANGELOG_FILE ${CMAKE_CURRENT_BINARY_DIR}/changelog.rpm)
set(CPACK_RPM_POSTRIDER_PACKAGE_NAME postrider)
set(CPACK_RPM_POSTRIDER_PACKAGE_SUMMARY "Mail service with a database of its own and a web client")
set(CPACK_RPM_POSTRIDER_PACKAGE_DESCRIPTION "${about_service}")
string(JOIN ", " CPACK_RPM_POSTRIDER_PACKAGE_REQUIRES
    "(qt6-qtbase or qt6-sql-sqlite)" "(qt6-qtbase-postgresql or qt6-sql-postgresql)"
    "libsecret-1.so.0()(64bit)" "ca-certificates" "systemd")
set(CPACK_RPM_POSTRIDER_USER_FILELIST "%config(noreplace) ${CMAKE_INSTALL_FULL_SYSCONFDIR}/postrider/postrider.conf")
set(scripts ${CMAKE_CURRENT_SOURCE_DIR}/rpm)
set(CPACK_RPM_POSTRIDER_POST_INSTALL_SCRIPT_FILE ${scripts}/post.sh)
set(CPACK_RPM_POSTRIDER_PRE_UNINSTALL_SCRIPT_FILE ${scripts}/preun.sh)
set(CPACK_RPM_POSTRIDER_POST_UNINSTALL_SCRIPT_FILE ${scripts}/postun.sh)
set(CPACK_RPM_POSTRIDER-TRAY_PACKAGE_NAME postrider-tray)
set(CPACK_RPM_POSTRIDER-TRAY_PACKAGE_SUMMARY "New mail in the panel of a desktop")
set(CPACK_RPM_POSTRIDER-TRAY_PACKAGE_DESCRIPTION "${about_tray}")
set(CPACK_RPM_POSTRIDER-TRAY_PACKAGE_REQUIRES "libsecret-1.so.0()(64bit), ca-certificates")
# These directories belong to packages of the distribution.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    /usr/lib/systemd /usr/lib/systemd/system /usr/lib/systemd/user /usr/lib/sysusers.d /usr/lib/tmpfiles.d
    /usr/libexec /usr/share/applications /usr/share/metainfo /usr/share/icons /usr/share/icons/hicolor
    /usr/share/icons/hicolor/scalable /usr/share/icons/hicolor/scalable/apps
    /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/licenses
    /usr/share/man /usr/share/man/man1 /usr/share/man/man5 /usr/share/man/man8)
foreach(size 16 24 32 48 64 128 256)
    list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
        /usr/share/icons/hicolor/${size}x${size} /usr/share/icons/hicolor/${size}x${size}/apps)
endforeach()

include(CPack)
foreach(package postrider postrider-tray)
    string(REPLACE postrider debian debian ${package})
    cpack_add_component_group(${package})
    cpack_add_component(${package} GROUP ${package})
    cpack_add_component(${debian} GROUP ${package})
endforeach()
cpack_add_component(licence GROUP postrider)
