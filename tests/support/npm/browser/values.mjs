// SPDX-License-Identifier: GPL-3.0-or-later
// Converts values between the test and the browser. JSON has no bytes, patterns and objects of the
// browser: they are written as {$bytes: base64}, {$regexp: [source, flags]}, {$chain: {on, chain}} and
// {$handle: number, kind}.
import { kindOf } from './handles.mjs';

const takeScripts = new Set(['evaluate', 'evaluateAll', 'waitForFunction', '$eval', '$$eval']);
const aFunction = /^\s*(async\s*)?(function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/;

/** Follows a chain of methods and properties from an object; returns the value of the last one. */
export async function reached(object, chain, handles) {
    let found = object;
    for (const [name, given] of chain) {
        if (given === undefined) {
            found = found[name];
        } else {
            const values = decoded(given, handles);
            if (takeScripts.has(name)) scriptIn(values);
            // Only the caller awaits, and only the last value: values on the way, such as locators, are not promises.
            found = found[name](...values);
        }
    }
    return found;
}

/** The text of a function becomes a function, which the browser calls; any other text is an expression. */
function scriptIn(values) {
    const at = values.findIndex((value) => typeof value === 'string' && aFunction.test(value));
    if (at >= 0) values[at] = (0, eval)(`(${values[at]})`);
}

export function decoded(value, handles) {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((one) => decoded(one, handles));
    if ('$bytes' in value) return Buffer.from(value.$bytes, 'base64');
    if ('$regexp' in value) return new RegExp(...value.$regexp);
    if ('$handle' in value) return handles.get(value.$handle);
    if ('$chain' in value) return locator(value.$chain, handles);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, decoded(one, handles)]));
}

function locator({ on, chain }, handles) {
    return chain.reduce((found, [name, given]) => found[name](...decoded(given, handles)), handles.get(on));
}

export function encoded(value, handles) {
    if (value === null || typeof value !== 'object') return value;
    if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
    if (Array.isArray(value)) return value.map((one) => encoded(one, handles));
    const kind = kindOf(value);
    if (kind === 'response') return { status: value.status(), url: value.url(), headers: value.headers() };
    if (kind) return { $handle: handles.of(value), kind };
    if (Object.getPrototypeOf(value) !== Object.prototype) return null; // a locator or the like
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, encoded(one, handles)]));
}
