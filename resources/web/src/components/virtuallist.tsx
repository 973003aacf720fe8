// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Layout, layoutOf, offsetFor, rangeAt } from './virtuallayout';
import './virtuallist.css';

export interface VirtualListProps {
    count: number;
    /** px; all rows have the same height. */
    rowHeight: number;
    renderRow: (index: number) => ComponentChildren;
    /** A key of the row that does not depend on its position. */
    keyOf: (index: number) => string | number;
    /** Called with the rows in view when they change, and when it is another function: for another list. */
    onRange: (from: number, to: number) => void;
    label: string;
    /** A row that is scrolled into view when this value changes; -1: none. */
    follow?: number;
}

/** Only the rows in view exist, so that a million rows scroll as fast as ten. */
export function VirtualList({ count, rowHeight, renderRow, keyOf, onRange, label, follow = -1 }: VirtualListProps) {
    const ref = useRef<HTMLDivElement>(null);
    const [scrollTop, setScrollTop] = useState(0);
    const [height, setHeight] = useState(0);
    const layout = layoutOf(count, rowHeight, height);
    const range = rangeAt(layout, scrollTop);

    useLayoutEffect(() => {
        const element = ref.current!;
        const observer = new ResizeObserver(() => setHeight(element.clientHeight));
        observer.observe(element);
        setHeight(element.clientHeight);
        return () => observer.disconnect();
    }, []);
    useEffect(() => onRange(range.from, range.to), [range.from, range.to, count, onRange]);
    useEffect(() => {
        if (follow >= 0 && height > 0) bringIntoView(ref.current!, layout, follow);
    }, [follow, height > 0]);

    const rows = [];
    for (let i = range.from; i < range.to; ++i)
        rows.push(
            <li
                key={keyOf(i)}
                class="virtual-row"
                style={{ height: `${rowHeight}px`, transform: `translateY(${offsetFor(layout, i, scrollTop)}px)` }}
                aria-setsize={count}
                aria-posinset={i + 1}
            >
                {renderRow(i)}
            </li>,
        );
    return (
        <div ref={ref} class="virtual-list" role="group" aria-label={label} tabIndex={-1} onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}>
            <ul style={{ height: `${layout.scrollHeight}px` }} aria-label={label}>
                {rows}
            </ul>
        </div>
    );
}

function bringIntoView(element: HTMLElement, layout: Layout, index: number): void {
    const top = offsetFor(layout, index, element.scrollTop);
    const bottom = top + layout.rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}
