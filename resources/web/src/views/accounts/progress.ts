// SPDX-License-Identifier: GPL-3.0-or-later
import type { SyncProgress } from '../../api/types';

const longest = 48 * 3600; // seconds; a longer estimate means that the fetch has stalled

export type Remaining = { unit: 'soon' } | { unit: 'minutes' | 'hours'; n: number };

/** The estimated time until the end of a first synchronisation; null: no estimate is possible. */
export function remaining(progress: SyncProgress): Remaining | null {
    if (progress.ratePerSecond <= 0 || progress.done >= progress.total) return null;
    const seconds = Math.ceil((progress.total - progress.done) / progress.ratePerSecond);
    if (seconds > longest) return null;
    if (seconds < 60) return { unit: 'soon' };
    if (seconds < 90 * 60) return { unit: 'minutes', n: Math.floor((seconds + 30) / 60) };
    return { unit: 'hours', n: Math.floor((seconds + 1800) / 3600) };
}

/** 0 .. 1 of both phases together: the bodies are most of the work. */
export function share(progress: SyncProgress): number {
    const part = progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
    return progress.phase === 'list' ? part * 0.2 : 0.2 + part * 0.8;
}
