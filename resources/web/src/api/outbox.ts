// SPDX-License-Identifier: GPL-3.0-or-later
import { call, query } from './client';
import type { OutboxMail, Page } from './types';

export type OutboxStatus = OutboxMail['status'];

export function listOutbox(page: number, status: OutboxStatus | '' = '', pageSize = 20): Promise<Page<OutboxMail>> {
    return call('GET', `/outbox${query({ page, pageSize, status })}`);
}

/** Cancels a queued mail, or removes a failed one. Its content is deleted. */
export function cancelOutboxMail(id: number, keepalive = false): Promise<null> {
    return call('DELETE', `/outbox/${id}`, undefined, { keepalive });
}

export function retryOutboxMail(id: number): Promise<OutboxMail> {
    return call('POST', `/outbox/${id}/retry`);
}
