// SPDX-License-Identifier: GPL-3.0-or-later
import { Observable } from './observable';

/** Where the page is: the path in parts, and the query. */
export interface Place {
    path: string;
    parts: string[];
    query: URLSearchParams;
}

export const place = new Observable<Place>(read());

/** Functions that may prevent that a place is left, e.g. because something is not saved yet. */
const guards = new Set<() => boolean>();

/** Number of the client's places before this one in the history. Shows the direction of Back and Forward. */
let depth = depthOf(history.state);
let isReturning = false;

/** Goes to an address of the client. `replace`: the back button does not return to the present address. */
export function go(address: string, options: { replace?: boolean } = {}): void {
    if (address === location.pathname + location.search) return;
    if (!mayLeave()) return;
    if (options.replace) history.replaceState({ ...history.state, depth }, '', address);
    else history.pushState({ depth: ++depth }, '', address);
    place.set(read());
}

/** Calls `isFree` before another place is shown; false prevents it. Returns a function that stops this. */
export function guard(isFree: () => boolean): () => void {
    guards.add(isFree);
    return () => guards.delete(isFree);
}

/** Follows a link of the client without loading the page; with a modifier key the browser handles the click. */
export function followLink(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a[href^="/"]');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented) return;
    if (link.hasAttribute('download') || link.getAttribute('target') || link.getAttribute('href')!.startsWith('/api/'))
        return;
    event.preventDefault();
    go(link.getAttribute('href')!);
}

/** Moves the focus to the view. */
export function focusView(): void {
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

function mayLeave(): boolean {
    return [...guards].every((isFree) => isFree());
}

function depthOf(state: unknown): number {
    return (state as { depth?: number } | null)?.depth ?? 0;
}

/** The browser's back and forward buttons change the address first; a refusal changes it back. */
function goneByBrowser(event: PopStateEvent): void {
    if (isReturning) {
        isReturning = false;
        return;
    }
    const to = depthOf(event.state);
    if (to !== depth && !mayLeave()) {
        isReturning = true;
        history.go(depth - to);
        return;
    }
    depth = to;
    place.set(read());
}

function read(): Place {
    const parts = location.pathname.split('/').filter(Boolean).map(decoded);
    return { path: location.pathname, parts, query: new URLSearchParams(location.search) };
}

function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

addEventListener('popstate', goneByBrowser);
