// SPDX-License-Identifier: GPL-3.0-or-later
import type { Account } from '../../api/types';
import { accounts, loadAccounts } from '../accounts';
import { readStored, store } from '../storage';

const key = 'postrider.sender';

/** Mailboxes that may send. */
export function senders(all: readonly Account[]): Account[] {
    return all.filter(({ status }) => status !== 'disabled');
}

/** The mailboxes of this person; loaded if necessary. */
export async function knownAccounts(): Promise<Account[]> {
    if (accounts.value === null) await loadAccounts();
    return accounts.value ?? [];
}

/** The mailbox that was chosen last, else the first one; 0: there is none. */
export function usualSender(all: readonly Account[]): number {
    const remembered = readStored<number>(localStorage, key);
    const possible = senders(all);
    return (possible.find(({ id }) => id === remembered) ?? possible[0])?.id ?? 0;
}

export function rememberSender(id: number): void {
    store(localStorage, key, id);
}
