// SPDX-License-Identifier: GPL-3.0-or-later
import type { MailFilter } from '../../api/mails';
import type { Mail } from '../../api/types';
import type { Place } from '../router';

export type QuickFilter = 'all' | 'unread' | 'starred' | 'attachments';
export type Sort = 'createdAt' | 'from' | 'subject' | 'size';

/** The mails that a list shows, and their order; the address contains all of it. */
export interface ListQuery {
    filter: QuickFilter;
    account: number | null;
    folder: string;
    q: string;
    sort: Sort;
    order: 'asc' | 'desc';
}

export const sorts: Sort[] = ['createdAt', 'from', 'subject', 'size'];
const filters: QuickFilter[] = ['all', 'unread', 'starred', 'attachments'];

export function queryOf(place: Place): ListQuery {
    const get = (name: string) => place.query.get(name) ?? '';
    const account = Number(get('account'));
    return {
        filter: oneOf(filters, get('filter')),
        account: Number.isInteger(account) && account > 0 ? account : null,
        folder: get('folder'),
        q: get('q').trim(),
        sort: oneOf(sorts, get('sort')),
        order: get('order') === 'asc' ? 'asc' : 'desc',
    };
}

/** The address of a list, or of a mail in it. */
export function addressOf(query: ListQuery, mailId?: number): string {
    const values: [string, string][] = [
        ['q', query.q],
        ['filter', query.filter === 'all' ? '' : query.filter],
        ['account', query.account === null ? '' : String(query.account)],
        ['folder', query.folder],
        ['sort', query.sort === 'createdAt' ? '' : query.sort],
        ['order', query.order === 'desc' ? '' : query.order],
    ];
    const text = new URLSearchParams(values.filter(([, value]) => value)).toString();
    const path = (query.q ? '/search' : '/mails') + (mailId === undefined ? '' : `/${mailId}`);
    return text ? `${path}?${text}` : path;
}

/** The parameters of GET /mails. */
export function parametersOf(query: ListQuery, conversations: boolean): MailFilter {
    const parameters: MailFilter = {};
    if (query.account !== null) parameters.accountId = query.account;
    if (query.folder) parameters.folder = query.folder;
    if (query.filter === 'unread') parameters.isRead = false;
    if (query.filter === 'starred') parameters.isStarred = true;
    if (query.filter === 'attachments') parameters.hasAttachment = true;
    if (query.q) parameters.q = query.q;
    if (query.sort !== 'createdAt') parameters.sort = query.sort;
    if (query.order !== 'desc') parameters.order = query.order;
    if (isGrouped(query, conversations)) parameters.conversations = true;
    return parameters;
}

/** Whether rows are conversations. Searches and other orders list mails one by one. */
export function isGrouped(query: ListQuery, conversations: boolean): boolean {
    return conversations && !query.q && query.sort === 'createdAt' && query.order === 'desc' && query.folder !== '$sent';
}

/** Whether a mail whose flags changed still belongs to the list. */
export function stillMatches(query: ListQuery, mail: Mail): boolean {
    if (query.filter === 'unread') return !mail.isRead;
    if (query.filter === 'starred') return mail.isStarred;
    return true;
}

function oneOf<T extends string>(known: T[], text: string): T {
    return known.includes(text as T) ? (text as T) : known[0]!;
}
