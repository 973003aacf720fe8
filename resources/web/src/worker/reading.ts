// SPDX-License-Identifier: GPL-3.0-or-later
import { drop, find, keep, type KeptAnswer } from './answers';
import { fingerprint } from './holder';
import { isRefusal } from './keeping';

/** Marks an answer from the store, with the time when it was read. */
export const offlineHeader = 'X-Postrider-Offline';

/**
 * The service's answer, which is also kept; if the network fails, the last answer that this person has read.
 * `later` keeps the worker alive for work after the answer.
 */
export async function readingOf(
    request: Request,
    path: string,
    token: string,
    later: (work: Promise<unknown>) => void,
): Promise<Response> {
    try {
        const answer = await fetch(request);
        later(note(answer.clone(), path, token).catch(() => {}));
        return answer;
    } catch (error) {
        if (request.signal.aborted) throw error;
        const kept = await fingerprint(token)
            .then((print) => find(print, path))
            .catch(() => undefined);
        if (kept) return answerOf(kept);
        throw error;
    }
}

async function note(answer: Response, path: string, token: string): Promise<void> {
    const readAt = Date.now();
    const print = await fingerprint(token);
    if (answer.status === 200) await keep(print, path, await answer.text(), readAt);
    else if (isRefusal(answer.status)) await drop(print, path);
}

function answerOf(kept: KeptAnswer): Response {
    const headers = { 'Content-Type': 'application/json', [offlineHeader]: new Date(kept.readAt).toISOString() };
    return new Response(kept.body, { headers });
}
