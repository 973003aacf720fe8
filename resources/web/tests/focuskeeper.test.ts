// SPDX-License-Identifier: GPL-3.0-or-later
import { beforeEach, describe, expect, it } from 'vitest';
import { keepFocus } from '../src/components/focuskeeper';

const page = `
    <header><button id="menu">Menu</button></header>
    <main tabindex="-1" id="main">
        <section id="view">
            <ul>
                <li id="a"><a href="/a">a</a><button class="delete">a</button></li>
                <li id="b"><a href="/b">b</a><button class="delete">b</button></li>
                <li id="c"><a href="/c">c</a><button class="delete">c</button></li>
            </ul>
        </section>
    </main>
    <div class="toaster"></div>`;

const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const later = (ms = 200) => new Promise((resolve) => setTimeout(resolve, ms));

HTMLElement.prototype.checkVisibility ??= () => true; // jsdom draws nothing
keepFocus();

describe('the focus of what goes', () => {
    beforeEach(() => {
        document.body.innerHTML = page;
    });

    it('goes to the same control of the next row', async () => {
        one('#b .delete').focus();
        one('#b').remove();
        await later();
        expect(document.activeElement).toBe(one('#c .delete'));
    });

    it('goes to the row before where the last one goes', async () => {
        one('#c .delete').focus();
        one('#c').remove();
        await later();
        expect(document.activeElement).toBe(one('#b .delete'));
    });

    it('counts rows that came before', async () => {
        one('#b .delete').focus();
        one('#a').before(document.createElement('li'));
        await later(0);
        one('#b').remove();
        await later();
        expect(document.activeElement).toBe(one('#c .delete'));
    });

    it('goes to the view where another view came', async () => {
        one('#b a').focus();
        one('#view').outerHTML = '<section><button>other</button></section>';
        await later();
        expect(document.activeElement).toBe(one('#main'));
    });

    it('goes back from a toast to where it was', async () => {
        one('#b a').focus();
        one('.toaster').innerHTML = '<div><button id="undo">Undo</button></div>';
        one('#undo').focus();
        one('.toaster').innerHTML = '';
        await later();
        expect(document.activeElement).toBe(one('#b a'));
    });

    it('waits for what is disabled for a moment only', async () => {
        const button = one('#b .delete') as HTMLButtonElement;
        button.focus();
        button.disabled = true;
        await later();
        button.disabled = false;
        await later();
        expect(document.activeElement).toBe(button);
        button.disabled = true;
        await later(700);
        expect(document.activeElement).not.toBe(button);
        expect(document.activeElement).not.toBe(document.body);
    });

    it('stays where somebody has put it meanwhile', async () => {
        one('#b a').focus();
        one('#b').remove();
        one('#menu').focus();
        await later();
        expect(document.activeElement).toBe(one('#menu'));
    });

    it('is taken away by a click beside everything', async () => {
        one('#b a').focus();
        document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
        one('#b').remove();
        await later();
        expect(document.activeElement).toBe(document.body);
    });
});
