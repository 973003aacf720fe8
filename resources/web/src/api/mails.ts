// SPDX-License-Identifier: GPL-3.0-or-later
import { call, type CallOptions, query } from './client';
import type { Mail, MailDetail, Page } from './types';

/** The filter and order of a list: the parameters of GET /mails. */
export interface MailFilter {
    accountId?: number;
    folder?: string;
    isRead?: boolean;
    isStarred?: boolean;
    hasAttachment?: boolean;
    q?: string;
    sort?: string;
    order?: string;
    conversations?: boolean;
}

/** An address that shows a mail for some minutes; see POST /mails/:id/ticket. */
export interface FrameTicket {
    url: string;
    expiresAt: string;
    remoteImages: number;
}

export interface Conversation {
    threadId: number;
    items: Mail[];
    total: number;
}

interface Changed {
    failed: number[];
}

export const pageSize = 100;
const mostIds = 1000; // in one call

export function listMails(filter: MailFilter, page: number, options?: CallOptions): Promise<Page<Mail>> {
    return call('GET', '/mails' + query({ ...filter, page, pageSize }), undefined, options);
}

/** A page of mails, each with the places of the words that are searched for. */
export function listHighlighted(filter: MailFilter, page: number, pageSize: number, options?: CallOptions): Promise<Page<Mail>> {
    return call('GET', '/mails' + query({ ...filter, highlight: true, page, pageSize }), undefined, options);
}

export function readMail(id: number, options?: CallOptions): Promise<MailDetail> {
    return call('GET', `/mails/${id}`, undefined, options);
}

export function readConversation(id: number): Promise<Conversation> {
    return call('GET', `/mails/${id}/thread`);
}

export function makeFrameTicket(id: number, images: boolean): Promise<FrameTicket> {
    return call('POST', `/mails/${id}/ticket`, { images });
}

export function setRead(ids: number[], isRead: boolean): Promise<void> {
    return inBatches(ids, (some) => call<Changed>('POST', '/mails/batch-read', { ids: some, isRead }));
}

export function setStarred(ids: number[], isStarred: boolean): Promise<void> {
    return inBatches(ids, (some) => call<Changed>('POST', '/mails/batch-star', { ids: some, isStarred }));
}

export function deleteMails(ids: number[], options?: CallOptions): Promise<void> {
    return inBatches(ids, (some) => call<Changed>('POST', '/mails/batch-delete', { ids: some }, options));
}

export function markAllRead(filter: { accountId?: number; folder?: string }): Promise<{ updated: number }> {
    return call('POST', '/mails/mark-all-read', filter);
}

export function unsubscribe(id: number): Promise<{ host: string }> {
    return call('POST', `/mails/${id}/unsubscribe`);
}

async function inBatches(ids: number[], send: (some: number[]) => Promise<unknown>): Promise<void> {
    for (let i = 0; i < ids.length; i += mostIds) await send(ids.slice(i, i + mostIds));
}
