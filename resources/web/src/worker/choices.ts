// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a person that the worker needs. It has no token to read them from the service.
import { inTransaction } from './database';
import type { QuietHours } from './quiethours';

export interface Choices {
    language: 'en' | 'de' | 'zh';
    notifications: boolean;
    quietHours: QuietHours;
}

const key = 'now';

export async function storeChoices(choices: Choices): Promise<void> {
    await inTransaction(['choices'], 'readwrite', (transaction) => transaction.objectStore('choices').put(choices, key));
}

export async function readChoices(): Promise<Choices | undefined> {
    return inTransaction<Choices>(['choices'], 'readonly', (transaction, give) => {
        const request = transaction.objectStore('choices').get(key);
        request.onsuccess = () => request.result && give(request.result as Choices);
    });
}
