// SPDX-License-Identifier: GPL-3.0-or-later
import { Observable } from './observable';

export interface Toast {
    id: number;
    text: string;
    isFailure: boolean;
    action?: { label: string; run: () => void };
    /** The action undoes the reported change. */
    isUndo: boolean;
}

export const toasts = new Observable<Toast[]>([]);

let next = 1;
const shownFor = 6000; // ms; also how long a deletion may be taken back

export interface ToastOptions {
    isFailure?: boolean;
    action?: Toast['action'];
    isUndo?: boolean;
    /** Called when the toast disappears, for any reason. */
    onGone?: () => void;
    ms?: number;
}

/** While a toast has the focus, none of them disappears by itself. */
function isHeld(): boolean {
    return !!document.activeElement?.closest('.toaster');
}

/** Undoes the last change, if that is still possible. */
export function undoLast(): void {
    toasts.value.findLast(({ isUndo }) => isUndo)?.action?.run();
}

/** Shows a message for some seconds. Returns a function that removes it. */
export function toast(text: string, options: ToastOptions = {}): () => void {
    const id = next++;
    let isThere = true;
    const away = () => {
        if (!isThere) return;
        isThere = false;
        clearTimeout(timer);
        toasts.update((all) => all.filter((one) => one.id !== id));
        options.onGone?.();
    };
    const expire = () => {
        if (isHeld()) timer = setTimeout(expire, 1000);
        else away();
    };
    let timer = setTimeout(expire, options.ms ?? shownFor);
    const action = options.action && {
        label: options.action.label,
        run: () => {
            options.action!.run();
            away();
        },
    };
    const shown: Toast = { id, text, isFailure: options.isFailure ?? false, isUndo: options.isUndo ?? false, ...(action && { action }) };
    toasts.update((all) => [...all.slice(-2), shown]);
    return away;
}
