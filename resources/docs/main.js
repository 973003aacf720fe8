// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the interface: reads the description that the service serves, and shows it.
import { allContents, foundContents } from './contents.js';
import { Description } from './description.js';
import { element } from './dom.js';
import { pageOf } from './page.js';
import { entriesOf } from './search.js';

/** @import { Entry } from './search.js' */

/** @template {HTMLElement} Kind @param {string} id @returns {Kind} */
const byId = (id) => /** @type {Kind} */ (document.getElementById(id));
const list = byId('list');
const content = byId('content');
const menu = byId('menu');
/** @type {HTMLInputElement} */
const search = byId('search');
/** The operation below which events stand. */
let streaming = '';

async function start() {
    try {
        const answer = await fetch('/api/v1/openapi.json');
        if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
        show(new Description(await answer.json()));
    } catch (error) {
        content.replaceChildren(element('p', { class: 'none' }, `The description cannot be read: ${error}. Reload the page to try again.`));
    }
}

/** @param {Description} description */
function show(description) {
    byId('version').textContent = description.document.info.version;
    streaming = description.operations.find((operation) => operation.node['x-events'])?.id ?? '';
    const entries = entriesOf(description);
    content.replaceChildren(...pageOf(description));
    const showList = () => showContents(description, entries);
    search.addEventListener('input', showList);
    list.addEventListener('click', (event) => {
        if (event.target instanceof Element && event.target.closest('a')) openMenu(false);
    });
    menu.addEventListener('click', () => openMenu(menu.getAttribute('aria-expanded') !== 'true'));
    document.addEventListener('keydown', onKey);
    addEventListener('hashchange', goToAddress);
    // A link to where the page is already changes no address.
    document.addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (link?.getAttribute('href') === location.hash) goToAddress();
    });
    showList();
    goToAddress();
}

/**
 * @param {Description} description
 * @param {Entry[]} entries
 */
function showContents(description, entries) {
    const query = search.value.trim();
    const { elements, count } = query ? foundContents(entries, query) : { elements: allContents(description, entries), count: 0 };
    list.replaceChildren(...elements);
    list.scrollTop = 0;
    byId('status').textContent = query ? `${count} found` : '';
    if (query) openMenu(true);
    markCurrent();
}

/** On narrow windows the list stands above the page. @param {boolean} isOpen */
function openMenu(isOpen) {
    menu.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('is-listing', isOpen);
}

/** Opens and shows what the address names. */
function goToAddress() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id.startsWith('event-')) unfold(streaming);
    const target = document.getElementById(id);
    markCurrent();
    if (!target || target === content) return;
    unfold(id);
    document.querySelector('.is-target')?.classList.remove('is-target');
    target.classList.add('is-target'); // :target is not there for what came after the address
    target.scrollIntoView({ block: 'start' });
    /** @type {HTMLElement | null} */
    const button = target.querySelector(':scope > h3 > button');
    (button ?? target).focus({ preventScroll: true });
}

/** @param {string} id */
function unfold(id) {
    const article = /** @type {(HTMLElement & { open?: (isOpen: boolean) => void }) | null} */ (document.getElementById(id));
    article?.open?.(true);
}

function markCurrent() {
    for (const link of list.querySelectorAll('a')) {
        const isCurrent = location.hash !== '' && link.hash === location.hash;
        if (isCurrent) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
    }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        search.focus();
        search.select();
    } else if (event.key === 'Escape' && (search.value || document.body.classList.contains('is-listing'))) {
        search.value = '';
        search.dispatchEvent(new Event('input'));
        openMenu(false);
    } else if (event.key === 'Enter' && event.target === search) {
        list.querySelector('a')?.click();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        moveInList(event);
    }
}

/** Arrows go from the search into the list, and along it. @param {KeyboardEvent} event */
function moveInList(event) {
    const links = [search, ...list.querySelectorAll('a')];
    const at = links.findIndex((one) => one === document.activeElement);
    const next = at < 0 ? undefined : links[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
}

void start();
