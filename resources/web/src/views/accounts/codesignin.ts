// SPDX-License-Identifier: GPL-3.0-or-later
import { devicePoll, deviceStart, type DeviceStart } from '../../api/oauth';
import { asSignInFailure, mayBeOpened, SignInFailure } from './browsersignin';
import { sleep } from './patience';

/** Signs in with a code that a person enters at the provider, on any device (RFC 8628). */
export async function signInWithCode(
    provider: string,
    signal: AbortSignal,
    onCode: (begun: DeviceStart) => void,
): Promise<string> {
    try {
        const begun = await deviceStart(provider);
        if (!mayBeOpened(begun.verificationUrl)) throw new SignInFailure('unsafePage');
        onCode(begun);
        let interval = begun.interval;
        for (;;) {
            await sleep(interval * 1000, signal);
            const answer = await devicePoll(begun.handle, { signal });
            if (answer.status === 'done') return answer.oauthGrant;
            interval = answer.interval;
        }
    } catch (failure) {
        throw asSignInFailure(failure);
    }
}
