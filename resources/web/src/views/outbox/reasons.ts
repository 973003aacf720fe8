// SPDX-License-Identifier: GPL-3.0-or-later
import type { OutboxMail, QueuedMail } from '../../api/types';
import type { Speaker } from '../../components/said';
import type { compose as Texts } from '../../i18n/en/compose';

type T = (typeof Texts)['outbox'];

/** Why a mail or its copy was not delivered or stored, with the text of the server or service about it. */
export interface Reason {
    text: string;
    said?: { by: Speaker; text: string };
}

/** All reasons for a mail, each once, with all addresses that it concerns. */
export function reasons(mail: OutboxMail, t: T): Reason[] {
    const rejected = rejections(mail, t);
    const isOpen = mail.status === 'queued' || mail.status === 'failed';
    const last = isOpen && rejected.length === 0 ? failureReason(mail, t) : null;
    return [...rejected, ...(last ? [last] : []), ...copyReason(mail, t)];
}

/** Why the last attempt failed; null: it did not fail. */
export function failureReason(mail: Pick<QueuedMail, 'failure' | 'response' | 'lastError'>, t: T): Reason | null {
    const { failure, response, lastError } = mail;
    if (!failure) return null;
    // The service itself refused the mail, for example because it is too large for the server.
    const text = failure === 'rejected' && response === null ? t.failure.unfit : t.failure[failure];
    return { text, ...saidBy(response, lastError) };
}

function saidBy(response: string | null, lastError: string | null): Pick<Reason, 'said'> {
    if (response) return { said: { by: 'server', text: response } };
    return lastError ? { said: { by: 'service', text: lastError } } : {};
}

function rejections(mail: OutboxMail, t: T): Reason[] {
    const addresses = new Map<string, string[]>();
    for (const { address, response } of mail.rejected)
        addresses.set(response, [...(addresses.get(response) ?? []), address]);
    // If all recipients were refused, the row shows their addresses already.
    const isAll = addresses.size === 1 && mail.acceptedCount === 0 && mail.status === 'failed';
    return [...addresses].map(([response, who]) => {
        const names = who.join(', ');
        return response
            ? { text: isAll ? t.refusedForAll(mail.rejectedCount) : t.refusedFor(names), said: { by: 'server', text: response } }
            : { text: t.lateFor(names) };
    });
}

function copyReason({ copyState, copyError }: OutboxMail, t: T): Reason[] {
    if (!copyError || copyState === 'stored') return [];
    const text = copyState === 'pending' ? t.copyPending : t.copyFailed;
    return [{ text, said: { by: 'service', text: copyError } }];
}
