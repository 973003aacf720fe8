// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { withToken } from '../src/worker/holder';
import { bearerToken, isRefusal, keptPath } from '../src/worker/keeping';

const at = (path: string) => new URL(path, 'https://mail.example.org');

describe('what is kept for reading offline', () => {
    it.each([
        ['/api/v1/mails', '/mails'],
        ['/api/v1/mails?page=2&accountId=1', '/mails?accountId=1&page=2'],
        ['/api/v1/mails/7', '/mails/7'],
        ['/api/v1/mails/7/thread', '/mails/7/thread'],
        ['/api/v1/accounts', '/accounts'],
        ['/api/v1/settings', '/settings'],
    ])('%s is, as %s', (address, path) => expect(keptPath('GET', at(address))).toBe(path));

    it.each([
        '/api/v1/auth/me',
        '/api/v1/mails/7/ticket',
        '/api/v1/mails/7/raw',
        '/api/v1/mails/stream?ticket=a',
        '/api/v1/mails?token=a',
        '/api/v1/mails?q=secret',
        '/api/v1/frames/abc',
        '/api/v1/frames/abc/parts/1',
        '/api/v1/attachments/3/download',
        '/api/v1/attachments/mail/3',
        '/api/v1/drafts/3',
        '/api/v1/push/subscriptions',
        '/api/v1/oauth/providers',
        '/api/v1x/mails',
        '/mails/7',
    ])('%s is not', (address) => expect(keptPath('GET', at(address))).toBeNull());

    it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s is not', (method) =>
        expect(keptPath(method, at('/api/v1/mails'))).toBeNull());

    it('removes what the service refuses, not what it cannot answer now', () => {
        expect([200, 304, 401, 403, 404, 410, 429, 500, 503].filter(isRefusal)).toEqual([401, 403, 404, 410]);
    });

    it('knows the token of a request only from a header of that form', () => {
        expect(bearerToken('Bearer a.b.c')).toBe('a.b.c');
        for (const header of [null, '', 'Bearer ', 'Basic YTpi', 'Bearer a b']) expect(bearerToken(header)).toBeNull();
    });
});

describe('whose it is', () => {
    it('is the same person with several tokens, the newest first and at most eight', () => {
        let holder = withToken(undefined, 'anna', 't0');
        for (let n = 1; n < 10; ++n) holder = withToken(holder, 'anna', `t${n}`);
        expect(holder).toEqual({ user: 'anna', tokens: ['t9', 't8', 't7', 't6', 't5', 't4', 't3', 't2'] });
        expect(withToken(holder, 'anna', 't4').tokens).toEqual(['t4', 't9', 't8', 't7', 't6', 't5', 't3', 't2']);
    });

    it('leaves no token of another person', () => {
        const anna = withToken(undefined, 'anna', 't1');
        expect(withToken(anna, 'ben', 't2')).toEqual({ user: 'ben', tokens: ['t2'] });
    });
});
