// SPDX-License-Identifier: GPL-3.0-or-later
// The focused element may disappear: its row is deleted, its button is disabled, or its view is left. The browser
// then drops the focus, and the Tab key starts again at the top of the page. So this file moves the focus to the
// element that has taken the place.

const pause = 60; // ms; code that removes an element may move the focus itself
const patience = 400; // ms; an element may be disabled only during a request
const focusable =
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable=true], [tabindex]:not([tabindex="-1"], .frame-stop)';

/** The position of an element: its ancestors, the nearest first, and the index of the way to it in each of them. */
interface Spot {
    element: HTMLElement;
    around: { parent: Element; index: number }[];
}

let spot: Spot | null = null;
let before: Spot | null = null; // where the focus was before it went to a toast
let timer = 0;
let lostAt = 0; // when the focused element was found to be disabled

/** Starts to watch the focus, as long as the page exists. */
export function keepFocus(): void {
    document.addEventListener('focusin', ({ target }) => take(target as HTMLElement));
    document.addEventListener('pointerdown', () => {
        spot = null; // a click beside all controls removes the focus on purpose
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
    if (spot.element.isConnected) spot = spotOf(spot.element); // rows before it may have been added or removed
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

/** The element at the same place now, else the nearest one; the view itself if all of it is new. */
function heirOf({ element, around }: Spot): HTMLElement | null {
    const main = document.querySelector<HTMLElement>('main');
    for (let level = 0; level < around.length; ++level) {
        const { parent, index } = around[level]!;
        if (!parent.isConnected) continue;
        if (parent === main || !main?.contains(parent)) break;
        // The row may only be scrolled out of view, so the list itself takes the focus and does not scroll.
        const list = parent.closest<HTMLElement>('.virtual-list');
        if (list) return list;
        const same = level > 0 ? atPath(parent, around.slice(0, level + 1)) : null;
        if (same && isUsable(same) && same.tagName === element.tagName && same.className === element.className) return same;
        const found = nearest(parent, index);
        if (found) return found;
    }
    return main?.hasAttribute('tabindex') ? main : (main ?? document).querySelector<HTMLElement>(focusable);
}

/** The element that is reached from `top` by the same indexes. */
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
