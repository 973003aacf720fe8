// SPDX-License-Identifier: GPL-3.0-or-later
// What has the focus may go: its row is deleted, its button is disabled, its view is left. The browser then gives
// the focus to nothing, and the Tab key begins again at the start of the page. Here it goes to what stands in its place.

const pause = 60; // ms; whoever takes something away may move the focus itself
const patience = 400; // ms; what is disabled for the time of a request is waited for
const focusable =
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable=true], [tabindex]:not([tabindex="-1"], .frame-stop)';

/** Where an element stands: the elements around it, the nearest first, and its place among the children of each. */
interface Spot {
    element: HTMLElement;
    around: { parent: Element; index: number }[];
}

let spot: Spot | null = null;
let before: Spot | null = null; // where the focus was before it went to a toast
let timer = 0;
let lostAt = 0; // since when what is disabled has been so

/** Begins to look after the focus of the page; for the whole life of the page. */
export function keepFocus(): void {
    document.addEventListener('focusin', ({ target }) => take(target as HTMLElement));
    document.addEventListener('pointerdown', () => {
        spot = null; // a click beside everything takes the focus away on purpose
    });
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'class', 'inert'] });
}

function take(element: HTMLElement): void {
    lostAt = 0;
    if (element.closest('.toaster') && !spot?.element.closest('.toaster')) before = spot;
    spot = spotOf(element);
}

function look(): void {
    if (!spot) return;
    if (spot.element.isConnected) spot = spotOf(spot.element); // rows before it may have come or gone
    if (before?.element.isConnected) before = spotOf(before.element);
    timer ||= window.setTimeout(check, pause);
}

function check(): void {
    timer = 0;
    if (!isLost()) lostAt = 0;
    else if (spot!.element.matches(':disabled') && Date.now() - (lostAt ||= Date.now()) < patience) timer = window.setTimeout(check, pause);
    else mend();
}

function isLost(): boolean {
    const { activeElement } = document;
    const isNowhere = !activeElement || activeElement === document.body;
    return !!spot && (isNowhere || activeElement === spot.element) && !isUsable(spot.element);
}

function mend(): void {
    if (!spot) return;
    const wasToast = spot.around.some(({ parent }) => parent.classList.contains('toaster'));
    const lost = wasToast && before ? before : spot;
    (isUsable(lost.element) ? lost.element : heirOf(lost))?.focus();
}

function spotOf(element: HTMLElement): Spot {
    const around: Spot['around'] = [];
    for (let child: Element = element; child.parentElement; child = child.parentElement)
        around.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
    return { element, around };
}

/** What has the same place now, else what is nearest to it; the view itself where all of it is new. */
function heirOf({ element, around }: Spot): HTMLElement | null {
    const main = document.querySelector<HTMLElement>('main');
    for (let level = 0; level < around.length; ++level) {
        const { parent, index } = around[level]!;
        if (!parent.isConnected) continue;
        if (parent === main || !main?.contains(parent)) break;
        // A row that is scrolled away is no more either: the list stays where it is.
        const list = parent.closest<HTMLElement>('.virtual-list');
        if (list) return list;
        const same = level > 0 ? atPath(parent, around.slice(0, level + 1)) : null;
        if (same && isUsable(same) && same.tagName === element.tagName && same.className === element.className) return same;
        const found = nearest(parent, index);
        if (found) return found;
    }
    return main?.hasAttribute('tabindex') ? main : (main ?? document).querySelector<HTMLElement>(focusable);
}

/** The element at the same places inside of this one. */
function atPath(top: Element, path: Spot['around']): HTMLElement | null {
    let element: Element = top;
    for (const { index } of [...path].reverse()) {
        const next: Element | undefined = element.children[index];
        if (!next) return null;
        element = next;
    }
    return element as HTMLElement;
}

/** The first usable element from this child on, else the last one before it. */
function nearest(parent: Element, index: number): HTMLElement | null {
    const inside = (child: Element) => [child, ...child.querySelectorAll(focusable)].filter((one) => one.matches(focusable) && isUsable(one));
    const children = [...parent.children];
    const after = children.slice(index).flatMap(inside)[0];
    return (after ?? children.slice(0, index).flatMap(inside).at(-1) ?? null) as HTMLElement | null;
}

function isUsable(element: Element): boolean {
    return element.isConnected && !element.matches(':disabled') && !element.closest('[inert]') && element.checkVisibility({ visibilityProperty: true });
}
