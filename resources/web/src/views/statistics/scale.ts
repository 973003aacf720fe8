// SPDX-License-Identifier: GPL-3.0-or-later
import type { DayCounts } from '../../api/statistics';

/** The least of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, .. that is not less than n; 1 for nothing. */
export function niceMax(n: number): number {
    if (n <= 1) return 1;
    const power = 10 ** Math.floor(Math.log10(n));
    return [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((value) => value >= n)!;
}

/** Lines of a scale from 0 to `max`: at most three whole numbers. */
export function ticks(max: number): number[] {
    return max >= 2 && max % 2 === 0 ? [0, max / 2, max] : [0, max];
}

/** Mails of one bar of the chart; `date` is its first day. */
export type Bar = DayCounts;

/** A bar a day; above 120 days one a week, so that each can be seen. Weeks end with the last day. */
export function barsOf(days: DayCounts[]): Bar[] {
    return days.length > 120 ? weeksOf(days) : days;
}

function weeksOf(days: DayCounts[]): Bar[] {
    const weeks: Bar[] = [];
    for (let end = days.length; end > 0; end -= 7) {
        const week = days.slice(Math.max(0, end - 7), end);
        weeks.unshift({ date: week[0]!.date, received: sum(week, 'received'), sent: sum(week, 'sent') });
    }
    return weeks;
}

export function sum(days: DayCounts[], what: 'received' | 'sent'): number {
    return days.reduce((all, day) => all + day[what], 0);
}

/** The geometry of the chart: received mails above the middle line, sent ones below, in one scale. */
export interface Layout {
    /** The position of the middle line. */
    y: number;
    /** Pixels for one mail. */
    unit: number;
    barWidth: number;
    step: number;
    up: number; // the top of the scale of received mails
    down: number; // the same of sent ones
}

export function layoutOf(bars: Bar[], width: number, height: number): Layout {
    const up = niceMax(Math.max(0, ...bars.map(({ received }) => received)));
    const down = niceMax(Math.max(0, ...bars.map(({ sent }) => sent)));
    const unit = height / (up + down);
    const step = bars.length > 0 ? width / bars.length : width;
    return { y: up * unit, unit, barWidth: Math.max(1, step * 0.72), step, up, down };
}

/** Which bars get a label: the last one, and others before it with room for `labelWidth` each. */
export function labelled(count: number, step: number, labelWidth: number): number[] {
    const every = Math.max(1, Math.ceil(labelWidth / step));
    const all: number[] = [];
    for (let at = count - 1; at >= 0; at -= every) all.unshift(at);
    return all;
}
