// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { layoutOf, offsetFor, rangeAt } from '../src/components/virtuallayout';

describe('a virtual list', () => {
    it('has the rows in view and a few around them', () => {
        const layout = layoutOf(1000, 72, 720);
        expect(rangeAt(layout, 0)).toEqual({ from: 0, to: 16 });
        expect(rangeAt(layout, 72 * 100)).toEqual({ from: 94, to: 116 });
        expect(offsetFor(layout, 100, 7200)).toBe(7200);
    });

    it('ends with its last row', () => {
        const layout = layoutOf(1000, 72, 720);
        expect(rangeAt(layout, layout.scrollHeight - 720).to).toBe(1000);
    });

    it('has none when it is empty', () => {
        expect(rangeAt(layoutOf(0, 72, 720), 0)).toEqual({ from: 0, to: 0 });
    });

    it.each([200_000, 1_000_000, 5_000_000])('reaches both ends with %i rows', (count) => {
        const layout = layoutOf(count, 72, 720);
        const end = layout.scrollHeight - 720;
        expect(layout.scrollHeight).toBeLessThanOrEqual(12_000_000);
        expect(rangeAt(layout, 0).from).toBe(0);
        expect(rangeAt(layout, end).to).toBe(count);
        expect(offsetFor(layout, count - 1, end) + 72).toBeCloseTo(layout.scrollHeight, 3);
    });
});
