// SPDX-License-Identifier: GPL-3.0-or-later

/** From and to are "22:00" on the clock of the device. */
export interface QuietHours {
    enabled: boolean;
    from: string;
    to: string;
}

/** Whether notifications make no sound now. `to` before `from` is on the next day; both equal: never. */
export function isQuiet(hours: QuietHours, now: Date): boolean {
    const from = minutes(hours.from);
    const to = minutes(hours.to);
    if (!hours.enabled || from === null || to === null || from === to) return false;
    const at = now.getHours() * 60 + now.getMinutes();
    return from < to ? at >= from && at < to : at >= from || at < to;
}

function minutes(clock: string): number | null {
    const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock);
    return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}
