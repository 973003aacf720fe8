#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs as root in a Debian that systemd has booted, with the package installed before the boot and in
# /packages/{first,second}.deb. Writes `ok NAME` or `FAILED NAME: ...` for each step into /check/result.
# check_debian.py starts it and reads that.
set -u
exec >/check/log 2>&1
unit=postriderd.service
data=/var/lib/postrider
mine=http://127.0.0.1:8725/api/v1
export DEBIAN_FRONTEND=noninteractive

step() { # NAME COMMAND...
    local name=$1
    shift
    echo "== $name: $*"
    if "$@"; then
        echo "ok $name" >>/check/result
    else
        echo "FAILED $name" >>/check/result
        systemctl status --no-pager -n 20 $unit
    fi
}

# Fails after SECONDS without COMMAND ever succeeding.
within() { # SECONDS COMMAND...
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.2
    done
}

is_active() { [ "$(systemctl is-active $unit)" = active ]; }
is_ready() { curl -fs -m 5 "${1:-$mine}/health/ready" >/dev/null; }
main_pid() { systemctl show -p MainPID --value $unit; }
log_in() { # USER PASSWORD; prints the answer
    printf '{"username": "%s", "password": "%s"}' "$1" "$2" |
        curl -fs -m 20 -H 'Content-Type: application/json' --data-binary @- $mine/auth/login
}
ask() { curl -fs -m 20 -H "Authorization: Bearer $token" "$@"; }

started_at_boot() { within 30 is_active && within 30 is_ready; }
logs_no_warning() {
    local lines
    lines=$(journalctl -o cat _SYSTEMD_INVOCATION_ID="$(systemctl show -p InvocationID --value $unit)")
    [[ $lines == *'listening on'* && ! $lines =~ ' '(warning|error)' ' ]]
}
runs_as_its_user() {
    [ "$(stat -c %U /proc/"$(main_pid)")" = postrider ] && [ "$(stat -c '%U %a' $data)" = 'postrider 700' ]
}
key_comes_as_a_credential() {
    [ ! -e $data/master.key ] && [ "$(stat -c '%U %a' /etc/postrider/master.key)" = 'root 600' ] &&
        ! runuser -u postrider -- cat /etc/postrider/master.key 2>/dev/null
}
first_password_logs_in() {
    local answer
    answer=$(log_in admin "$(cat $data/first-password)") || return
    [[ $answer =~ \"token\":\ *\"([^\"]+)\" ]] && token=${BASH_REMATCH[1]}
}
account_is_added() {
    ask -H 'Content-Type: application/json' $mine/accounts --data-binary '{"name": "Anna",
        "email": "anna@example.org", "host": "127.0.0.1", "port": 1, "username": "anna", "password": "secret",
        "security": "tls"}' | grep -q anna@example.org
}
account_is_there() { ask "${1:-$mine}/accounts" | grep -q anna@example.org; }
exposure_is_low() {
    local level
    level=$(systemd-analyze security --no-pager $unit | sed -n 's/.*exposure level[^:]*: \([0-9.]*\).*/\1/p')
    echo "exposure $level"
    awk -v level="$level" 'BEGIN { exit !(level != "" && level <= 1.5) }'
}
restarts() {
    local before
    before=$(main_pid)
    systemctl restart $unit && is_ready && [ "$(main_pid)" != "$before" ] && account_is_there
}
comes_back_after_kill() {
    local before
    before=$(main_pid)
    kill -9 "$before"
    within 20 comes_anew "$before" && within 20 is_ready && account_is_there
}
comes_anew() { is_active && [ "$(main_pid)" != "$1" ]; }
stops_quickly() {
    local began=$SECONDS
    systemctl stop $unit && [ $((SECONDS - began)) -lt 20 ] && systemctl start $unit
}
wrong_setting_is_named_and_not_retried() {
    local conf=/etc/postrider/postrider.conf
    cp $conf /check/postrider.conf
    sed -i '1i frob = 1' $conf
    ! systemctl restart $unit || return
    [ "$(systemctl is-failed $unit)" = failed ] && [ "$(systemctl show -p NRestarts --value $unit)" = 0 ] &&
        journalctl -u $unit -n 20 -o cat | grep -q frob || return
    cp /check/postrider.conf $conf
    systemctl start $unit && is_ready
}
a_user_is_added() {
    echo 'correct horse' | runuser -u postrider -- postriderd --config /etc/postrider/postrider.conf \
        user add bea --visibility shared && log_in bea 'correct horse' >/dev/null
}
upgrade_keeps_data_and_settings() {
    local before
    sed -i 's/^#listen = .*/listen = 127.0.0.1:8799/' /etc/postrider/postrider.conf
    systemctl restart $unit && is_ready http://127.0.0.1:8799/api/v1 || return
    before=$(main_pid) key=$(sha256sum /etc/postrider/master.key)
    dpkg -i /packages/second.deb || return
    [ "$(dpkg-query -W -f '${Version}' postrider)" = "$(dpkg-deb -f /packages/second.deb Version)" ] &&
        [ "$(main_pid)" != "$before" ] && [ "$(sha256sum /etc/postrider/master.key)" = "$key" ] &&
        within 20 is_ready http://127.0.0.1:8799/api/v1 && account_is_there http://127.0.0.1:8799/api/v1
}
interrupted_upgrade_is_finished() {
    local before
    before=$(main_pid)
    # As after a power failure between the two halves of dpkg's work: the former service still answers.
    dpkg --unpack /packages/second.deb && [ "$(main_pid)" = "$before" ] &&
        is_ready http://127.0.0.1:8799/api/v1 && dpkg --configure -a && [ "$(main_pid)" != "$before" ] &&
        within 20 is_ready http://127.0.0.1:8799/api/v1 && account_is_there http://127.0.0.1:8799/api/v1
}
disabled_stays_disabled() {
    systemctl disable --now $unit && dpkg -i /packages/second.deb &&
        [ "$(systemctl is-enabled $unit)" = disabled ] && systemctl enable --now $unit
}
session_service_runs() {
    useradd -m anna && loginctl enable-linger anna || return
    within 20 test -S "/run/user/$(id -u anna)/systemd/private" || return
    as_anna systemctl --user start $unit && [ "$(as_anna systemctl --user is-active $unit)" = active ] &&
        [ -e ~anna/.local/share/postrider/postrider.db ] && as_anna systemctl --user stop $unit
}
as_anna() {
    local run
    run=/run/user/$(id -u anna)
    runuser -u anna -- env XDG_RUNTIME_DIR="$run" DBUS_SESSION_BUS_ADDRESS="unix:path=$run/bus" "$@"
}
removal_keeps_data() {
    dpkg -r postrider && ! is_active && [ -e $data/postrider.db ] && [ -e /etc/postrider/master.key ] &&
        [ -e /etc/postrider/postrider.conf ] && [ ! -e /usr/bin/postriderd ]
}
comes_back_with_its_data() {
    dpkg -i /packages/second.deb && within 20 is_ready http://127.0.0.1:8799/api/v1 &&
        account_is_there http://127.0.0.1:8799/api/v1
}
purge_leaves_nothing() {
    dpkg -P postrider || return
    local left
    left=$(find / -xdev \( -path /proc -o -path /sys -o -path /packages -o -path /check -o -path /home \
        -o -path /var/log -o -path /var/lib/dpkg/info -o -path /var/cache \) -prune -o -name '*postrider*' -print)
    echo "left: $left"
    [ -z "$left" ] && ! systemctl cat $unit 2>/dev/null
}
installation_starts_it() { dpkg -i /packages/first.deb && is_active && within 20 is_ready; }
masked_is_not_started() {
    systemctl mask --now $unit && dpkg -i /packages/first.deb && ! is_active && systemctl unmask $unit
}

step 'starts at boot' started_at_boot
step 'runs as its own user' runs_as_its_user
step 'reads the key as a credential' key_comes_as_a_credential
step 'logs in with the first password' first_password_logs_in
step 'adds an account' account_is_added
step 'exposure is low' exposure_is_low
step 'restarts' restarts
step 'comes back after kill -9' comes_back_after_kill
step 'stops within 20 s' stops_quickly
within 20 is_ready
step 'a wrong setting is named and not retried' wrong_setting_is_named_and_not_retried
step 'adds a user from the command line' a_user_is_added
step 'upgrade keeps data, key and settings' upgrade_keeps_data_and_settings
step 'starts without a warning' logs_no_warning
step 'an interrupted upgrade is finished' interrupted_upgrade_is_finished
step 'a disabled service stays disabled' disabled_stays_disabled
step 'runs in the session of a person' session_service_runs
step 'removal keeps data' removal_keeps_data
step 'comes back with its data' comes_back_with_its_data
step 'purge leaves nothing' purge_leaves_nothing
step 'installation starts it' installation_starts_it
step 'a masked service is not started' masked_is_not_started
echo END >>/check/result
systemctl poweroff --force
