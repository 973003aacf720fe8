// SPDX-License-Identifier: GPL-3.0-or-later
// How the page of the interface (resources/docs) shows a description.
import { describe, expect, it } from 'vitest';
import { Description } from '../../docs/description.js';
import { curlOf } from '../../docs/example.js';
import { blocks } from '../../docs/markdown.js';
import { fieldNames, holderOf, limitsOf, typeOf } from '../../docs/schema.js';
import { entriesOf, found } from '../../docs/search.js';
import document from '../../openapi/openapi.json';

const description = new Description(document);
const operation = (id: string) => description.operations.find((one) => one.id === id)!;

describe('the description', () => {
    it('has each operation and each call once, in the group of its tag', () => {
        const operations = description.groups.flatMap((group) => group.operations);
        expect(operations.length).toBe(description.operations.length);
        expect(new Set(operations.map((one) => one.id)).size).toBe(operations.length);
    });

    it('keeps the address of an operation that has a server of its own', () => {
        expect(operation('listMails').path).toBe('/api/v1/mails');
        expect(operation('getMetrics').path).toBe('/metrics');
        expect(operation('onMailReceived')).toMatchObject({ path: 'mail.received', isCall: true });
    });

    it('follows references, and what stands beside one wins', () => {
        const reference = { $ref: '#/components/schemas/Id', description: 'Mine' };
        expect(description.resolved(reference)).toMatchObject({ type: 'integer', description: 'Mine' });
    });
});

describe('a type', () => {
    it.each([
        [{ type: 'string' }, '', 'string', ''],
        [{ type: ['string', 'null'] }, '', 'string or null', ''],
        [{ $ref: '#/components/schemas/Mail' }, 'Mail', '', ''],
        [{ type: 'array', items: { $ref: '#/components/schemas/Mail' } }, 'Mail', 'array of ', ''],
        [{ oneOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] }, 'Id', '', ' or null'],
        [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, '', 'string or null', ''],
        [{ enum: ['a', null] }, '', 'string or null', ''],
        [{ const: 0 }, '', 'number', ''],
    ])('of %j', (schema, name, text, after) => {
        expect(typeOf(schema)).toEqual({ schema: name, text, after });
    });

    it('has its limits in words', () => {
        expect(limitsOf({ type: 'integer', minimum: 1, maximum: 100, default: 20 })).toEqual(['default 20', 'at least 1', 'at most 100']);
        expect(limitsOf({ enum: ['asc', 'desc'] })).toEqual(['one of "asc", "desc"']);
        expect(limitsOf({ maximum: Number.MAX_SAFE_INTEGER })).toEqual([]);
    });

    it('shows the fields of a list as those of its items', () => {
        expect(Object.keys(holderOf(description, { type: 'array', items: { $ref: '#/components/schemas/Person' } }).properties)).toEqual(['name', 'address']);
    });

    it('names fields at any depth, and ends where a schema holds itself', () => {
        expect(fieldNames(description, { $ref: '#/components/schemas/MailPage' })).toContain('isStarred');
        const loop = new Description({ ...document, components: { schemas: { A: { properties: { a: { $ref: '#/components/schemas/A' } } } } } });
        expect(fieldNames(loop, { $ref: '#/components/schemas/A' })).toEqual(['a']);
    });
});

describe('the search', () => {
    const entries = entriesOf(description);
    const first = (query: string) => found(entries, query)[0]?.id;

    it.each([
        ['listMails', 'listMails'],
        ['put star', 'setStarred'],
        ['Upload file', 'uploadAttachment'],
        ['40401', 'error-40401'],
        ['mail_not_found', 'error-40401'],
        ['heartbeat', 'event-heartbeat'],
        ['SCHEMA MailDetail', 'schema-MailDetail'],
    ])('finds %s', (query, id) => {
        expect(first(query)).toBe(id);
    });

    it('finds an operation by a field of its body', () => {
        expect(found(entries, 'bodyTemplate').map((one) => one.id)).toContain('createWebhook');
    });

    it('finds nothing where one of the words occurs nowhere', () => {
        expect(found(entries, 'mail xyzzy')).toEqual([]);
    });
});

describe('a request with curl', () => {
    it('has the examples of path and body, and the token', () => {
        expect(curlOf(operation('setRead'), 'http://h')).toBe(
            "curl -X PUT 'http://h/api/v1/mails/4711/read' \\\n    -H \"Authorization: Bearer $token\" \\\n" +
                "    -H 'Content-Type: application/json' \\\n    -d '{\"isRead\":true}'",
        );
    });

    it('has no token where none is needed', () => {
        expect(curlOf(operation('login'), 'http://h')).not.toContain('Bearer');
        expect(curlOf(operation('getHealth'), 'http://h')).toBe("curl 'http://h/api/v1/health'");
    });

    it('sends a file as it is', () => {
        expect(curlOf(operation('uploadAttachment'), 'http://h')).toContain('filename=report.pdf\'');
        expect(curlOf(operation('uploadAttachment'), 'http://h')).toContain('--data-binary @file');
    });
});

describe('a text', () => {
    const html = (text: string) => blocks(text).map((one) => one.outerHTML).join('');

    it('has paragraphs, lists, code, strong words and links', () => {
        expect(html('**A** `b`\n\n- c\n- [d](https://e.example)')).toBe(
            '<p><strong>A</strong> <code>b</code></p><ul><li>c</li><li><a href="https://e.example">d</a></li></ul>',
        );
    });

    it('is never read as HTML, and links lead nowhere else', () => {
        expect(html('<img src=x onerror=alert(1)> [x](javascript:alert)')).toBe('<p>&lt;img src=x onerror=alert(1)&gt; [x](javascript:alert)</p>');
    });
});
