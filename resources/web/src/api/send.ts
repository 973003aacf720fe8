// SPDX-License-Identifier: GPL-3.0-or-later
import { call } from './client';
import type { QueuedMail, SentMail } from './types';

/**
 * Sends a draft in this version; it is gone as soon as the mail is in the outbox, also where the mail server
 * refuses it then. The same key again gets the first answer again and sends nothing.
 */
export function sendDraft(id: number, version: number, key: string, keepalive = false): Promise<SentMail | QueuedMail> {
    const headers = { 'If-Match': `"${version}"`, 'Idempotency-Key': key };
    return call('POST', `/drafts/${id}/send`, { queue: true }, { headers, keepalive });
}
