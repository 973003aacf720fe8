// SPDX-License-Identifier: GPL-3.0-or-later
// Which answers of the service can be read again offline.

export const mostAnswers = 300;
/** Characters of one answer. */
export const longestAnswer = 1_000_000;

const base = '/api/v1';

// The paths whose answers may be kept. A path that is added to the interface is not kept until it is named here.
// Never: /auth, tickets and frames, uploads and attachments, the event stream, push, searches.
const kept = [
    /^\/accounts(\/\d+\/folders)?$/,
    /^\/mails(\/\d+(\/thread)?)?$/,
    /^\/mails\/stats(\/history|\/senders)?$/,
    /^\/drafts$/,
    /^\/outbox$/,
    /^\/settings$/,
    /^\/webhooks$/,
];

const searching = ['q', 'keyword', 'token', 'ticket'];

/** The name under which the answer is kept, with the query in a fixed order; null: it is not kept. */
export function keptPath(method: string, url: URL): string | null {
    if (method !== 'GET' || !url.pathname.startsWith(base + '/')) return null;
    const path = url.pathname.slice(base.length);
    if (!kept.some((pattern) => pattern.test(path))) return null;
    if (searching.some((name) => url.searchParams.has(name))) return null;
    const query = new URLSearchParams(url.searchParams);
    query.sort();
    return query.size > 0 ? `${path}?${query}` : path;
}

/** The token of a header `Authorization`; null: there is none. */
export function bearerToken(header: string | null): string | null {
    return /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? null;
}

/** Whether the answer says that the person may not read this, or that it does not exist. */
export function isRefusal(status: number): boolean {
    return status === 401 || status === 403 || status === 404 || status === 410;
}
