// SPDX-License-Identifier: GPL-3.0-or-later
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast, toasts, undoLast } from '../src/store/toasts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
    document.body.innerHTML = '';
});

it('takes back what was done last, and nothing else', () => {
    const undone: string[] = [];
    const act = (name: string) => ({ label: name, run: () => undone.push(name) });
    toast('first', { action: act('first'), isUndo: true });
    toast('second', { action: act('second'), isUndo: true });
    toast('sent', { action: act('outbox') });
    undoLast();
    undoLast();
    undoLast();
    expect(undone).toEqual(['second', 'first']);
    expect(toasts.value.map(({ text }) => text)).toEqual(['sent']);
});

it('keeps a toast while the keyboard is at it', () => {
    document.body.innerHTML = '<div class="toaster"><button>Undo</button></div>';
    const button = document.querySelector('button')!;
    const onGone = vi.fn();
    toast('deleted', { onGone });
    button.focus();
    vi.advanceTimersByTime(60_000);
    expect(onGone).not.toHaveBeenCalled();
    button.blur();
    vi.advanceTimersByTime(2_000);
    expect(onGone).toHaveBeenCalledOnce();
});
