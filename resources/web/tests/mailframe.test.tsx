// SPDX-License-Identifier: GPL-3.0-or-later
import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailFrame } from '../src/views/mails/mailframe';

const frame = () => document.querySelector('iframe')!;
const stop = () => document.querySelector<HTMLElement>('.frame-stop')!;

/** jsdom sends no event to the window when a frame gets the focus. */
function focusFrame(into: HTMLElement) {
    into.focus();
    expect(document.activeElement).toBe(frame());
    window.dispatchEvent(new Event('blur'));
}

/** The frame keeps the focus, also after the time in which the page would take it back, and shows it. */
function expectToStayShown() {
    vi.runAllTimers();
    expect(document.activeElement).toBe(frame());
    expect(frame().classList).toContain('by-tab');
}

function pressTab() {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
}

describe('the frame of a mail', () => {
    beforeEach(() => {
        vi.useFakeTimers();
        vi.spyOn(window, 'focus').mockImplementation(() => {}); // jsdom has none
        document.body.innerHTML = '<button id="before">Show details</button><div id="mail"></div>';
        document.querySelector<HTMLElement>('#before')!.focus();
        render(<MailFrame url="about:blank" />, document.querySelector('#mail')!);
    });

    afterEach(() => {
        render(null, document.querySelector('#mail')!);
        vi.useRealTimers();
        vi.restoreAllMocks();
    });

    it('shows that it has the focus when the Tab key leads into it', () => {
        vi.runAllTimers();
        pressTab();
        focusFrame(stop());
        expectToStayShown();
    });

    it('shows it also when the Tab key is pressed before the page has drawn the frame', () => {
        pressTab();
        focusFrame(stop());
        expectToStayShown();
    });

    it('shows it also when the key was pressed before there was a frame', () => {
        focusFrame(stop());
        expectToStayShown();
    });

    it('shows it when Shift+Tab leads into it from behind', () => {
        vi.runAllTimers();
        pressTab();
        focusFrame(frame());
        expectToStayShown();
    });

    it('gives the focus back after a click', () => {
        vi.runAllTimers();
        focusFrame(frame());
        expect(frame().classList).not.toContain('by-tab');
        vi.runAllTimers();
        expect(document.activeElement).toBe(document.body);
    });
});
