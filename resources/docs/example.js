// SPDX-License-Identifier: GPL-3.0-or-later
// A request of an operation as a command for curl, from the examples of its description.

/** @import { Operation } from './description.js' */

/**
 * @param {Operation} operation
 * @param {string} origin of the service, such as http://127.0.0.1:8725
 */
export function curlOf(operation, origin) {
    const { node } = operation;
    /** @type {any[]} */
    const parameters = node.parameters ?? [];
    const path = parameters
        .filter((one) => one.in === 'path')
        .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(String(one.example))), operation.path);
    const query = parameters.filter((one) => one.in === 'query' && one.required);
    const search = query.map((one) => `${one.name}=${encodeURIComponent(String(one.example))}`).join('&');
    const parts = [`curl ${quoted(`${origin}${path}${search && `?${search}`}`)}`];
    if (operation.method !== 'GET') parts[0] = parts[0].replace('curl', `curl -X ${operation.method}`);
    const scheme = Object.keys(operation.security.find((one) => 'bearer' in one || 'metricsToken' in one) ?? {})[0];
    if (scheme) parts.push(`-H "Authorization: Bearer $${scheme === 'bearer' ? 'token' : 'metrics_token'}"`);
    const [type, body] = Object.entries(node.requestBody?.content ?? {})[0] ?? [];
    if (type === 'application/json') parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`);
    else if (type) parts.push('--data-binary @file');
    if (node['x-events']) parts.push('-N');
    return parts.join(' \\\n    ');
}

/** @param {string} text */
function quoted(text) {
    return `'${text.replaceAll("'", "'\\''")}'`;
}
