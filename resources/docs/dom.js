// SPDX-License-Identifier: GPL-3.0-or-later
// Elements without markup in texts: nothing of the description is ever read as HTML.

/**
 * An element with attributes (true: without value; false, null and undefined: left out) and children.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | null | undefined>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'string') made.setAttribute(name, value);
        else if (value) made.setAttribute(name, '');
    }
    for (const child of children) if (child !== null && child !== undefined) made.append(child);
    return made;
}

/**
 * @param {string} text JSON, or whatever else is shown as it is
 * @param {string} label what it is, for people who do not see it
 */
export function codeBlock(text, label) {
    const copy = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy: ${label}` }, 'Copy');
    copy.addEventListener('click', () => {
        navigator.clipboard?.writeText(text).then(
            () => (copy.textContent = 'Copied'),
            () => (copy.textContent = 'Not copied'),
        );
    });
    const code = element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, element('code', {}, text));
    return element('div', { class: 'code' }, code, window.isSecureContext ? copy : null);
}
