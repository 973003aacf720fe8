// SPDX-License-Identifier: GPL-3.0-or-later
import { language } from './index';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format is made once for each language and form, because that takes longer than a hundred uses. */
function format(time: Date, options: Intl.DateTimeFormatOptions): string {
    const key = language() + JSON.stringify(options);
    const known = formats.get(key) ?? new Intl.DateTimeFormat(language(), options);
    formats.set(key, known);
    return known.format(time);
}

const timeOnly: Intl.DateTimeFormatOptions = { timeStyle: 'short' };
const weekday: Intl.DateTimeFormatOptions = { weekday: 'short' };
const dayAndMonth: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const dateOnly: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
const full: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeStyle: 'short' };
const medium: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

const minute = 60_000;
const day = 24 * 60 * minute;

/** For rows: the time today, the weekday this week, day and month this year, else the date. */
export function shortTime(iso: string, now = new Date()): string {
    const time = new Date(iso);
    const startOfToday = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    const at = time.getTime();
    if (at >= startOfToday && at < startOfToday + day) return format(time, timeOnly);
    if (at >= startOfToday - 6 * day && at < startOfToday) return format(time, weekday);
    return format(time, time.getFullYear() === now.getFullYear() ? dayAndMonth : dateOnly);
}

export function fullTime(iso: string): string {
    return format(new Date(iso), full);
}

export function mediumTime(iso: string): string {
    return format(new Date(iso), medium);
}

/** "5 minutes ago"; "now" for a time less than a minute ago. */
export function agoTime(iso: string, now = Date.now()): string {
    const relative = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
    const ago = Math.max(0, now - Date.parse(iso));
    if (ago < minute) return relative.format(0, 'second');
    if (ago < 60 * minute) return relative.format(-Math.floor(ago / minute), 'minute');
    if (ago < day) return relative.format(-Math.floor(ago / (60 * minute)), 'hour');
    return relative.format(-Math.floor(ago / day), 'day');
}

export function count(n: number): string {
    return n.toLocaleString(language());
}

export function bytes(n: number): string {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
    let unit = 0;
    let value = n;
    while (value >= 1000 && unit < units.length - 1) {
        value /= 1000;
        ++unit;
    }
    const digits = value < 10 && unit > 0 ? 1 : 0;
    return new Intl.NumberFormat(language(), {
        style: 'unit',
        unit: units[unit]!,
        unitDisplay: unit === 0 ? 'long' : 'short',
        maximumFractionDigits: digits,
    }).format(value);
}
