// SPDX-License-Identifier: GPL-3.0-or-later
import { Observable } from '../observable';

/** The selected mails, for the next action. */
export const selection = new Observable<ReadonlySet<number>>(new Set());

let anchor: number | null = null; // where a range begins

export function toggle(id: number): void {
    anchor = id;
    selection.update((chosen) => {
        const next = new Set(chosen);
        if (!next.delete(id)) next.add(id);
        return next;
    });
}

/** Selects all mails from the last selected one to this one, in the order of the list. */
export function selectTo(id: number, order: number[]): void {
    const from = anchor === null ? -1 : order.indexOf(anchor);
    const to = order.indexOf(id);
    if (from < 0 || to < 0) return toggle(id);
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    selection.update((chosen) => new Set([...chosen, ...range]));
}

export function selectAll(ids: number[]): void {
    selection.set(new Set(ids));
}

export function selectNone(): void {
    anchor = null;
    if (selection.value.size > 0) selection.set(new Set());
}
