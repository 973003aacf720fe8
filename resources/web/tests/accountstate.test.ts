// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { Account, SyncProgress } from '../src/api/types';
import { en } from '../src/i18n/en';
import { progressText } from '../src/views/accounts/progressbar';
import { remaining, share } from '../src/views/accounts/progress';
import { remedyOf, stateOf } from '../src/views/accounts/state';

const synced = { status: 'active', mode: 'idle', syncProgress: null, lastSyncAt: '2026-11-01T10:00:00Z' } as const;
const progress: SyncProgress = { phase: 'bodies', done: 250, total: 1250, ratePerSecond: 10 };

describe('the state of a mailbox', () => {
    it.each([
        ['upToDate', {}],
        ['upToDate', { mode: 'polling' }],
        ['syncing', { mode: 'syncing' }],
        ['connecting', { mode: 'connecting' }],
        ['connecting', { lastSyncAt: null }],
        ['firstSync', { mode: 'syncing', lastSyncAt: null }],
        ['firstSync', { syncProgress: progress }],
        ['error', { status: 'error', syncProgress: progress }],
        ['paused', { status: 'disabled', mode: 'stopped' }],
    ] as const)('is %s', (state, change) => {
        expect(stateOf({ ...synced, ...change })).toBe(state);
    });

    it.each([
        ['password', 'auth_failed', 'password'],
        ['signIn', 'auth_required', 'oauth2'],
        ['signIn', 'secret_unreadable', 'oauth2'],
        ['certificate', 'certificate_invalid', 'password'],
        ['servers', 'connect_failed', 'password'],
        ['retry', 'secret_locked', 'password'],
        ['retry', 'timeout', 'password'],
    ] as const)('is mended by %s after %s', (remedy, errorCode, authType) => {
        expect(remedyOf({ errorCode, authType } as Account)).toBe(remedy);
    });
});

describe('how long a first sync still takes', () => {
    it.each([
        [{ ...progress, done: 700 }, { unit: 'soon' }],
        [
            { ...progress, done: 0 },
            { unit: 'minutes', n: 2 },
        ],
        [
            { ...progress, total: 100_000 },
            { unit: 'hours', n: 3 },
        ],
        [{ ...progress, ratePerSecond: 0 }, null],
        [{ ...progress, done: 1250 }, null],
        [{ ...progress, total: 10_000_000 }, null],
    ])('%o', (now, left) => {
        expect(remaining(now)).toEqual(left);
    });

    it('goes on over both phases', () => {
        const list = { ...progress, phase: 'list' as const };
        expect(share({ ...list, done: 0 })).toBe(0);
        expect(share({ ...list, done: 1250 })).toBe(share({ ...progress, done: 0 }));
        expect(share({ ...progress, done: 1250 })).toBe(1);
    });

    it('is said in words', () => {
        expect(progressText({ ...progress, done: 0 }, en.accounts)).toBe(
            'Fetching the mails: 0 of 1,250 · about 2 minutes · 10 mails a second',
        );
    });
});
