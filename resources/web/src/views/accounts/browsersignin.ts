// SPDX-License-Identifier: GPL-3.0-or-later
// The provider's page is in a separate window and returns to /oauth/callback there, so that no input of
// this page is lost.
import { oauthFinish, oauthStart } from '../../api/oauth';
import { ApiFailure } from '../../api/failure';
import { sleep } from './patience';

export const callbackPath = '/oauth/callback';
const channelName = 'postrider.oauth';

/** The provider's answer; the window to which the browser returns reads it from the address. */
export interface Comeback {
    state: string;
    code: string;
    error: string;
}

export type SignInTrouble = 'notHere' | 'declined' | 'notSignedIn' | 'refused' | 'unsafePage' | 'tooLate' | 'providerFailed' | 'over';

export class SignInFailure extends Error {
    constructor(
        readonly trouble: SignInTrouble,
        readonly reason = '',
    ) {
        super(trouble);
    }
}

/** Whether an address may be opened: only over TLS, or on this computer. */
export function mayBeOpened(address: string): boolean {
    try {
        const url = new URL(address);
        const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
        return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
    } catch {
        return false;
    }
}

/** Passes the answer in the address to the page that waits for it. */
export function handOver(query: URLSearchParams): Comeback {
    const comeback = {
        state: query.get('state') ?? '',
        code: query.get('code') ?? '',
        error: query.get('error') ?? '',
    };
    const channel = new BroadcastChannel(channelName);
    channel.postMessage(comeback);
    channel.close();
    return comeback;
}

export interface SignInOptions {
    provider: string;
    email: string;
    /** Opened during the click, because browsers forbid it later; null: they forbade it. */
    page: Window | null;
    signal: AbortSignal;
    onAddress: (address: string) => void;
}

/** Signs in at the provider; the grant is for `oauthGrant` of an account. */
export async function signInWithBrowser({ provider, email, page, signal, onAddress }: SignInOptions): Promise<string> {
    try {
        const begun = await start(provider, email);
        if (!mayBeOpened(begun.authorizationUrl)) throw new SignInFailure('unsafePage');
        const answer = comeback(begun.state, begun.expiresIn * 1000, signal);
        onAddress(begun.authorizationUrl);
        if (page) {
            page.opener = null; // the provider's page gets no access to this one
            page.location.href = begun.authorizationUrl;
        }
        return await finish(await answer);
    } finally {
        page?.close();
    }
}

async function start(provider: string, email: string) {
    try {
        return await oauthStart(provider, email, location.origin + callbackPath);
    } catch (error) {
        const isElsewhere = error instanceof ApiFailure && error.details.some(({ field }) => field === 'redirectUri');
        throw isElsewhere ? new SignInFailure('notHere') : error;
    }
}

// An answer with another state belongs to another sign-in, and is ignored.
function comeback(state: string, patience: number, signal: AbortSignal): Promise<Comeback> {
    const channel = new BroadcastChannel(channelName);
    const answered = new Promise<Comeback>((resolve) => {
        channel.onmessage = (event: MessageEvent<Comeback>) => event.data.state === state && resolve(event.data);
    });
    const late = sleep(patience, signal).then(() => {
        throw new SignInFailure('tooLate');
    });
    return Promise.race([answered, late]).finally(() => channel.close());
}

async function finish({ state, code, error }: Comeback): Promise<string> {
    if (error === 'access_denied') throw new SignInFailure('declined');
    if (!code) throw new SignInFailure('refused', error);
    try {
        return (await oauthFinish(state, { code })).oauthGrant;
    } catch (failure) {
        throw asSignInFailure(failure);
    }
}

export function asSignInFailure(failure: unknown): unknown {
    if (!(failure instanceof ApiFailure)) return failure;
    if (failure.code === 50206) return new SignInFailure('providerFailed', failure.message);
    if (failure.code === 40012) return new SignInFailure('over');
    if (failure.code === 40013) return new SignInFailure('notSignedIn');
    return failure;
}
