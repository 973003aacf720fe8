// SPDX-License-Identifier: GPL-3.0-or-later
// The browser's database of this origin, for the page and its service worker alike:
//   holder   one entry: who is logged in here, see holder.ts
//   answers  what that person has read, see answers.ts
//   choices  one entry: what the worker needs of the settings, see choices.ts
// There are no other entries, and nothing depends on them: the browser may delete all of it.

const name = 'postrider';
const version = 1;

export type StoreName = 'holder' | 'answers' | 'choices';

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = () => create(request.result);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
            const database = request.result;
            database.onversionchange = () => database.close();
            database.onclose = () => (opened = null);
            resolve(database);
        };
    }).catch((error: unknown) => {
        opened = null;
        throw error;
    });
    return opened;
}

function create(database: IDBDatabase): void {
    database.createObjectStore('holder');
    database.createObjectStore('choices');
    const answers = database.createObjectStore('answers', { keyPath: ['user', 'path'] });
    answers.createIndex('byAge', 'readAt');
}

/**
 * Runs `work` in one transaction and resolves when it is committed, with what `give` was called with.
 * `work` may only wait for requests of the transaction, by their `onsuccess`.
 */
export async function inTransaction<T = void>(
    stores: StoreName[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction, give: (value: T) => void) => void,
): Promise<T | undefined> {
    const database = await open();
    return new Promise<T | undefined>((resolve, reject) => {
        const transaction = database.transaction(stores, mode);
        let given: T | undefined;
        transaction.oncomplete = () => resolve(given);
        transaction.onabort = () => reject(transaction.error);
        work(transaction, (value) => (given = value));
    });
}
