// SPDX-License-Identifier: GPL-3.0-or-later
// From an OpenAPI document to what the page shows, in the order of its tags.

/** @typedef {Record<string, any>} Json */

/**
 * @typedef {object} Operation
 * @property {string} id its name in clients and its address on the page
 * @property {string} method
 * @property {string} path with the server's; of a call to others the name of its event
 * @property {string} tag
 * @property {boolean} isCall the service calls others
 * @property {boolean} isExtension
 * @property {Json} node as described
 * @property {Json[]} security what it asks for; an empty object: nothing
 */

/**
 * @typedef {object} Group
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {Operation[]} operations
 */

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** A document, and what its references lead to. */
export class Description {
    /** @param {Json} document */
    constructor(document) {
        this.document = document;
        /** @type {Operation[]} */
        this.operations = [...this.#served(), ...this.#calls()];
    }

    /** @returns {Group[]} */
    get groups() {
        return this.document.tags.map((/** @type {Json} */ tag) => ({
            id: `tag-${tag.name}`,
            title: tag.name,
            text: tag.description ?? '',
            operations: this.operations.filter((operation) => operation.tag === tag.name),
        }));
    }

    /** @returns {[string, Json][]} */
    get schemas() {
        return Object.entries(this.document.components.schemas);
    }

    /** @returns {Json[]} rows of code, status, error and when */
    get errors() {
        return this.document['x-error-codes'] ?? [];
    }

    /**
     * What a node or its reference says; what stands beside a reference wins.
     *
     * @param {Json} node
     * @returns {Json}
     */
    resolved(node) {
        if (typeof node.$ref !== 'string') return node;
        const { $ref, ...beside } = node;
        const found = $ref
            .slice(2)
            .split('/')
            .reduce((at, step) => at[step.replaceAll('~1', '/').replaceAll('~0', '~')], this.document);
        return { ...this.resolved(found), ...beside };
    }

    *#served() {
        const base = this.document.servers?.[0]?.url ?? '';
        for (const [path, item] of Object.entries(this.document.paths)) {
            for (const method of methods) {
                const node = item[method];
                if (!node) continue;
                const own = node.servers?.[0]?.url ?? base;
                yield this.#operation(method, `${own.replace(/\/$/, '')}${path}`, node, false);
            }
        }
    }

    *#calls() {
        for (const [name, item] of Object.entries(this.document.webhooks ?? {})) yield this.#operation('post', name, item.post, true);
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {Json} node
     * @param {boolean} isCall
     * @returns {Operation}
     */
    #operation(method, path, node, isCall) {
        return {
            id: node.operationId,
            method: method.toUpperCase(),
            path,
            tag: node.tags[0],
            isCall,
            isExtension: node['x-extension'] === true,
            node,
            security: node.security ?? this.document.security ?? [],
        };
    }
}
