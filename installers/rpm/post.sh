# SPDX-License-Identifier: GPL-3.0-or-later
systemd-sysusers postrider.conf
/usr/libexec/postrider/make-key
systemd-tmpfiles --create postrider.conf || :
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || :
    # The presets of an RPM system decide whether a new service is enabled. No new service is started.
    [ "$1" -ne 1 ] || systemctl --no-reload preset postriderd.service || :
fi
