// SPDX-License-Identifier: GPL-3.0-or-later
import { call, query } from './client';
import type { Draft, DraftItem, DraftRequest, Page } from './types';

/** The complete content of a draft: a field that is left out would be empty afterwards. */
export type DraftContent = Required<Omit<DraftRequest, 'id'>>;

export function listDrafts(page: number, pageSize = 20): Promise<Page<DraftItem>> {
    return call('GET', `/drafts${query({ page, pageSize })}`);
}

export function getDraft(id: number): Promise<Draft> {
    return call('GET', `/drafts/${id}`);
}

export function createDraft(content: DraftContent, keepalive = false): Promise<Draft> {
    return call('POST', '/drafts', content, { keepalive });
}

/** Fails with 40905 if the draft has another version now; `data` of the failure is that draft. */
export function updateDraft(id: number, version: number, content: DraftContent, keepalive = false): Promise<Draft> {
    return call('PUT', `/drafts/${id}`, content, { headers: { 'If-Match': `"${version}"` }, keepalive });
}

export function deleteDraft(id: number, keepalive = false): Promise<null> {
    return call('DELETE', `/drafts/${id}`, undefined, { keepalive });
}

/** The part of a draft that a person has written. */
export function contentOf(draft: Draft): DraftContent {
    const { accountId, to, cc, bcc, subject, body, attachments, replyTo, replyToMailId, forwardAttachmentIds, inline } = draft;
    return { accountId, to, cc, bcc, subject, body, attachments, replyTo, replyToMailId, forwardAttachmentIds, inline };
}
