// SPDX-License-Identifier: GPL-3.0-or-later
// Who is logged in in this browser. What the service worker keeps belongs to this person: an answer is
// stored and served only where its request had one of this person's tokens, which is checked in the
// same transaction that stores or reads it. So neither a late answer nor another tab with another
// person can bring one person's mail to another.
import { inTransaction, type StoreName } from './database';

export interface Holder {
    user: string;
    /** SHA-256 of tokens that are in use: each tab may have one of its own. The newest first. */
    tokens: string[];
}

const key = 'now';
const mostTokens = 8;

/** The hash that is kept of a token; nobody can log in with it. */
export async function fingerprint(token: string): Promise<string> {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Registers a token of this person. `isNew`: after a log-in, which removes all earlier answers. */
export async function hold(user: string, token: string, isNew: boolean): Promise<void> {
    const print = await fingerprint(token);
    await inTransaction(['holder', 'answers'], 'readwrite', (transaction) => {
        const holders = transaction.objectStore('holder');
        const request = holders.get(key) as IDBRequest<Holder | undefined>;
        request.onsuccess = () => {
            const before = request.result;
            if (isNew || before?.user !== user) transaction.objectStore('answers').clear();
            holders.put(withToken(before, user, print), key);
        };
    });
}

export function withToken(before: Holder | undefined, user: string, print: string): Holder {
    const others = before?.user === user ? before.tokens.filter((one) => one !== print) : [];
    return { user, tokens: [print, ...others].slice(0, mostTokens) };
}

/**
 * Nobody is logged in any more: removes all answers. `isLogout`: removes the choices too. A session that
 * only ended leaves them, because notifications continue and need the quiet hours.
 */
export async function release(isLogout: boolean): Promise<void> {
    const stores: StoreName[] = isLogout ? ['holder', 'answers', 'choices'] : ['holder', 'answers'];
    await inTransaction(stores, 'readwrite', (transaction) => {
        for (const store of stores) transaction.objectStore(store).clear();
    });
}

/** Calls back with the person to whom the token belongs; does not if that person is not logged in. */
export function withHolder(transaction: IDBTransaction, print: string, then: (user: string) => void): void {
    const request = transaction.objectStore('holder').get(key) as IDBRequest<Holder | undefined>;
    request.onsuccess = () => {
        if (request.result?.tokens.includes(print)) then(request.result.user);
    };
}
