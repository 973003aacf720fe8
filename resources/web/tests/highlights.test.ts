// SPDX-License-Identifier: GPL-3.0-or-later
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mail } from '../src/api/types';
import { Highlights } from '../src/store/mails/highlights';

const highlight = { from: [], fromName: [], subject: [{ start: 0, length: 3 }], snippet: null };

function mail(id: number): Mail {
    return { id, highlight } as unknown as Mail;
}

describe('Highlights', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    it('reads once when the view has rested for a moment', async () => {
        const read = vi.fn(async (page: number) => [mail(page)]);
        const changed = vi.fn();
        const highlights = new Highlights(read, changed);
        highlights.show(() => [1]);
        highlights.show(() => [2, 3]);
        expect(read).not.toHaveBeenCalled();
        await vi.runAllTimersAsync();
        expect(read.mock.calls).toEqual([[2], [3]]);
        expect(changed).toHaveBeenCalledTimes(2);
        expect(highlights.of(2)).toEqual(highlight);
        expect(highlights.of(1)).toBeUndefined();
    });

    it('keeps the rows as they are if the service refuses', async () => {
        const changed = vi.fn();
        const highlights = new Highlights(async (page) => (page === 1 ? Promise.reject(new Error('no')) : [mail(7)]), changed);
        highlights.show(() => [1, 2]);
        await vi.runAllTimersAsync();
        expect(highlights.of(7)).toEqual(highlight);
        expect(changed).toHaveBeenCalledTimes(1);
    });

    it('reads nothing after the list was left', async () => {
        const read = vi.fn(async () => []);
        const highlights = new Highlights(read, () => {});
        highlights.show(() => [1]);
        highlights.close();
        await vi.runAllTimersAsync();
        expect(read).not.toHaveBeenCalled();
    });
});
