#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make-dmg.sh BUILD OUTPUT: packs Postrider.app of a build folder, with service and libraries, into
# OUTPUT/postrider-VERSION.dmg. Runs on macOS, with Qt's macdeployqt in PATH.
#
#   POSTRIDER_SIGN_IDENTITY    "Developer ID Application: ..." in the keychain; without it the signature is ad hoc,
#                              so macOS runs the programs only after a question
#   POSTRIDER_NOTARY_PROFILE   from `xcrun notarytool store-credentials`; without it nothing is sent to Apple
set -eu
[ $# = 2 ] || { sed -n 's/^# \(make-dmg\)/usage: \1/p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$1
output=$2
version=$(sed -n 's/^project(Postrider VERSION \([0-9.]*\).*/\1/p' "$here/../../CMakeLists.txt")
identity=${POSTRIDER_SIGN_IDENTITY:--}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

app=$work/image/Postrider.app
mkdir -p "$work/image" "$output"
cp -R "$build/bin/postrider-tray.app" "$app"
# The tray searches for the service in its own folder.
cp "$build/bin/postriderd" "$app/Contents/MacOS/"
cp "$here/org.postrider.postriderd.plist" "$here/../../LICENSE" "$app/Contents/Resources/"
macdeployqt "$app" -executable="$app/Contents/MacOS/postriderd" -always-overwrite
for plugin in platforms/libqcocoa.dylib sqldrivers/libqsqlite.dylib tls/libqopensslbackend.dylib; do
    [ -e "$app/Contents/PlugIns/$plugin" ] || { echo "macdeployqt left out $plugin" >&2; exit 1; }
done

# Libraries and programs are signed before the bundle, because its signature contains theirs.
sign() {
    if [ "$identity" = - ]; then
        codesign --force --sign - "$@"
    else
        codesign --force --timestamp --options runtime --sign "$identity" "$@"
    fi
}
find "$app/Contents/PlugIns" "$app/Contents/Frameworks" -name '*.dylib' | while read -r library; do
    sign "$library"
done
find "$app/Contents/Frameworks" -maxdepth 1 -name '*.framework' | while read -r framework; do
    sign "$framework"
done
sign --entitlements "$here/entitlements.plist" --identifier org.postrider.postriderd \
    "$app/Contents/MacOS/postriderd"
sign --entitlements "$here/entitlements.plist" "$app"
codesign --verify --deep --strict "$app"
"$app/Contents/MacOS/postriderd" --version
"$app/Contents/MacOS/postrider-tray" --version

ln -s /Applications "$work/image/Applications"
image=$output/postrider-$version.dmg
hdiutil create -volname Postrider -srcfolder "$work/image" -format UDZO -ov "$image"
[ "$identity" = - ] || codesign --timestamp --sign "$identity" "$image"
if [ -n "${POSTRIDER_NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$POSTRIDER_NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
fi
echo "$image"
