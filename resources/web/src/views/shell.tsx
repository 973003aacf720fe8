// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../components/button';
import { useTexts } from '../i18n';
import { useValue } from '../store/observable';
import { focusView, place } from '../store/router';
import { ConnectionSign } from './connectionsign';
import { Navigation } from './navigation';
import { NewMailNote } from './newmailnote';
import { SearchField } from './searchfield';
import './shell.css';

/** The frame of every view: search, navigation, the state of the connection. */
export function Shell({ children }: { children: ComponentChildren }) {
    const t = useTexts().common;
    const where = useValue(place);
    const [isMenuOpen, setMenuOpen] = useState(false);
    const shell = useRef<HTMLDivElement>(null);
    useEffect(() => setMenuOpen(false), [where]);
    useMenuKeys(shell, isMenuOpen, () => setMenuOpen(false));
    const skip = (event: Event) => {
        event.preventDefault(); // the address must not change
        focusView();
    };
    return (
        <div ref={shell} class={`shell ${isMenuOpen ? 'menu-open' : ''}`}>
            <a class="skip" href="#content" onClick={skip}>
                {t.nav.skip}
            </a>
            <header class="topbar">
                <IconButton
                    icon="menu"
                    label={t.nav.menu}
                    class="menu-button"
                    expanded={isMenuOpen}
                    onClick={() => setMenuOpen(!isMenuOpen)}
                />
                <a class="brand" href="/mails" aria-label={t.product}>
                    <img src="/icons/icon.svg" alt="" width="28" height="28" />
                    <span>{t.product}</span>
                </a>
                <SearchField />
                <ConnectionSign />
            </header>
            <Navigation />
            {isMenuOpen && <div class="menu-backdrop" onClick={() => setMenuOpen(false)} />}
            <NewMailNote />
            <main id="content" tabIndex={-1} inert={isMenuOpen}>
                {children}
            </main>
        </div>
    );
}

/** The menu of a narrow window takes the focus. Escape closes it and moves the focus to its button. */
function useMenuKeys(shell: { current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
    useLayoutEffect(() => {
        if (!isOpen) return;
        shell.current!.querySelector<HTMLElement>('.navigation a')?.focus();
        const press = (event: KeyboardEvent) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation(); // not for the list behind it
            close();
            shell.current!.querySelector<HTMLElement>('.menu-button')?.focus();
        };
        window.addEventListener('keydown', press, { capture: true });
        return () => window.removeEventListener('keydown', press, { capture: true });
    }, [isOpen]);
}
