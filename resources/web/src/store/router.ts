// SPDX-License-Identifier: GPL-3.0-or-later
import { Observable } from './observable';

/** Where the page is: the path in parts, and the query. */
export interface Place {
    path: string;
    parts: string[];
    query: URLSearchParams;
}

export const place = new Observable<Place>(read());

/** What asks before a place is left, e.g. because something is not saved yet. */
const guards = new Set<() => boolean>();

/** How many places of ours lie behind this one: the browser does not say which way its buttons went. */
let depth = depthOf(history.state);
let isReturning = false;

/** Goes to an address of ours. `replace`: the back button does not come here again. */
export function go(address: string, options: { replace?: boolean } = {}): void {
    if (address === location.pathname + location.search) return;
    if (!mayLeave()) return;
    if (options.replace) history.replaceState({ ...history.state, depth }, '', address);
    else history.pushState({ depth: ++depth }, '', address);
    place.set(read());
}

/** `isFree` is asked before another place is shown; returns how to stop that. */
export function guard(isFree: () => boolean): () => void {
    guards.add(isFree);
    return () => guards.delete(isFree);
}

/** A click on a link of ours stays in the page; with a modifier key it is the browser's. */
export function followLink(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a[href^="/"]');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented) return;
    if (link.hasAttribute('download') || link.getAttribute('target') || link.getAttribute('href')!.startsWith('/api/'))
        return;
    event.preventDefault();
    go(link.getAttribute('href')!);
}

/** Gives the keyboard to the view, whatever it shows. */
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
