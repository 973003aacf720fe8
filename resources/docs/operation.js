// SPDX-License-Identifier: GPL-3.0-or-later
// One operation: its head always, the rest when it is opened.
import { codeBlock, element } from './dom.js';
import { curlOf } from './example.js';
import { entryRow, extensionMark, fieldList, typeText } from './fields.js';
import { blocks, inline } from './markdown.js';

/** @import { Description, Json, Operation } from './description.js' */

/**
 * A head that opens and closes what stands below it. `open` sets it from outside.
 *
 * @param {string} id
 * @param {(Node | null)[]} head
 * @param {() => (Node | null)[]} body made at the first opening
 * @returns {HTMLElement & { open?: (isOpen: boolean) => void }}
 */
export function folded(id, head, body) {
    const content = element('div', { class: 'body', id: `${id}-body`, hidden: true });
    const button = element('button', { type: 'button', 'aria-expanded': 'false', 'aria-controls': `${id}-body` }, ...head);
    /** @type {HTMLElement & { open?: (isOpen: boolean) => void }} */
    const made = element('article', { id, class: 'folded' }, element('h3', {}, button), content);
    made.open = (isOpen) => {
        if (isOpen && content.childElementCount === 0) content.append(...body().filter((one) => one !== null));
        content.hidden = !isOpen;
        button.setAttribute('aria-expanded', String(isOpen));
    };
    button.addEventListener('click', () => made.open?.(content.hidden));
    return made;
}

/**
 * @param {Description} description
 * @param {Operation} operation
 */
export function operationView(description, operation) {
    const { node } = operation;
    const head = [
        element('span', { class: `method ${operation.isCall ? 'call' : operation.method.toLowerCase()}` }, operation.isCall ? 'CALL' : operation.method),
        element('span', { class: 'path' }, ...breakable(operation.path)),
        element('span', { class: 'summary' }, node.summary),
        operation.isExtension ? extensionMark() : null,
    ];
    return folded(operation.id, head, () => [
        element(
            'p',
            { class: 'facts' },
            element('a', { href: `#${operation.id}`, 'aria-label': `Link to ${operation.id}` }, '#'),
            ' ',
            element('code', {}, operation.id),
            ' · ',
            securityText(operation),
        ),
        ...blocks(node.description ?? ''),
        parametersView(description, node),
        requestView(description, operation),
        answersView(description, operation),
        eventsView(description, node),
    ]);
}

/**
 * A path may break at its slashes.
 *
 * @param {string} path
 */
function breakable(path) {
    return path.split(/(?=\/)/).flatMap((part) => [document.createElement('wbr'), part]);
}

/** @param {Operation} operation */
function securityText({ isCall, security }) {
    if (isCall) return 'made by the service';
    if (security.length === 0) return 'no token';
    const names = { bearer: 'token', streamToken: 'token in the address', metricsToken: 'metrics token' };
    return security.map((one) => Object.keys(one).map((name) => names[/** @type {keyof names} */ (name)] ?? name)[0] ?? 'no token').join(' or ');
}

/**
 * @param {Description} description
 * @param {Json} node
 */
function parametersView(description, node) {
    const parameters = (node.parameters ?? []).map((/** @type {Json} */ one) => description.resolved(one));
    if (parameters.length === 0) return null;
    const rows = parameters.map((/** @type {Json} */ one) => {
        const schema = { ...description.resolved(one.schema), description: one.description };
        return entryRow(one.name, { ...one.schema, 'x-extension': one['x-extension'] }, schema, one.required === true, one.in);
    });
    return element('section', {}, element('h4', {}, 'Parameters'), element('ul', { class: 'fields' }, ...rows));
}

/**
 * @param {Description} description
 * @param {Operation} operation
 */
function requestView(description, operation) {
    const contents = Object.entries(operation.node.requestBody?.content ?? {});
    const bodies = contents.map(([type, content]) => bodyView(description, type, content, operation.isCall ? 'Body of the call' : 'Body of the request'));
    const curl = operation.isCall ? null : codeBlock(curlOf(operation, location.origin), 'Request with curl');
    const title = element('h4', {}, operation.isCall ? 'What the receiver gets' : 'Request');
    return element('section', {}, title, ...bodies, curl);
}

/**
 * @param {Description} description
 * @param {string} type
 * @param {Json} content
 * @param {string} label
 */
function bodyView(description, type, content, label) {
    const text = typeof content.example === 'string' ? content.example : JSON.stringify(content.example, null, 2);
    const shown = content.example === undefined ? null : codeBlock(text, `${label}, example`);
    const head = element('p', { class: 'facts' }, element('code', {}, type), ' ', typeText(content.schema ?? {}));
    return element('div', { class: 'media' }, head, fieldList(description, content.schema ?? {}), shown);
}

/**
 * Successes with their fields, then failures as a table.
 *
 * @param {Description} description
 * @param {Operation} operation
 */
function answersView(description, operation) {
    const answers = Object.entries(operation.node.responses).map(([status, one]) => ({ status, ...description.resolved(/** @type {Json} */ (one)) }));
    const isGood = (/** @type {Json} */ one) => one.status.startsWith('2') && !operation.isCall;
    const good = answers.filter(isGood).map((one) => answerView(description, one));
    const bad = answers.filter((one) => !isGood(one));
    const title = operation.isCall ? 'What the service makes of the answer' : 'Answers';
    return element('section', {}, element('h4', {}, title), ...good, bad.length > 0 ? failuresView(bad, operation.isCall) : null);
}

/**
 * @param {Description} description
 * @param {Json} answer
 */
function answerView(description, answer) {
    const contents = Object.entries(answer.content ?? {});
    const headers = Object.entries(answer.headers ?? {}).map(([name, one]) => {
        const header = description.resolved(one);
        return entryRow(name, header.schema, { ...header.schema, description: header.description }, false, 'header');
    });
    const [first, ...others] = contents;
    return element(
        'div',
        { class: 'answer' },
        element('p', {}, element('strong', { class: 'status' }, answer.status), ' ', ...inline(answer.description)),
        first ? bodyView(description, first[0], /** @type {Json} */ (first[1]), `Answer ${answer.status}`) : null,
        others.length > 0 ? element('p', { class: 'facts' }, `Also ${others.map(([type]) => type).join(', ')}`) : null,
        headers.length > 0
            ? element('details', {}, element('summary', {}, `Headers of ${answer.status}`), element('ul', { class: 'fields' }, ...headers))
            : null,
    );
}

/**
 * @param {Json[]} answers
 * @param {boolean} isCall
 */
function failuresView(answers, isCall) {
    const rows = answers.map((one) =>
        element('li', {}, element('strong', { class: 'status' }, one.status), ' ', ...withErrorLinks(one.description)),
    );
    return element('div', {}, isCall ? null : element('h5', {}, 'Failures'), element('ul', { class: 'failures' }, ...rows));
}

/**
 * Codes such as "40401 mail_not_found" lead to the list of errors.
 *
 * @param {string} text
 */
function withErrorLinks(text) {
    return inline(text.replace(/\b([45]\d{4}) ([a-z_]+)\b/g, '[$1 $2](#error-$1)'));
}

/**
 * @param {Description} description
 * @param {Json} node
 */
function eventsView(description, node) {
    if (!node['x-events']) return null;
    const rows = Object.entries(node['x-events']).map(([name, event]) =>
        element(
            'li',
            { id: `event-${name}`, tabindex: '-1' },
            element(
                'div',
                { class: 'field-head' },
                element('code', { class: 'name' }, name),
                typeText(event.data),
                event.durable ? element('span', { class: 'place' }, 'with id, repeated') : null,
                event['x-extension'] ? extensionMark() : null,
            ),
            element('div', {}, ...inline(event.when)),
            innerFields(description, name, event.data),
        ),
    );
    return element('section', {}, element('h4', {}, 'Events'), element('ul', { class: 'fields' }, ...rows));
}

/**
 * @param {Description} description
 * @param {string} name
 * @param {Json} schema
 */
function innerFields(description, name, schema) {
    const example = description.resolved(schema).examples?.[0];
    return element(
        'details',
        {},
        element('summary', {}, `Data of ${name}`),
        fieldList(description, schema),
        codeBlock(JSON.stringify(example, null, 2), `Data of ${name}, example`),
    );
}
