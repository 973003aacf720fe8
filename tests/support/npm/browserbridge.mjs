// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a browser for a test in another language (tests/support/postrider_browser).
//
//     node browserbridge.mjs chromium|firefox OPTIONS
//
// OPTIONS are JSON, see browser/chromium.mjs and browser/firefox.mjs. Reads one JSON request a line,
// {id, op, ...}, and prints one answer for each: {id, result} or {id, error: {name, message}}. The
// answer with id 0 comes when the browser runs. The browser ends when stdin ends.
import readline from 'node:readline';

import { Contexts } from './browser/contexts.mjs';
import { Handles } from './browser/handles.mjs';
import { Routes } from './browser/routes.mjs';
import { decoded, encoded, reached } from './browser/values.mjs';

const [kind, options] = process.argv.slice(2);
const { launch, watch } = await import(`./browser/${kind}.mjs`);
const answer = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

const contexts = new Contexts();
const handles = new Handles((context) => watch(context, contexts.of(context), handles));
const routes = new Routes();
const heard = new Map();

const operations = {
    /** Calls any method of an object: {on, chain: [[name, arguments?] ...]}; a link without arguments is a property. */
    async call({ on, chain }) {
        return encoded(await reached(handles.get(on), chain, handles), handles);
    },
    /** What happened in a context so far: {context, clear}. */
    async events({ context, clear }) {
        return contexts.of(handles.get(context)).take(clear);
    },
    /** Sets how dialogs of a context are answered from now on: {context, accept, text}. */
    async dialogs({ context, accept, text }) {
        contexts.of(handles.get(context)).answer = { accept, text };
    },
    /** Takes over requests: {on, pattern, action, delay, times, ...}; returns the number of the rule. */
    async route({ on, pattern, ...rule }) {
        return routes.add(handles.get(on), decoded(pattern, handles), rule);
    },
    /** Events of one name that came to an object since the first call: {on, name}. */
    async heard({ on, name }) {
        const object = handles.get(on);
        const names = heard.get(object) ?? heard.set(object, new Map()).get(object);
        if (!names.has(name)) {
            names.set(name, []);
            object.on(name, (event) => names.get(name).push(event));
        }
        return names.get(name);
    },
    /** Releases the requests that a rule holds, and ends the rule: {rule}. */
    async release({ rule }) {
        await routes.end(rule);
    },
};

async function run({ id, op, ...request }) {
    try {
        answer({ id, result: (await operations[op](request)) ?? null });
    } catch (error) {
        answer({ id, error: { name: error.name, message: error.message ?? String(error) } });
    }
}

const browser = await launch(JSON.parse(options));
answer({ id: 0, result: { browser: handles.of(browser), version: await browser.version() } });
const requests = readline.createInterface({ input: process.stdin });
requests.on('line', (line) => run(JSON.parse(line)));
await new Promise((resolve) => { requests.on('close', resolve); });
await browser.close();
process.exit(0);
