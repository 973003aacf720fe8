// SPDX-License-Identifier: GPL-3.0-or-later
// What the search of the page finds, and in which order.
import { fieldNames } from './schema.js';

/** @import { Description, Operation } from './description.js' */

/**
 * @typedef {object} Entry
 * @property {string} id where the page shows it
 * @property {string} group
 * @property {string} label
 * @property {string} text what stands beside it
 * @property {string} method of an operation, else ""
 * @property {string} near lower case: names, which count most
 * @property {string} far lower case: everything else
 */

/**
 * @param {Description} description
 * @returns {Entry[]}
 */
export function entriesOf(description) {
    const operations = description.operations.map((operation) => operationEntry(description, operation));
    const events = description.operations
        .flatMap((operation) => Object.entries(operation.node['x-events'] ?? {}))
        .map(([name, event]) => entry(`event-${name}`, 'Events', name, event.when, ''));
    const errors = description.errors.map((row) => entry(`error-${row.code}`, 'Errors', `${row.code} ${row.error}`, row.when, ''));
    const schemas = description.schemas.map(([name, schema]) =>
        entry(`schema-${name}`, 'Schemas', name, schema.description ?? '', fieldNames(description, schema).join(' ')),
    );
    return [...operations, ...events, ...errors, ...schemas];
}

/**
 * @param {Description} description
 * @param {Operation} operation
 * @returns {Entry}
 */
function operationEntry(description, operation) {
    const { node } = operation;
    const parameters = (node.parameters ?? []).map((/** @type {any} */ one) => `${one.name} ${one.description ?? ''}`);
    const bodies = Object.values(node.requestBody?.content ?? {}).flatMap((one) => fieldNames(description, /** @type {any} */ (one).schema));
    const more = [node.description ?? '', ...parameters, ...bodies].join(' ');
    const made = entry(operation.id, operation.tag, operation.path, node.summary, more);
    const method = operation.isCall ? 'CALL' : operation.method;
    return { ...made, method, near: `${made.near} ${method} ${operation.id} ${node.summary}`.toLowerCase() };
}

/**
 * @param {string} id
 * @param {string} group
 * @param {string} label
 * @param {string} text
 * @param {string} more
 * @returns {Entry}
 */
function entry(id, group, label, text, more) {
    return { id, group, label, text, method: '', near: label.toLowerCase(), far: `${group} ${text} ${more}`.toLowerCase() };
}

/**
 * Entries in which each word occurs, those first that have them in their names.
 *
 * @param {Entry[]} entries
 * @param {string} query
 * @returns {Entry[]}
 */
export function found(entries, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const rank = (/** @type {Entry} */ one) => words.filter((word) => one.near.includes(word)).length;
    return entries
        .filter((one) => words.every((word) => one.near.includes(word) || one.far.includes(word)))
        .map((one, place) => ({ one, place, rank: rank(one) }))
        .sort((a, b) => b.rank - a.rank || a.place - b.place)
        .map(({ one }) => one);
}
