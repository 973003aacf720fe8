// SPDX-License-Identifier: GPL-3.0-or-later
import type { ApiFailure } from '../../api/failure';
import { texts } from '../../i18n';
import { failureText } from '../../i18n/failures';

/** A mail server's own text, to follow another sentence; empty: it sent none. */
export function serverSaid(response: string): string {
    return response && ` ${texts().common.said.server}${response}`;
}

/** Why a mail was not sent, and what the person can do. */
export function sendingText(failure: ApiFailure): string {
    const t = texts().compose.refused;
    const said = serverSaid(failure.details.find(({ field }) => field === 'response')?.reason ?? '');
    switch (failure.code) {
        case 40006:
            return t.recipients(failure.details.map(({ reason }) => reason).join('; '));
        case 40008:
        case 40405:
            return t.attachment;
        case 40009:
            return t.noSmtp;
        case 40402:
            return t.noAccount;
        case 40903:
            return t.disabled;
        case 40905:
            return t.changed;
        case 40403:
            return t.gone;
        case 41301:
            return t.bodyTooLarge;
        case 41302:
            return t.filesTooLarge;
        case 50203:
            return t.smtpUnreachable;
        case 50204:
            return t.login(said);
        case 50205:
            return t.rejected(said);
        case 50700:
            return t.full;
        default:
            return failureText(failure);
    }
}
