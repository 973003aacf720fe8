// SPDX-License-Identifier: GPL-3.0-or-later
import type { MailDetail } from '../../api/types';

/** The text of a mail; for HTML, the text without tags. Nothing of it is run or fetched. */
export function plainTextOf(mail: Pick<MailDetail, 'textBody' | 'htmlBody'>): string {
    if (mail.textBody !== null) return mail.textBody;
    if (mail.htmlBody === null) return '';
    const parsed = new DOMParser().parseFromString(mail.htmlBody, 'text/html');
    for (const element of parsed.querySelectorAll('style, script, title, template')) element.remove();
    for (const element of parsed.querySelectorAll('br, p, div, tr, li, h1, h2, h3, h4, blockquote'))
        element.append('\n');
    return (parsed.body.textContent ?? '').replace(/[ \t]+/g, ' ').replace(/\s*\n\s*\n\s*/g, '\n\n').trim();
}
