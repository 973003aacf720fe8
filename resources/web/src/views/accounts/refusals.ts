// SPDX-License-Identifier: GPL-3.0-or-later
import { ApiFailure } from '../../api/failure';
import type { accounts as Texts } from '../../i18n/en/accounts';

/** Problems of fields, by their names in the REST interface. */
export type Problems = Record<string, string>;

/** The reasons of the service's refusal by field; those of secrets are in the person's language. */
export function problemsOf(error: unknown, t: (typeof Texts)['login']): Problems {
    if (!(error instanceof ApiFailure)) return {};
    const problems: Problems = {};
    for (const { field, reason } of error.details) problems[field] = wordsOf(field, reason, t);
    return problems;
}

function wordsOf(field: string, reason: string, t: (typeof Texts)['login']): string {
    if (field === 'oauthGrant') return t.over;
    if (field === 'password' || field === 'smtpPassword') return t.again;
    return reason;
}

/** Problems of fields that are found without the service. */
export function missingOf(
    draft: { host: string; port: number | null; username: string; smtp_port: number | null; folders: string[] },
    t: typeof Texts,
): Problems {
    const isBad = (port: number | null) => port !== null && !(Number.isInteger(port) && port >= 1 && port <= 65535);
    return {
        ...(!draft.host && { host: t.server.noHost }),
        ...(!draft.username && { username: t.server.noUsername }),
        ...(isBad(draft.port) && { port: t.server.badPort }),
        ...(isBad(draft.smtp_port) && { smtp_port: t.server.badPort }),
        ...(draft.folders.length === 0 && { folders: t.folders.none }),
    };
}
