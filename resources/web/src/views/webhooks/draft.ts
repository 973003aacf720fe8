// SPDX-License-Identifier: GPL-3.0-or-later
// A webhook as it stands in the form.
import type { Webhook, WebhookChange, WebhookEvent } from '../../api/webhooks';

export interface HeaderRow {
    key: number;
    name: string;
    value: string;
}

export interface Draft {
    name: string;
    url: string;
    headers: HeaderRow[];
    /** undefined: it stays as it is; null: it is removed. */
    secret: string | null | undefined;
    mode: 'sync' | 'mail';
    events: WebhookEvent[];
    bodyTemplate: string | null;
    accountIds: number[];
    from: string;
    subject: string;
}

export const allEvents: WebhookEvent[] = [
    'mail.received', 'mail.updated', 'mail.deleted', 'mail.sent', 'mail.failed', 'account.created',
    'account.updated', 'account.deleted', 'account.status_changed',
];

export const firstTemplate = '{\n  "text": "{{data.from_name}}: {{data.subject}}"\n}\n';

/** What the service shows instead of a secret value. */
export const masked = '********';

let next = 1;

export function headerRow(name = '', value = ''): HeaderRow {
    return { key: next++, name, value };
}

export function draftOf(webhook: Webhook | null): Draft {
    return {
        name: webhook?.name ?? '',
        url: webhook?.url ?? '',
        headers: Object.entries(webhook?.headers ?? {}).map(([name, value]) => headerRow(name, value)),
        secret: undefined,
        mode: webhook?.mode ?? 'sync',
        events: webhook?.events ?? ['mail.received'],
        bodyTemplate: webhook?.bodyTemplate ?? null,
        accountIds: webhook?.filters.accountIds ?? [],
        from: (webhook?.filters.from ?? []).join(', '),
        subject: (webhook?.filters.subject ?? []).join(', '),
    };
}

/** The data that is sent to the service; rows without a name are left out. */
export function changeOf(draft: Draft): WebhookChange {
    const named = draft.headers.filter(({ name }) => name.trim() !== '');
    return {
        name: draft.name.trim(),
        url: draft.url.trim(),
        headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])),
        mode: draft.mode,
        events: draft.events,
        bodyTemplate: draft.bodyTemplate,
        filters: { accountIds: draft.accountIds, from: listOf(draft.from), subject: listOf(draft.subject) },
        ...(draft.secret !== undefined && { secret: draft.secret || null }),
    };
}

/** The data that the preview depends on; of the headers only Content-Type, which decides how values are escaped. */
export function previewOf(draft: Draft): WebhookChange {
    const type = draft.headers.find(({ name }) => name.trim().toLowerCase() === 'content-type');
    return {
        bodyTemplate: draft.bodyTemplate,
        events: draft.events,
        headers: type?.value ? { 'Content-Type': type.value } : {},
    };
}

export function listOf(text: string): string[] {
    return text.split(/[,，\n]/).map((one) => one.trim()).filter(Boolean);
}

export function isSame(a: Draft, b: Draft): boolean {
    return JSON.stringify(changeOf(a)) === JSON.stringify(changeOf(b));
}

/** whsec_ and 32 random bytes. */
export function newSecret(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return 'whsec_' + btoa(String.fromCharCode(...bytes));
}

export type Problem = 'nameMissing' | 'urlWrong' | 'eventsMissing' | 'secretWrong';

/** Problems that are found without the service, by field. */
export function problemsOf(draft: Draft): Record<string, Problem> {
    const problems: Record<string, Problem> = {};
    if (!draft.name.trim()) problems.name = 'nameMissing';
    if (!/^https?:\/\/[^/\s]/i.test(draft.url.trim())) problems.url = 'urlWrong';
    if (draft.events.length === 0) problems.events = 'eventsMissing';
    if (draft.secret && !/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(draft.secret)) problems.secret = 'secretWrong';
    return problems;
}
