// SPDX-License-Identifier: GPL-3.0-or-later
import { createAccount } from '../../api/accounts';
import { call } from '../../api/client';
import { ApiFailure } from '../../api/failure';
import type { Account } from '../../api/types';
import { createBody, type Draft } from './draft';

/** Stores a new mailbox only once, also if the answer is lost after the service has stored it. */
export class Creation {
    #isLost = false;

    async create(draft: Draft): Promise<Account> {
        try {
            return await createAccount(createBody(draft));
        } catch (error) {
            if (!(error instanceof ApiFailure)) throw error;
            if (error.isUnreachable) this.#isLost = true;
            if (error.code !== 40901 || !this.#isLost) throw error;
            const all = await call<Account[]>('GET', '/accounts');
            const made = all.find((account) => isSameMailbox(account, draft));
            if (!made) throw error;
            return made;
        }
    }
}

function isSameMailbox(account: Account, draft: Draft): boolean {
    return (
        account.host.toLowerCase() === draft.host.toLowerCase() &&
        account.port === draft.port &&
        account.username === draft.username
    );
}
