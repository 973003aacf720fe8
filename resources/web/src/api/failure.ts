// SPDX-License-Identifier: GPL-3.0-or-later

export interface FailureDetail {
    field: string;
    reason: string;
    [more: string]: unknown;
}

/** A failed request. `code` is 0 if the service did not answer. */
export class ApiFailure extends Error {
    constructor(
        readonly status: number,
        readonly code: number,
        readonly slug: string,
        message: string,
        readonly details: FailureDetail[] = [],
        readonly retryAfterSeconds = 0,
        readonly data: unknown = null,
    ) {
        super(message);
        this.name = 'ApiFailure';
    }

    /** The service cannot be reached: offline, stopped, or not reachable for its proxy. */
    get isUnreachable(): boolean {
        return this.code === 0;
    }

    /** Trying the same again later may help. */
    get isTemporary(): boolean {
        return this.code === 0 || this.status >= 500 || this.status === 429 || this.status === 408;
    }
}

export function unreachable(): ApiFailure {
    return new ApiFailure(0, 0, 'unreachable', 'The service does not answer.');
}
