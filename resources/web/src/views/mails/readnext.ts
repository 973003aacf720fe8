// SPDX-License-Identifier: GPL-3.0-or-later
let wanted: number | null = null;

/** Whoever opens this mail by a key goes into it: its reader takes the keyboard when it is shown. */
export function readNext(id: number, isOpened = false): void {
    wanted = isOpened ? null : id;
    if (isOpened) document.querySelector<HTMLElement>('.reader h1')?.focus();
}

/** Whether the keyboard goes to this mail; once. */
export function isReadNext(id: number): boolean {
    const isIt = wanted === id;
    wanted = null;
    return isIt;
}
