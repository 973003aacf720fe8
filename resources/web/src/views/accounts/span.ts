// SPDX-License-Identifier: GPL-3.0-or-later
import type { Account } from '../../api/types';

/** How far back mail is fetched. */
export interface Span {
    mode: Account['syncMode'];
    days: number; // with `recent`
}

const usual: Span[] = [
    { mode: 'all', days: 30 },
    { mode: 'recent', days: 365 },
    { mode: 'recent', days: 90 },
    { mode: 'recent', days: 30 },
    { mode: 'unread', days: 30 },
];

export function spanKey(span: Span): string {
    return span.mode === 'recent' ? `recent-${span.days}` : span.mode;
}

/** The usual spans, and the current one if it is not among them. */
export function spansFor(current: Span): Span[] {
    const isUsual = usual.some((span) => spanKey(span) === spanKey(current));
    return isUsual ? usual : [...usual, current];
}
