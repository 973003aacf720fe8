// SPDX-License-Identifier: GPL-3.0-or-later
// The few marks of CommonMark that the description uses: paragraphs, lists, `code`, **strong**, links.
import { element } from './dom.js';

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https?:\/\/[^)\s]+|#[^)\s]+)\)/g;

/**
 * One line or paragraph.
 *
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function inline(text) {
    const parts = [];
    let end = 0;
    for (const found of text.matchAll(marks)) {
        parts.push(text.slice(end, found.index));
        end = found.index + found[0].length;
        if (found[1] !== undefined) parts.push(element('code', {}, found[1]));
        else if (found[2] !== undefined) parts.push(element('strong', {}, ...inline(found[2])));
        else parts.push(element('a', { href: found[4] ?? '' }, ...inline(found[3] ?? '')));
    }
    parts.push(text.slice(end));
    return parts.filter((part) => part !== '');
}

/**
 * @param {string} text
 * @returns {HTMLElement[]} one element for each paragraph or list
 */
export function blocks(text) {
    return text
        .split(/\n{2,}/)
        .filter((block) => block.trim())
        .map((block) => {
            const lines = block.split('\n');
            if (!lines.every((line) => /^[-*] /.test(line))) return element('p', {}, ...inline(block));
            return element('ul', {}, ...lines.map((line) => element('li', {}, ...inline(line.slice(2)))));
        });
}
