// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { barsOf, labelled, layoutOf, niceMax, sum, ticks } from '../src/views/statistics/scale';

const days = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
        date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
        received: at % 10,
        sent: at % 3,
    }));

describe('a chart of mail over time', () => {
    it.each([
        [0, 1],
        [1, 1],
        [2, 2],
        [3, 3],
        [7, 8],
        [9, 10],
        [10, 10],
        [11, 20],
        [21, 30],
        [130, 200],
        [999, 1000],
    ])('has a scale for %i up to %i', (most, max) => expect(niceMax(most)).toBe(max));

    it('has whole numbers at its lines', () => {
        expect(ticks(1)).toEqual([0, 1]);
        expect(ticks(5)).toEqual([0, 5]);
        expect(ticks(20)).toEqual([0, 10, 20]);
    });

    it('shows each day of three months and each week of a year, and loses no mail', () => {
        expect(barsOf(days(90))).toHaveLength(90);
        const weeks = barsOf(days(365));
        expect(weeks).toHaveLength(53);
        expect(weeks[0]!.date).toBe('2026-01-01');
        expect(sum(weeks, 'received')).toBe(sum(days(365), 'received'));
        expect(sum(weeks, 'sent')).toBe(sum(days(365), 'sent'));
    });

    it('keeps every bar inside, in one scale for both directions', () => {
        const bars = barsOf(days(90));
        const { y, unit, step } = layoutOf(bars, 600, 200);
        for (const { received, sent } of bars) {
            expect(y - received * unit).toBeGreaterThanOrEqual(-1e-9);
            expect(y + sent * unit).toBeLessThanOrEqual(200 + 1e-9);
        }
        expect(step * bars.length).toBeCloseTo(600);
        expect(layoutOf([], 600, 200).unit).toBe(100);
    });

    it('labels the last day, and as many others as there is room for', () => {
        expect(labelled(5, 100, 60)).toEqual([0, 1, 2, 3, 4]);
        expect(labelled(90, 6, 72).at(-1)).toBe(89);
        expect(labelled(90, 6, 72)).toHaveLength(8);
    });
});
