// SPDX-License-Identifier: GPL-3.0-or-later
// Places in a template. Positions are UTF-16 units from the beginning, as in the REST interface.
import type { ApiFailure } from '../../api/failure';

/** Both from 1. */
export interface Spot {
    line: number;
    column: number;
}

export interface Fault {
    position: number;
    reason: string;
}

export type Kind = 'plain' | 'variable' | 'unknown' | 'fault';

/** A part of the template with one appearance. */
export interface Piece {
    text: string;
    kind: Kind;
}

export function spotOf(text: string, position: number): Spot {
    const before = text.slice(0, position);
    const line = before.split('\n').length;
    return { line, column: position - before.lastIndexOf('\n') };
}

/** Where the service found an error in the template; null: the failure has another reason. */
export function faultOf(failure: ApiFailure): Fault | null {
    const detail = failure.details.find(({ field }) => field === 'bodyTemplate');
    if (!detail) return null;
    const found = /^at position (\d+): (.*)$/s.exec(detail.reason);
    if (typeof detail.position === 'number') return { position: detail.position, reason: found?.[2] ?? detail.reason };
    return found ? { position: Number(found[1]), reason: found[2]! } : { position: 0, reason: detail.reason };
}

/** The template in pieces: its variables, those at the positions `unknown`, and the error. */
export function piecesOf(text: string, unknown: readonly number[], fault: number | null): Piece[] {
    const pieces: Piece[] = [];
    let plain = 0;
    const add = (from: number, to: number, kind: Kind) => {
        if (from > plain) pieces.push({ text: text.slice(plain, from), kind: 'plain' });
        if (to > from) pieces.push({ text: text.slice(from, to), kind });
        plain = to;
    };
    for (const { 0: found, index } of text.matchAll(/\\\{\{|\{\{[^]*?(?:\}\}|$)/g)) {
        if (fault !== null && fault >= plain && fault < index) add(fault, lineEnd(text, fault, index), 'fault');
        if (found === '\\{{') continue; // literal braces
        const kind = fault === index ? 'fault' : unknown.includes(index) ? 'unknown' : 'variable';
        add(index, kind === 'fault' ? lineEnd(text, index, index + found.length) : index + found.length, kind);
    }
    if (fault !== null && fault >= plain && fault < text.length) add(fault, lineEnd(text, fault, text.length), 'fault');
    add(text.length, text.length, 'plain');
    return pieces;
}

function lineEnd(text: string, from: number, most: number): number {
    const end = text.indexOf('\n', from);
    return end < 0 ? most : Math.min(Math.max(end, from + 1), most);
}

/** The kind of a fault, if the text shows it; null: only the service's text describes it. */
export function faultKindOf(text: string, { position }: Fault): 'unclosed' | 'path' | 'many' | null {
    if (!text.startsWith('{{', position)) return null;
    const end = text.indexOf('}}', position + 2);
    if (end < 0) return 'unclosed';
    const isPath = /^[\w.-]+$/.test(text.slice(position + 2, end).trim());
    return isPath ? 'many' : 'path';
}
