// SPDX-License-Identifier: GPL-3.0-or-later
// The page in the middle: overview, operations by tag, errors, schemas.
import { codeBlock, element } from './dom.js';
import { fieldList, typeText } from './fields.js';
import { blocks, inline } from './markdown.js';
import { folded, operationView } from './operation.js';
import { limitsOf } from './schema.js';

/** @import { Description, Group, Json } from './description.js' */

/**
 * @param {Description} description
 * @returns {HTMLElement[]}
 */
export function pageOf(description) {
    return [
        overview(description),
        ...description.groups.map((group) => groupView(description, group)),
        errorsView(description),
        schemasView(description),
    ];
}

/** @param {Description} description */
function overview({ document: { info, servers }, operations }) {
    const count = operations.filter((operation) => !operation.isCall).length;
    const facts = `Version ${info.version} · ${count} operations at ${servers[0].url} · ${info.license.name}`;
    return element(
        'section',
        { id: 'overview', tabindex: '-1' },
        element('h1', {}, `${info.title} API`),
        element('p', { class: 'facts' }, facts),
        ...blocks(info.description),
    );
}

/**
 * @param {Description} description
 * @param {Group} group
 */
function groupView(description, group) {
    const operations = group.operations.map((operation) => operationView(description, operation));
    return element(
        'section',
        { id: group.id, class: 'group', tabindex: '-1' },
        element('h2', {}, group.title),
        ...blocks(group.text),
        ...operations,
    );
}

/** @param {Description} description */
function errorsView(description) {
    const rows = description.errors.map((row) =>
        element(
            'li',
            { id: `error-${row.code}`, tabindex: '-1' },
            element(
                'div',
                { class: 'field-head' },
                element('code', { class: 'name' }, String(row.code)),
                element('code', {}, row.error),
                element('span', { class: 'place' }, `HTTP ${row.status}`),
            ),
            element('div', {}, ...inline(row.when)),
        ),
    );
    return element(
        'section',
        { id: 'errors', class: 'group', tabindex: '-1' },
        element('h2', {}, 'Errors'),
        element('p', {}, 'The body of each failure is the schema ', element('a', { href: '#schema-Error' }, 'Error'), '.'),
        element('ul', { class: 'fields' }, ...rows),
    );
}

/** @param {Description} description */
function schemasView(description) {
    const schemas = description.schemas.map(([name, schema]) => schemaView(description, name, schema));
    return element('section', { id: 'schemas', class: 'group', tabindex: '-1' }, element('h2', {}, 'Schemas'), ...schemas);
}

/**
 * @param {Description} description
 * @param {string} name
 * @param {Json} schema
 */
function schemaView(description, name, schema) {
    const text = (schema.description ?? '').split(/(?<=\.) /)[0] ?? '';
    const head = [element('span', { class: 'path' }, name), element('span', { class: 'summary' }, ...inline(text))];
    return folded(`schema-${name}`, head, () => [
        element('p', { class: 'facts' }, typeText({ type: schema.type, enum: schema.enum }), ...limitsOf(schema).map((limit) => ` · ${limit}`)),
        ...blocks(schema.description ?? ''),
        fieldList(description, schema),
        codeBlock(JSON.stringify(schema.examples?.[0], null, 2), `${name}, example`),
    ]);
}
