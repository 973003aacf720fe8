// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of fields and parameters: name, type, limits, what it is, and the fields inside on demand.
import { element } from './dom.js';
import { inline } from './markdown.js';
import { holderOf, limitsOf, typeOf } from './schema.js';

/** @import { Description, Json } from './description.js' */

/** A mark for what goes beyond the basic interface. */
export function extensionMark() {
    return element('span', { class: 'mark', title: 'Beyond the basic interface' }, 'extension');
}

/**
 * The type of a schema; a name leads to its description.
 *
 * @param {Json} schema
 */
export function typeText(schema) {
    const { text, schema: name, after } = typeOf(schema);
    const link = name ? element('a', { href: `#schema-${name}` }, name) : null;
    return element('span', { class: 'type' }, text, link, after);
}

/**
 * @param {Description} description
 * @param {Json} schema an object, a list of objects, or a reference to one
 * @returns {HTMLElement | null} null: it has no fields
 */
export function fieldList(description, schema) {
    const holder = holderOf(description, schema);
    const fields = Object.entries(holder.properties ?? {});
    if (fields.length === 0) return null;
    const required = new Set(holder.required ?? []);
    return element('ul', { class: 'fields' }, ...fields.map(([name, field]) => fieldRow(description, name, field, required.has(name))));
}

/**
 * @param {Description} description
 * @param {string} name
 * @param {Json} field
 * @param {boolean} isRequired
 */
function fieldRow(description, name, field, isRequired) {
    const resolved = description.resolved(field);
    const row = entryRow(name, field, resolved, isRequired);
    if (holderOf(description, field).properties) row.append(inner(description, name, field));
    return row;
}

/**
 * The fields inside of a field; made when they are opened, because a schema may hold itself.
 *
 * @param {Description} description
 * @param {string} name
 * @param {Json} field
 */
function inner(description, name, field) {
    const details = element('details', {}, element('summary', {}, `Fields of ${name}`));
    details.addEventListener('toggle', () => {
        if (details.open && details.childElementCount === 1) details.append(fieldList(description, field) ?? '');
    });
    return details;
}

/**
 * @param {string} name
 * @param {Json} shown whose type is shown
 * @param {Json} schema with limits and description
 * @param {boolean} isRequired
 * @param {string} [place] of a parameter: path, query, header
 */
export function entryRow(name, shown, schema, isRequired, place) {
    const head = element(
        'div',
        { class: 'field-head' },
        element('code', { class: 'name' }, name),
        typeText(shown),
        place ? element('span', { class: 'place' }, place) : null,
        isRequired ? element('span', { class: 'required' }, 'required') : null,
        shown['x-extension'] ? extensionMark() : null,
    );
    const limits = limitsOf(schema).join(' · ');
    return element(
        'li',
        {},
        head,
        schema.description ? element('div', {}, ...inline(schema.description)) : null,
        limits ? element('div', { class: 'limits' }, limits) : null,
    );
}
