// SPDX-License-Identifier: GPL-3.0-or-later
// Answers that a person has read, kept for reading offline. For whose they are see holder.ts.
import { inTransaction } from './database';
import { withHolder } from './holder';
import { longestAnswer, mostAnswers } from './keeping';

export interface KeptAnswer {
    user: string;
    path: string;
    /** JSON, as the service wrote it. */
    body: string;
    /** Milliseconds since 1970. */
    readAt: number;
}

/** Stores an answer for the person with this token, and removes the oldest ones beyond the limit. */
export async function keep(print: string, path: string, body: string, readAt: number): Promise<void> {
    if (body.length > longestAnswer) return;
    await inTransaction(['holder', 'answers'], 'readwrite', (transaction) =>
        withHolder(transaction, print, (user) => {
            const answers = transaction.objectStore('answers');
            answers.put({ user, path, body, readAt } satisfies KeptAnswer);
            const count = answers.count();
            count.onsuccess = () => removeOldest(answers, count.result - mostAnswers);
        }),
    );
}

function removeOldest(answers: IDBObjectStore, number: number): void {
    if (number <= 0) return;
    const oldest = answers.index('byAge').openCursor();
    oldest.onsuccess = () => {
        const cursor = oldest.result;
        if (!cursor || number-- <= 0) return;
        cursor.delete();
        cursor.continue();
    };
}

/** The last answer at this path that the person with this token has read. */
export async function find(print: string, path: string): Promise<KeptAnswer | undefined> {
    return inTransaction<KeptAnswer>(['holder', 'answers'], 'readonly', (transaction, give) =>
        withHolder(transaction, print, (user) => {
            const request = transaction.objectStore('answers').get([user, path]);
            request.onsuccess = () => request.result && give(request.result as KeptAnswer);
        }),
    );
}

/** Removes the answer at this path of the person with this token. */
export async function drop(print: string, path: string): Promise<void> {
    await inTransaction(['holder', 'answers'], 'readwrite', (transaction) =>
        withHolder(transaction, print, (user) => transaction.objectStore('answers').delete([user, path])),
    );
}
