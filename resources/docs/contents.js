// SPDX-License-Identifier: GPL-3.0-or-later
// The list beside the page: everything by its tag, or what the search finds.
import { element } from './dom.js';
import { found } from './search.js';

/** @import { Description } from './description.js' */
/** @import { Entry } from './search.js' */

const mostFound = 100;

/**
 * @param {Description} description
 * @param {Entry[]} entries
 * @returns {HTMLElement[]}
 */
export function allContents(description, entries) {
    const groups = description.groups.map((group) => {
        const own = entries.filter((entry) => entry.method && entry.group === group.title);
        return section(group.title, `#${group.id}`, own);
    });
    const more = [link('#overview', 'Overview'), link('#errors', 'Errors'), link('#schemas', 'Schemas')];
    return [element('ul', {}, more[0]), ...groups, element('ul', {}, more[1], more[2])];
}

/**
 * @param {Entry[]} entries
 * @param {string} query
 * @returns {{ elements: HTMLElement[], count: number }}
 */
export function foundContents(entries, query) {
    const hits = found(entries, query);
    if (hits.length === 0) return { elements: [element('p', { class: 'none' }, `Nothing found for “${query}”.`)], count: 0 };
    const list = element('ul', { class: 'found' }, ...hits.slice(0, mostFound).map(entryLink));
    return { elements: [list], count: hits.length };
}

/**
 * @param {string} title
 * @param {string} href
 * @param {Entry[]} entries
 */
function section(title, href, entries) {
    return element('section', {}, element('h2', {}, element('a', { href }, title)), element('ul', {}, ...entries.map(entryLink)));
}

/** @param {Entry} entry */
function entryLink(entry) {
    const method = entry.method ? element('span', { class: `method small ${entry.method.toLowerCase()}` }, entry.method) : null;
    const label = element('span', { class: 'label' }, entry.method ? entry.text : entry.label);
    const under = element('span', { class: 'under' }, entry.method ? entry.label : entry.text.replaceAll('`', ''));
    return element('li', {}, element('a', { href: `#${entry.id}` }, method, element('span', { class: 'two' }, label, under)));
}

/**
 * @param {string} href
 * @param {string} text
 */
function link(href, text) {
    return element('li', {}, element('a', { href }, element('span', { class: 'label' }, text)));
}
