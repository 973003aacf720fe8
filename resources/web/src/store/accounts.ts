// SPDX-License-Identifier: GPL-3.0-or-later
import { call } from '../api/client';
import type { Account } from '../api/types';
import { onCatchUp, onEvent } from '../live/feed';
import { Observable } from './observable';

/** The mailboxes that this person sees, by id; null until they were loaded. */
export const accounts = new Observable<Account[] | null>(null);

let running: Promise<void> | null = null;
let isWantedAgain = false;

/** Calls during a request wait for it, and cause one more request after it. */
export function loadAccounts(): Promise<void> {
    if (running) {
        isWantedAgain = true;
        return running;
    }
    running = load().finally(() => {
        running = null;
        if (isWantedAgain) {
            isWantedAgain = false;
            void loadAccounts();
        }
    });
    return running;
}

/** Reads the list again when the service reports a change. */
export function followAccounts(): () => void {
    const reload = () => void loadAccounts().catch(() => {});
    const names = [
        'account.created', 'account.updated', 'account.deleted', 'account.status_changed', 'account.health',
        'account.mode_changed', 'account.sync_done', 'mail.synced', 'stats.updated',
    ] as const;
    const ends = [onCatchUp(reload), ...names.map((name) => onEvent(name, reload)), onEvent('account.sync_progress', noteProgress)];
    return () => ends.forEach((end) => end());
}

async function load(): Promise<void> {
    accounts.set(await call<Account[]>('GET', '/accounts'));
}

function noteProgress(event: { account_id: number; phase: string; done: number; total: number; rate_per_second?: number }): void {
    accounts.update((all) =>
        all?.map((account) =>
            account.id !== event.account_id
                ? account
                : {
                      ...account,
                      syncProgress: {
                          phase: event.phase,
                          done: event.done,
                          total: event.total,
                          ratePerSecond: event.rate_per_second ?? 0,
                      } as Account['syncProgress'],
                  },
        ) ?? null,
    );
}
