// SPDX-License-Identifier: GPL-3.0-or-later
import { call } from './client';
import type { QueuedMail, SentMail } from './types';

/**
 * Sends this version of a draft. The draft is deleted as soon as the mail is in the outbox, also if the mail
 * server refuses the mail later. A repeated key returns the first answer again and sends nothing.
 */
export function sendDraft(id: number, version: number, key: string, keepalive = false): Promise<SentMail | QueuedMail> {
    const headers = { 'If-Match': `"${version}"`, 'Idempotency-Key': key };
    return call('POST', `/drafts/${id}/send`, { queue: true }, { headers, keepalive });
}
