// SPDX-License-Identifier: GPL-3.0-or-later
import { afterEach, expect, test, vi } from 'vitest';
import { call, settled } from '../src/api/client';

afterEach(() => vi.unstubAllGlobals());

/** A service that answers when the test calls the returned functions. */
function slowService() {
    const answers: (() => void)[] = [];
    vi.stubGlobal(
        'fetch',
        () => new Promise<Response>((resolve) => answers.push(() => resolve(new Response('{"code":0,"data":null}')))),
    );
    return answers;
}

test('waits for the answers under way and for those asked for meanwhile', async () => {
    const answers = slowService();
    const first = call('PUT', '/mails/1/star', { isStarred: true });
    let isSettled = false;
    const end = settled().then(() => (isSettled = true));
    const second = call('GET', '/mails');
    answers[0]?.();
    await first;
    expect(isSettled).toBe(false);
    answers[1]?.();
    await second;
    await end;
    expect(isSettled).toBe(true);
});

test('is there at once where nothing is asked', async () => {
    await settled();
});

test('a service that cannot be reached is an end, too', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const refused = call('GET', '/mails').catch(() => 'failed');
    await settled();
    expect(await refused).toBe('failed');
});
