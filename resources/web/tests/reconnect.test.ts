// SPDX-License-Identifier: GPL-3.0-or-later
import { expect, it } from 'vitest';
import { afterFailure } from '../src/live/reconnect';

it('waits longer after each failure, never more than 30 s', () => {
    const waits = Array.from({ length: 10 }, (_, i) => afterFailure(i + 1, 1).afterMs);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000, 30000, 30000]);
});

it('waits up to a fifth less, so that not all clients come at once', () => {
    expect(afterFailure(3, 0).afterMs).toBe(3200);
    expect(afterFailure(3, 0.5).afterMs).toBe(3600);
});

it('polls every two minutes after ten tries', () => {
    expect(afterFailure(10, 1).what).toBe('stream');
    expect(afterFailure(11, 1)).toEqual({ what: 'poll', afterMs: 120_000 });
});
