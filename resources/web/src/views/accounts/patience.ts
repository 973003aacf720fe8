// SPDX-License-Identifier: GPL-3.0-or-later
import { ApiFailure } from '../../api/failure';

/** Repeats `ask` after the pause that the service named; `onPause` is called each second with the rest. */
export async function patiently<T>(
    ask: () => Promise<T>,
    signal: AbortSignal,
    onPause: (seconds: number) => void,
): Promise<T> {
    for (;;) {
        try {
            return await ask();
        } catch (error) {
            const isPause = error instanceof ApiFailure && error.status === 429 && error.retryAfterSeconds > 0;
            if (!isPause) throw error;
            for (let left = error.retryAfterSeconds; left > 0; --left) {
                onPause(left);
                await sleep(1000, signal);
            }
        }
    }
}

/** Fails with AbortError if the signal aborts it. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
        const abort = () => {
            clearTimeout(timer);
            reject(new DOMException('aborted', 'AbortError'));
        };
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', abort);
            resolve();
        }, ms);
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
    });
}

export function isAbort(error: unknown): boolean {
    return error instanceof DOMException && error.name === 'AbortError';
}
