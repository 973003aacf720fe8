// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useRef } from 'preact/hooks';

const tries = 20; // animation frames; a row that is scrolled to exists a little later

/** Moves the focus to rows of the list, and back to a row when its mail is left. */
export function useRowFocus(pane: { current: HTMLElement | null }, opened: number | null, atCursor: number | null) {
    const before = useRef(opened);
    // At once if possible, because the next key may follow quickly, and Enter acts on the focused element.
    const goTo = (id: number, left = tries) => {
        const link = pane.current?.querySelector<HTMLElement>(`.mail-row[data-mail="${id}"] .mail-link`);
        if (link?.checkVisibility()) link.focus({ preventScroll: true });
        else if (left > 0 && pane.current) requestAnimationFrame(() => goTo(id, left - 1));
    };
    useLayoutEffect(() => {
        const wasOpen = before.current !== null;
        before.current = opened;
        if (wasOpen && opened === null && atCursor !== null && isFree()) goTo(atCursor);
    }, [opened]);
    return { goTo: (id: number) => goTo(id), isInReader: () => !!document.activeElement?.closest('.reader-pane') };
}

/** Whether the focus may be moved: it is on no element, on one that is gone, or inside this view. */
function isFree(): boolean {
    const at = document.activeElement;
    return !at || at === document.body || !at.isConnected || !!at.closest('.mails') || !at.checkVisibility();
}
