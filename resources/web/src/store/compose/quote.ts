// SPDX-License-Identifier: GPL-3.0-or-later
import type { MailDetail } from '../../api/types';
import { texts } from '../../i18n';
import { fullTime } from '../../i18n/format';
import { formatAddress } from './address';
import { escapeHtml, htmlText, textHtml } from './html';

const most = 200_000; // characters that are quoted; more makes the editor slow
const deepest = 8;

/** A mail's text; for a mail with HTML only, its visible text. */
export function textOf(mail: Pick<MailDetail, 'textBody' | 'htmlBody'>): string {
    const text = mail.textBody?.trim() ? mail.textBody : htmlText(mail.htmlBody ?? '');
    const plain = text.replace(/\r\n?/g, '\n').replace(/\s+$/, '');
    return plain.length > most ? `${plain.slice(0, most)}\n…` : plain;
}

/** The body of a reply: empty lines to write in, a line with sender and time, and the text as a quotation. */
export function replyBody(mail: MailDetail): string {
    const t = texts().compose;
    const line = t.attribution(fullTime(mail.sentAt ?? mail.createdAt), sender(mail));
    return `<div><br></div><div><br></div><div>${escapeHtml(line)}</div>${quote(textOf(mail))}<div><br></div>`;
}

/** The body of a forwarded mail: empty lines, the usual header lines and the text. */
export function forwardBody(mail: MailDetail): string {
    const t = texts().compose;
    const people = (all: MailDetail['toFull']) => all.map(formatAddress).join(', ');
    const lines = [
        `---------- ${t.forwarded} ----------`,
        `${t.from}: ${sender(mail)}`,
        `${t.date}: ${fullTime(mail.sentAt ?? mail.createdAt)}`,
        `${t.subject}: ${mail.subject}`,
        `${t.to}: ${people(mail.toFull)}`,
        ...(mail.ccFull.length > 0 ? [`${t.cc}: ${people(mail.ccFull)}`] : []),
        '',
    ];
    return `<div><br></div><div><br></div>${textHtml([...lines, textOf(mail)].join('\n'))}`;
}

function sender(mail: MailDetail): string {
    return formatAddress({ name: mail.fromName, address: mail.from });
}

/** Text as a quotation; lines that are quoted already become quotations in it. */
export function quote(text: string, depth = 1): string {
    return `<blockquote type="cite">${inner(text.split('\n'), depth)}</blockquote>`;
}

function inner(lines: string[], depth: number): string {
    let html = '';
    for (let i = 0; i < lines.length; ) {
        const isQuoted = lines[i]!.startsWith('>') && depth < deepest;
        let end = i + 1;
        while (end < lines.length && (lines[end]!.startsWith('>') && depth < deepest) === isQuoted) ++end;
        const part = lines.slice(i, end);
        html += isQuoted ? quote(part.map((line) => line.replace(/^> ?/, '')).join('\n'), depth + 1) : textHtml(part.join('\n')) || '<div><br></div>';
        i = end;
    }
    return html;
}
