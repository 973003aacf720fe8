# SPDX-License-Identifier: GPL-3.0-or-later
# Mail, key and user are kept after a removal, because RPM has no purge.
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || :
    [ "$1" -lt 1 ] || systemctl try-restart postriderd.service || :
fi
