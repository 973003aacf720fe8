# SPDX-License-Identifier: GPL-3.0-or-later
# Additions that programs need on Windows and macOS. On other systems these functions do nothing.
if(WIN32)
    enable_language(RC)
endif()

# postrider_program(TARGET DESCRIPTION): adds the icon and version that Windows shows in the file properties.
function(postrider_program program description)
    if(WIN32)
        set(resource ${CMAKE_CURRENT_BINARY_DIR}/${program}.rc)
        configure_file(${PROJECT_SOURCE_DIR}/installers/windows/version.rc.in ${resource} @ONLY)
        target_sources(${program} PRIVATE ${resource})
    endif()
endfunction()

# postrider_bundle(TARGET): on macOS, makes a bundle of it. make-dmg.sh adds the service and the libraries.
function(postrider_bundle program)
    if(APPLE)
        set(icon ${PROJECT_SOURCE_DIR}/installers/icons/postrider.icns)
        target_sources(${program} PRIVATE ${icon})
        set_source_files_properties(${icon} PROPERTIES MACOSX_PACKAGE_LOCATION Resources)
        configure_file(${PROJECT_SOURCE_DIR}/installers/macos/Info.plist.in
            ${CMAKE_CURRENT_BINARY_DIR}/Info.plist @ONLY)
        set_target_properties(${program} PROPERTIES
            MACOSX_BUNDLE ON
            MACOSX_BUNDLE_INFO_PLIST ${CMAKE_CURRENT_BINARY_DIR}/Info.plist)
    endif()
endfunction()
