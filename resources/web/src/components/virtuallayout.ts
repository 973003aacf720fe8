// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of the rows of a virtual list. Browsers allow no element higher than about 17 million pixels,
// so the rows of a longer list move faster than its scroll bar.

const highest = 12_000_000; // px
const around = 6; // rows that exist above and below the view

export interface Layout {
    count: number;
    rowHeight: number;
    viewHeight: number;
    /** The height that the scroll bar represents. */
    scrollHeight: number;
    /** Pixels of rows for a pixel of the scroll bar; 1 except in huge lists. */
    scale: number;
}

export function layoutOf(count: number, rowHeight: number, viewHeight: number): Layout {
    const full = count * rowHeight;
    const scrollHeight = Math.min(full, highest);
    const scale = full > highest ? (full - viewHeight) / (highest - viewHeight) : 1;
    return { count, rowHeight, viewHeight, scrollHeight, scale };
}

/** The rows from..to (without `to`) that exist at this place of the scroll bar. */
export function rangeAt(layout: Layout, scrollTop: number): { from: number; to: number } {
    const top = scrollTop * layout.scale;
    const from = Math.max(0, Math.floor(top / layout.rowHeight) - around);
    const to = Math.ceil((top + layout.viewHeight) / layout.rowHeight) + around;
    return { from: Math.min(from, layout.count), to: Math.min(to, layout.count) };
}

/** The position of a row inside the element that scrolls. */
export function offsetFor(layout: Layout, index: number, scrollTop: number): number {
    return index * layout.rowHeight - scrollTop * (layout.scale - 1);
}
