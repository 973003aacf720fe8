// SPDX-License-Identifier: GPL-3.0-or-later
// What a schema says, in the words of the page.

/** @import { Description, Json } from './description.js' */

/**
 * @typedef {object} Type
 * @property {string} text such as "array of "
 * @property {string} schema name of the schema that follows, or ""
 * @property {string} after such as " or null"
 */

/**
 * @param {Json} schema
 * @returns {Type}
 */
export function typeOf(schema) {
    if (schema.$ref) return { text: '', schema: schema.$ref.split('/').pop() ?? '', after: '' };
    const choices = (schema.oneOf ?? schema.anyOf ?? []).map(typeOf);
    if (choices.length > 0) return joined(choices);
    if (schema.allOf) return typeOf(schema.allOf[0]);
    const types = [schema.type ?? (schema.enum || 'const' in schema ? kindsOf(schema.enum ?? [schema.const]) : 'any')].flat();
    if (types.includes('array') && schema.items) {
        const { text, schema: name, after } = typeOf(schema.items);
        const others = types.filter((type) => type !== 'array').map((type) => ` or ${type}`);
        return { text: `array of ${text}`, schema: name, after: after + others.join('') };
    }
    return { text: types.join(' or '), schema: '', after: '' };
}

/** @param {unknown[]} values */
function kindsOf(values) {
    return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}

/**
 * @param {Type[]} choices
 * @returns {Type}
 */
function joined(choices) {
    const named = choices.find((choice) => choice.schema);
    const others = choices.filter((choice) => choice !== named).map(({ text, schema, after }) => text + schema + after);
    if (!named) return { text: others.join(' or '), schema: '', after: '' };
    return { ...named, after: named.after + others.map((other) => ` or ${other}`).join('') };
}

/**
 * Limits of a value: length, range, allowed values, default.
 *
 * @param {Json} schema
 * @returns {string[]}
 */
export function limitsOf(schema) {
    const items = schema.items ?? {};
    /** @type {[boolean, string][]} */
    const rows = [
        ['const' in schema, `always ${JSON.stringify(schema.const)}`],
        [Boolean(schema.enum ?? items.enum), `one of ${(schema.enum ?? items.enum ?? []).map((/** @type {unknown} */ one) => JSON.stringify(one)).join(', ')}`],
        ['default' in schema, `default ${JSON.stringify(schema.default)}`],
        ['minimum' in schema, `at least ${schema.minimum}`],
        ['maximum' in schema && schema.maximum < Number.MAX_SAFE_INTEGER, `at most ${schema.maximum}`],
        [schema.minLength > 1, `at least ${schema.minLength} characters`],
        ['maxLength' in schema, `at most ${schema.maxLength} characters`],
        [schema.minItems > 0, `at least ${schema.minItems} items`],
        ['maxItems' in schema, `at most ${schema.maxItems} items`],
        ['pattern' in schema, `matches ${schema.pattern}`],
        [schema.writeOnly === true, 'never in answers'],
    ];
    return rows.filter(([holds]) => holds).map(([, text]) => text);
}

/**
 * The schema with the fields: that of a list is its items'.
 *
 * @param {Description} description
 * @param {Json} schema
 * @returns {Json}
 */
export function holderOf(description, schema) {
    const found = description.resolved(schema);
    if (found.properties) return found;
    const choice = (found.oneOf ?? found.anyOf ?? []).find((/** @type {Json} */ one) => one.type !== 'null');
    if (choice) return holderOf(description, choice);
    if (found.allOf) return allOf(description, found.allOf);
    return found.items ? holderOf(description, found.items) : found;
}

/**
 * @param {Description} description
 * @param {Json[]} parts
 * @returns {Json}
 */
function allOf(description, parts) {
    const holders = parts.map((part) => holderOf(description, part));
    return {
        properties: Object.assign({}, ...holders.map((holder) => holder.properties)),
        required: holders.flatMap((holder) => holder.required ?? []),
    };
}

/**
 * Names of all fields below a schema, for the search.
 *
 * @param {Description} description
 * @param {Json | undefined} schema
 * @param {Set<unknown>} [seen]
 * @returns {string[]}
 */
export function fieldNames(description, schema, seen = new Set()) {
    if (!schema) return [];
    const holder = holderOf(description, schema);
    const fields = holder.properties ?? {};
    if (seen.has(fields)) return [];
    seen.add(fields);
    return Object.entries(fields).flatMap(([name, field]) => [name, ...fieldNames(description, field, seen)]);
}
