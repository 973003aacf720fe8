// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import './marked.css';

/** A part of a text, in UTF-16 code units. */
export interface Span {
    start: number;
    length: number;
}

/** A text with some of its parts marked. `spans` are in the order of the text; what is beyond its end is left out. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] | undefined }) {
    if (!spans?.length) return <>{text}</>;
    const parts: ComponentChildren[] = [];
    let at = 0;
    for (const { start, length } of spans) {
        const begin = Math.max(at, start);
        const end = Math.min(text.length, start + length);
        if (begin >= end) continue;
        parts.push(text.slice(at, begin), <mark>{text.slice(begin, end)}</mark>);
        at = end;
    }
    return <>{[...parts, text.slice(at)]}</>;
}
