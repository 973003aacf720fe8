// SPDX-License-Identifier: GPL-3.0-or-later
import type { WebhookEvent } from '../../api/webhooks';

const every = ['event', 'timestamp', 'data.account_id', 'data.account_email'];

const ofMail = [
    'data.subject', 'data.from', 'data.from_name', 'data.to', 'data.cc', 'data.preview', 'data.text_body',
    'data.html_body', 'data.mail_id', 'data.message_id', 'data.sent_at', 'data.created_at', 'data.account_name',
    'data.mail_count', 'data.mails_text', 'data.mails.0.subject', 'data.mails.0.from', 'data.mails.0.folder',
    'data.mails.0.has_attachment', 'data.mails.0.size',
];

const ofSending = ['data.id', 'data.status', 'data.message_id', 'data.subject', 'data.to', 'data.to_count'];

const own: Record<WebhookEvent, string[]> = {
    'mail.received': ofMail,
    'mail.updated': ['data.ids', 'data.changes', 'data.changes.is_read', 'data.changes.is_starred'],
    'mail.deleted': ['data.ids'],
    'mail.sent': [...ofSending, 'data.mail_id'],
    'mail.failed': [...ofSending, 'data.error'],
    'account.created': [],
    'account.updated': [],
    'account.deleted': [],
    'account.status_changed': ['data.status'],
};

/** Paths that at least one of the events has, the most usual ones first. */
export function variablesOf(events: readonly WebhookEvent[]): string[] {
    return [...new Set([...events.flatMap((event) => own[event]), ...every])];
}

/** The variable in a template. A value that is no text is inserted as JSON if no quotes are around it. */
export function written(path: string): string {
    return `{{${path}}}`;
}
