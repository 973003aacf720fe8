// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { Mail } from '../src/api/types';
import { RecentChanges } from '../src/store/mails/recentchanges';

const mail = (id: number, isStarred = false) => ({ id, isStarred, isRead: false }) as Mail;

/** An answer, with functions that make it arrive or fail. */
function slow<T>(value: T) {
    let come = () => {};
    let fail = () => {};
    const promise = new Promise<T>((resolve, reject) => {
        come = () => resolve(value);
        fail = () => reject(new Error('no'));
    });
    return { promise, come, fail };
}

describe('mails of an answer that was under way', () => {
    it('get what was changed meanwhile, the last change last', async () => {
        const recent = new RecentChanges();
        const answer = slow([mail(1), mail(2)]);
        const read = recent.upToDate(() => answer.promise);
        recent.note([1], { isStarred: true });
        recent.note([1], { isRead: true, isStarred: false });
        answer.come();
        expect(await read).toEqual([{ ...mail(1), isRead: true }, mail(2)]);
    });

    it('are left out where they went meanwhile', async () => {
        const recent = new RecentChanges();
        const answer = slow([mail(1), mail(2)]);
        const read = recent.upToDate(() => answer.promise);
        recent.note([2], null);
        answer.come();
        expect(await read).toEqual([mail(1)]);
    });

    it('stay as they are where the change was made before', async () => {
        const recent = new RecentChanges();
        const earlier = slow<Mail[]>([]);
        const read = recent.upToDate(() => earlier.promise); // keeps the change in memory
        recent.note([1], { isStarred: true });
        expect(await recent.upToDate(() => Promise.resolve([mail(1)]))).toEqual([mail(1)]);
        earlier.come();
        await read;
    });

    it('get a change that the service has not answered yet, and not one that it refused', async () => {
        const recent = new RecentChanges();
        const change = slow<void>(undefined);
        const making = recent.making([1], { isStarred: true }, () => change.promise).catch(() => 'refused');
        const read = () => recent.upToDate(() => Promise.resolve([mail(1)]));
        expect(await read()).toEqual([mail(1, true)]);
        change.fail();
        expect(await making).toBe('refused');
        expect(await read()).toEqual([mail(1)]);
    });

    it('get a change that was answered while they were under way', async () => {
        const recent = new RecentChanges();
        const change = slow<void>(undefined);
        const making = recent.making([1], { isStarred: true }, () => change.promise);
        const answer = slow([mail(1)]);
        const read = recent.upToDate(() => answer.promise);
        change.come();
        await making;
        answer.come();
        expect(await read).toEqual([mail(1, true)]);
        expect(await recent.upToDate(() => Promise.resolve([mail(1)]))).toEqual([mail(1)]);
    });
});
