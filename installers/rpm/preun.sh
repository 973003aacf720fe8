# SPDX-License-Identifier: GPL-3.0-or-later
if [ "$1" -eq 0 ] && [ -d /run/systemd/system ]; then
    systemctl --no-reload disable --now postriderd.service || :
fi
