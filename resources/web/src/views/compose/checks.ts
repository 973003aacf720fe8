// SPDX-License-Identifier: GPL-3.0-or-later
import type { DraftContent } from '../../api/drafts';
import { isAddress, addressOf } from '../../store/compose/address';

/** A sign that a mail may be unfinished. */
export type Doubt = 'subject' | 'attachment';

export const mostRecipients = 100;

const words = [
    'attached', 'attachment', 'attachments', 'attaching', 'enclosed',
    'anhang', 'anhänge', 'angehängt', 'angehängte', 'angehängten', 'anbei', 'beigefügt', 'beigefügte', 'beiliegend',
];
const chinese = ['附件', '附上', '随信附'];

export function recipientsOf({ to, cc, bcc }: DraftContent): string[] {
    return [...to, ...cc, ...bcc];
}

export function wrongRecipients(content: DraftContent): string[] {
    return recipientsOf(content).filter((entry) => !isAddress(addressOf(entry)));
}

export function doubtsAbout(content: DraftContent): Doubt[] {
    const doubts: Doubt[] = [];
    if (!content.subject.trim()) doubts.push('subject');
    const hasFiles = content.attachments.length + content.forwardAttachmentIds.length > 0;
    if (!hasFiles && mentionsFile(content)) doubts.push('attachment');
    return doubts;
}

/** Only what the person wrote counts, not what is quoted. */
function mentionsFile({ body, subject }: DraftContent): boolean {
    const written = new DOMParser().parseFromString(body, 'text/html').body;
    for (const quoted of written.querySelectorAll('blockquote')) quoted.remove();
    const text = `${subject} ${written.textContent}`.split(/-{8,}/)[0]!.toLowerCase();
    const found = new Set(text.match(/\p{L}+/gu));
    return words.some((word) => found.has(word)) || chinese.some((word) => text.includes(word));
}
