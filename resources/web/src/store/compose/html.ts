// SPDX-License-Identifier: GPL-3.0-or-later
// HTML of mails that are written: only elements that the editor itself can make. Documents made by DOMParser
// load nothing and run nothing.

const kept = new Set([
    'P', 'DIV', 'BR', 'B', 'STRONG', 'I', 'EM', 'U', 'S', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'A', 'PRE', 'CODE', 'HR',
    'H1', 'H2', 'H3', 'SUB', 'SUP', 'TABLE', 'THEAD', 'TBODY', 'TR', 'TD', 'TH', 'IMG',
]);
const dropped = new Set([
    'SCRIPT', 'STYLE', 'HEAD', 'TITLE', 'META', 'LINK', 'BASE', 'OBJECT', 'EMBED', 'APPLET', 'IFRAME', 'FRAME', 'SVG',
    'MATH', 'TEMPLATE', 'NOSCRIPT', 'INPUT', 'SELECT', 'TEXTAREA', 'BUTTON', 'AUDIO', 'VIDEO', 'CANVAS',
]);
const blocks = new Set([
    'P', 'DIV', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'PRE', 'HR', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'TABLE', 'TR',
    'SECTION', 'ARTICLE', 'HEADER', 'FOOTER', 'CENTER', 'DL', 'DT', 'DD', 'ADDRESS', 'FIGURE', 'MAIN', 'NAV', 'ASIDE',
]);

export function escapeHtml(text: string): string {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function parsed(html: string): Document {
    return new DOMParser().parseFromString(withoutStyles(html), 'text/html');
}

/**
 * The page's policy reports each parsed style and handler, although none is used. So they are renamed; later,
 * `data-style` shows which text was bold.
 */
function withoutStyles(html: string): string {
    return html
        .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
        .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])(style|on\w+)(\s*=)/gi, '$1data-$2$3'));
}

/** For the editor: known elements without styles, classes and handlers. Images of the mail itself load nothing. */
export function cleanHtml(html: string): string {
    const target = document.implementation.createHTMLDocument('');
    copyInto(target.body, parsed(html).body);
    return target.body.innerHTML;
}

/** For the mail: what cleanHtml() keeps, with its own images named by `cid:` again. */
export function mailHtml(editorHtml: string): string {
    const body = parsed(cleanHtml(editorHtml)).body;
    for (const image of body.querySelectorAll('img[data-cid]')) {
        image.setAttribute('src', `cid:${image.getAttribute('data-cid')}`);
        image.removeAttribute('data-cid');
    }
    const isEmpty = !body.textContent!.trim() && !body.querySelector('img, hr, table');
    return isEmpty ? '' : body.innerHTML;
}

function copyInto(target: Element, source: Node): void {
    for (const node of source.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) target.append(node.nodeValue ?? '');
        if (node.nodeType === Node.ELEMENT_NODE) copyElement(target, node as Element);
    }
}

function copyElement(target: Element, element: Element): void {
    const name = element.tagName.toUpperCase();
    if (dropped.has(name)) return;
    const made = madeOf(element, name, target.ownerDocument);
    if (made === null) {
        copyInto(target, element);
        return;
    }
    target.append(made);
    if (name !== 'IMG') copyInto(made, element);
}

/** The allowed form of the element; null: only its content stays. */
function madeOf(element: Element, name: string, owner: Document): Element | null {
    const style = (element.getAttribute('data-style') ?? '').toLowerCase();
    if (name === 'B' && /font-weight:\s*(normal|400)/.test(style)) return null; // Google Docs wraps everything in it
    if (name === 'SPAN') return styledSpan(style, owner);
    if (name === 'STRIKE' || name === 'DEL') return owner.createElement('s');
    if (/^H[456]$/.test(name)) return owner.createElement('h3');
    if (!kept.has(name)) return blocks.has(name) ? owner.createElement('div') : null;
    if (name === 'A') return link(element, owner);
    if (name === 'IMG') return image(element, owner);
    const made = owner.createElement(name.toLowerCase());
    if (name === 'BLOCKQUOTE') made.setAttribute('type', 'cite');
    for (const attribute of ['colspan', 'rowspan', 'start', 'dir'])
        if (/^(\d{1,4}|ltr|rtl|auto)$/.test(element.getAttribute(attribute) ?? ''))
            made.setAttribute(attribute, element.getAttribute(attribute)!);
    return made;
}

/** Word processors and some browsers write bold and italic as styles. */
function styledSpan(style: string, owner: Document): Element | null {
    if (/font-weight:\s*(bold|[6-9]00)/.test(style)) return owner.createElement('b');
    if (/font-style:\s*italic/.test(style)) return owner.createElement('i');
    if (/text-decoration[a-z-]*:[^;]*underline/.test(style)) return owner.createElement('u');
    return null;
}

function link(element: Element, owner: Document): Element | null {
    const address = safeLink(element.getAttribute('href') ?? '');
    if (!address) return null;
    const made = owner.createElement('a');
    made.setAttribute('href', address);
    return made;
}

function image(element: Element, owner: Document): Element | null {
    const source = element.getAttribute('src') ?? '';
    const cid = element.getAttribute('data-cid') ?? (/^cid:/i.test(source) ? source.slice(4) : '');
    if (!cid) return null;
    const made = owner.createElement('img');
    made.setAttribute('data-cid', cid);
    made.setAttribute('alt', element.getAttribute('alt') ?? '');
    return made;
}

/** The address for a link: `www.example.com` gets https; a scheme other than http, https and mailto gives "". */
export function safeLink(text: string): string {
    const trimmed = text.trim().replace(/[\u0000-\u0020]+/g, (all) => (all.trim() ? '' : '%20'));
    if (/^(https?:\/\/|mailto:)./i.test(trimmed)) return trimmed;
    if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(trimmed)) return `mailto:${trimmed}`;
    if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#].*)?$/u.test(trimmed)) return `https://${trimmed}`;
    return '';
}

/** Text with its line ends as HTML, a `div` each line, as the editor makes them. */
export function textHtml(text: string): string {
    if (!text) return '';
    const lines = text.replace(/\r\n?/g, '\n').split('\n');
    return lines.map((line) => `<div>${spaced(escapeHtml(line)) || '<br>'}</div>`).join('');
}

/** Keeps several blanks in a row visible. */
function spaced(html: string): string {
    return html.replace(/\t/g, '    ').replace(/ {2}/g, ' \u00a0').replace(/^ /, '\u00a0');
}

/** The visible text of HTML, with `> ` before quoted lines. */
export function htmlText(html: string): string {
    const lines: string[] = [''];
    write(parsed(html).body, lines, '', false);
    return lines
        .map((line) => line.replace(/[ \u00a0]+$/, ''))
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
}

function write(source: Node, lines: string[], prefix: string, isPre: boolean): void {
    for (const node of source.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) writeText(node.nodeValue ?? '', lines, prefix, isPre);
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        const element = node as Element;
        const name = element.tagName.toUpperCase();
        if (dropped.has(name)) continue;
        if (name === 'BR') {
            lines.push(prefix);
            continue;
        }
        const inner = name === 'BLOCKQUOTE' ? `${prefix}> ` : prefix;
        const isBlock = blocks.has(name);
        if (isBlock) begin(lines, inner);
        if (name === 'LI') append(lines, '- ');
        write(element, lines, inner, isPre || name === 'PRE');
        if (name === 'TD' || name === 'TH') append(lines, ' ');
        if (isBlock) begin(lines, prefix);
        if (name === 'P') lines.push(prefix);
    }
}

function writeText(text: string, lines: string[], prefix: string, isPre: boolean): void {
    if (isPre) {
        const [first, ...rest] = text.split('\n');
        append(lines, first ?? '');
        lines.push(...rest.map((line) => prefix + line));
        return;
    }
    const words = text.replace(/[ \t\r\n\f]+/g, ' ');
    append(lines, /(^| )$/.test(lines[lines.length - 1]!) ? words.replace(/^ /, '') : words);
}

function append(lines: string[], text: string): void {
    lines[lines.length - 1] = lines[lines.length - 1]! + text;
}

/** A new line, unless one has just begun. */
function begin(lines: string[], prefix: string): void {
    if (/^[> ]*$/.test(lines[lines.length - 1]!)) lines[lines.length - 1] = prefix;
    else lines.push(prefix);
}
