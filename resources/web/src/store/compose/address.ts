// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses as people type and paste them: `a@b.c`, `Name <a@b.c>`, several with commas, semicolons or lines.

export interface Address {
    /** "": no name. */
    name: string;
    address: string;
}

const atom = /^[^\s@<>(),;:"\\[\]]+$/;
const quoted = /^"(?:[^"\\]|\\.)+"$/;
const label = /^[^\s@<>(),;:"\\[\].-](?:[^\s@<>(),;:"\\[\].]{0,61}[^\s@<>(),;:"\\[\].-])?$/;

/** Whether the text has the form of a mail address; `anna@example` counts as a typing error. */
export function isAddress(text: string): boolean {
    const at = text.lastIndexOf('@');
    if (at < 1 || text.length > 320) return false;
    const local = text.slice(0, at);
    const domain = text.slice(at + 1);
    const isLocal = quoted.test(local) || (atom.test(local) && !/^\.|\.$|\.\./.test(local));
    return isLocal && isDomain(domain);
}

function isDomain(domain: string): boolean {
    if (/^\[[0-9a-fA-F.:]+(?:IPv6:[0-9a-fA-F:.]+)?\]$/.test(domain) || domain === 'localhost') return true;
    const labels = domain.split('.');
    return labels.length > 1 && domain.length <= 253 && labels.every((one) => label.test(one));
}

/** Parses one address with or without a name; null: the text is no address. */
export function parseAddress(text: string): Address | null {
    const trimmed = text.trim().replace(/^mailto:/i, '');
    const bracketed = /^(.*)<\s*([^<>]*?)\s*>$/s.exec(trimmed);
    const address = bracketed ? bracketed[2]! : trimmed;
    if (!isAddress(address)) return null;
    return { name: bracketed ? unquoted(bracketed[1]!.trim()) : '', address };
}

function unquoted(name: string): string {
    const inside = /^"(.*)"$/s.exec(name) ?? /^'(.*)'$/s.exec(name);
    return (inside ? inside[1]!.replace(/\\(.)/g, '$1') : name).trim();
}

/** The address as an entry of `to`, with the name in quotes where it needs them. */
export function formatAddress({ name, address }: Address): string {
    const plain = name.replace(/[\r\n\0]+/g, ' ').trim();
    if (!plain || plain === address) return address;
    const text = /[()<>@,;:\\"[\].]/.test(plain) ? `"${plain.replace(/[\\"]/g, '\\$&')}"` : plain;
    return `${text} <${address}>`;
}

/** Splits a text into its addresses; other text stays as it was typed. */
export function parseList(text: string): string[] {
    return splitList(text).flatMap((entry) => {
        const parsed = parseAddress(entry);
        if (parsed) return [formatAddress(parsed)];
        const words = entry.split(/\s+/);
        return words.length > 1 && words.every(isAddress) ? words : [entry];
    });
}

/** Splits at commas, semicolons and line ends outside of quotes and brackets. */
export function splitList(text: string): string[] {
    const entries: string[] = [];
    let current = '';
    let closing = '';
    for (let i = 0; i < text.length; ++i) {
        const c = text[i]!;
        if (c === '\\' && closing) {
            current += c + (text[++i] ?? '');
            continue;
        }
        if (closing && (c === closing || c === '\n')) closing = '';
        else if (!closing && opens(c, text, i)) closing = c === '<' ? '>' : '"';
        if (!closing && /[,;\r\n，；、]/.test(c)) {
            entries.push(current);
            current = '';
        } else {
            current += c;
        }
    }
    entries.push(current);
    return entries.map((entry) => entry.trim()).filter(Boolean);
}

/** A quotation mark that is never closed is only a character. */
function opens(c: string, text: string, at: number): boolean {
    if (c === '"') return text.indexOf('"', at + 1) > 0;
    return c === '<' && text.indexOf('>', at + 1) > 0;
}

/** The text that people see for an entry: the name, else the address. */
export function shownName(entry: string): string {
    const parsed = parseAddress(entry);
    return parsed ? parsed.name || parsed.address : entry;
}

export function addressOf(entry: string): string {
    return parseAddress(entry)?.address ?? entry;
}

export function isSameAddress(a: string, b: string): boolean {
    return addressOf(a).toLowerCase() === addressOf(b).toLowerCase();
}
