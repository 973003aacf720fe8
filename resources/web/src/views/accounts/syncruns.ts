// SPDX-License-Identifier: GPL-3.0-or-later
import { onEvent } from '../../live/feed';
import { Observable } from '../../store/observable';

/** The result of the last synchronisation of an account that this page has received. */
export interface SyncRun {
    newCount: number;
    durationMs: number;
}

export const syncRuns = new Observable<ReadonlyMap<number, SyncRun>>(new Map());

onEvent('mail.synced', ({ account_id, new_count, duration_ms }) =>
    syncRuns.update((all) => new Map(all).set(account_id, { newCount: new_count, durationMs: duration_ms })),
);

/** `0.4 s`, `12 s`. */
export function seconds(durationMs: number, locale: string): string {
    const value = durationMs / 1000;
    return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: 'second',
        unitDisplay: 'short',
        maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value);
}
