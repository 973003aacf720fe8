// SPDX-License-Identifier: GPL-3.0-or-later
import type { MailDetail } from '../../api/types';
import { formatAddress, isSameAddress } from './address';

export interface ReplyTargets {
    to: string[];
    cc: string[];
}

/** The recipients of a reply. `own`: the person's own addresses, which are left out. */
export function replyTargets(mail: MailDetail, own: readonly string[], isToAll: boolean): ReplyTargets {
    const isOwn = (address: string) => own.some((one) => isSameAddress(one, address));
    const all = mail.toFull.map(formatAddress);
    const copies = mail.ccFull.map(formatAddress);
    // A reply to an own mail goes to the recipients of that mail.
    if (isOwn(mail.from) && all.some((one) => !isOwn(one)))
        return { to: distinct(all.filter((one) => !isOwn(one))), cc: isToAll ? others(copies, all, isOwn) : [] };
    const to = distinct(answerAddresses(mail));
    return { to, cc: isToAll ? others([...all, ...copies], to, isOwn) : [] };
}

function answerAddresses(mail: MailDetail): string[] {
    if (mail.replyTo.length === 0) return mail.from ? [formatAddress({ name: mail.fromName, address: mail.from })] : [];
    return mail.replyTo.map((address) => formatAddress({ name: nameOf(mail, address), address }));
}

function nameOf(mail: MailDetail, address: string): string {
    return isSameAddress(mail.from, address) ? mail.fromName : '';
}

function others(entries: string[], taken: string[], isOwn: (address: string) => boolean): string[] {
    return distinct(entries).filter((one) => !isOwn(one) && !taken.some((other) => isSameAddress(one, other)));
}

function distinct(entries: string[]): string[] {
    return entries.filter((one, i) => entries.findIndex((other) => isSameAddress(one, other)) === i);
}

/** Adds `Re: ` if the subject has no such prefix, in whatever language. */
export function replySubject(subject: string): string {
    return /^\s*(re|aw|antw|sv|vs|odp|ref|rif|答复|回复|回覆)\s*(\[\d+\])?\s*[:：]/i.test(subject) ? subject.trim() : `Re: ${subject}`.trim();
}

export function forwardSubject(subject: string): string {
    return /^\s*(fwd?|wg|tr|rv|i|转发|轉寄)\s*[:：]/i.test(subject) ? subject.trim() : `Fwd: ${subject}`.trim();
}
