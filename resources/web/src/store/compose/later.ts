// SPDX-License-Identifier: GPL-3.0-or-later
import { texts } from '../../i18n';
import { toast } from '../toasts';

/** Work that runs when its toast disappears, or at once when the page is hidden or closed. */
const waiting = new Set<() => void>();

export interface LaterOptions {
    /** Called instead of `run` if the person takes the action back. */
    undo: () => void;
    /** `isClosing`: the page may be closed at once. */
    run: (isClosing: boolean) => void;
    ms?: number;
}

/** Reports an action as done, and carries it out some seconds later, unless the person takes it back. */
export function doLater(text: string, { undo, run, ms }: LaterOptions): void {
    let isTakenBack = false;
    let isClosing = false;
    const closing = () => {
        isClosing = true;
        away();
    };
    const takeBack = () => {
        isTakenBack = true;
        undo();
    };
    const gone = () => {
        waiting.delete(closing);
        if (!isTakenBack) run(isClosing);
    };
    waiting.add(closing);
    const away = toast(text, { action: { label: texts().common.undo, run: takeBack }, isUndo: true, onGone: gone, ...(ms && { ms }) });
}

export function doAllNow(): void {
    for (const closing of [...waiting]) closing();
}

addEventListener('pagehide', doAllNow);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && doAllNow());
