// SPDX-License-Identifier: GPL-3.0-or-later
// When the event stream is opened again: after 1, 2, 4, 8, 16, then 30 s, ten times; then polling every
// 120 s, with one try of the stream beside each.

export const pollingInterval = 120_000; // ms
const longest = 30_000;
const most = 10;

export interface Next {
    /** `stream`: open it; `poll`: read the lists, and try the stream too. */
    what: 'stream' | 'poll';
    afterMs: number;
}

/** The step after the n-th failure in a row (from 1). `random` in 0..1 spreads the tries of many clients. */
export function afterFailure(n: number, random: number): Next {
    if (n > most) return { what: 'poll', afterMs: pollingInterval };
    const delay = Math.min(1000 * 2 ** (n - 1), longest);
    return { what: 'stream', afterMs: Math.round(delay * (0.8 + 0.2 * random)) };
}
