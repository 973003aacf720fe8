// SPDX-License-Identifier: GPL-3.0-or-later
import { ApiFailure } from '../api/failure';
import { texts } from './index';

/** A sentence for people about why something failed. */
export function failureText(error: unknown): string {
    const t = texts().common;
    if (!(error instanceof ApiFailure)) return t.failed(error instanceof Error ? error.message : String(error));
    if (error.isUnreachable) return t.unreachable;
    if (error.status === 429 && error.retryAfterSeconds > 0) return t.tooOften(error.retryAfterSeconds);
    const details = error.details.map(({ field, reason }) => `${field}: ${reason}`).join('; ');
    const text = texts().failures[error.slug] ?? error.message;
    return details ? `${text} (${details})` : text;
}
