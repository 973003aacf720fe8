// SPDX-License-Identifier: GPL-3.0-or-later
let wanted: number | null = null;

/** The mail is opened with a key: its reader takes the focus when it is shown. */
export function readNext(id: number, isOpened = false): void {
    wanted = isOpened ? null : id;
    if (isOpened) document.querySelector<HTMLElement>('.reader h1')?.focus();
}

/** Whether the reader of this mail takes the focus; resets that. */
export function isReadNext(id: number): boolean {
    const isIt = wanted === id;
    wanted = null;
    return isIt;
}
