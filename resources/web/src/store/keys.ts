// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The actions of keys, by the names of KeyboardEvent.key, e.g. 'j', '?', 'Enter'. */
export type Keys = Record<string, (event: KeyboardEvent) => void>;

const layers: { current: Keys }[] = []; // the newest first: a view's keys have priority over those of the page

/** Handles the keys of a component while it is shown, except during typing and in dialogs. */
export function useKeys(keys: Keys): void {
    // The actions of the newest rendering, so that a quick second key does not use the state before the first one.
    const layer = useRef(keys);
    layer.current = keys;
    useLayoutEffect(() => {
        layers.unshift(layer);
        return () => void layers.splice(layers.indexOf(layer), 1);
    }, []);
}

function isTyping(target: EventTarget | null): boolean {
    const element = target as HTMLElement | null;
    if (!element?.closest) return false;
    if (element.closest('dialog[open], [role=menu], [contenteditable=true], textarea, select')) return true;
    const input = element.closest('input');
    return !!input && !['checkbox', 'radio', 'button'].includes(input.type);
}

addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    // Enter and Space belong to the button or link that has the focus.
    const isOnControl = !!(event.target as Element).closest?.('button, a[href], summary, [role=option] input');
    if (isOnControl && (event.key === 'Enter' || event.key === ' ')) return;
    for (const layer of layers) {
        const action = layer.current[event.key];
        if (!action) continue;
        event.preventDefault();
        action(event);
        return;
    }
});
