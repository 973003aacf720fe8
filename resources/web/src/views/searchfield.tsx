// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon';
import { useTexts } from '../i18n';
import { useKeys } from '../store/keys';
import { useValue } from '../store/observable';
import { focusView, go, place } from '../store/router';
import './searchfield.css';

/** Search in all views; results come while typing. */
export function SearchField() {
    const t = useTexts().mails;
    const where = useValue(place);
    const asked = where.parts[0] === 'search' ? (where.query.get('q') ?? '') : '';
    const [text, setText] = useState(asked);
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => {
        if (document.activeElement !== input.current) setText(asked);
    }, [asked]);
    useKeys({ '/': () => input.current?.select() });

    /** Searches at each key, because the service answers in some milliseconds; older requests are aborted. */
    function search(next: string) {
        setText(next);
        const isSearching = place.value.parts[0] === 'search';
        if (next.trim()) go(`/search?${new URLSearchParams({ q: next })}`, { replace: isSearching });
        else if (isSearching) go('/mails');
    }

    function press(event: KeyboardEvent) {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        search(event.key === 'Enter' ? text : '');
        focusView(); // the keys of the list work there
    }

    return (
        <div class="search-field" role="search">
            <Icon name="search" />
            <input
                ref={input}
                type="search"
                value={text}
                maxLength={1000}
                placeholder={t.search}
                aria-label={t.search}
                aria-keyshortcuts="/"
                onInput={(event) => search(event.currentTarget.value)}
                onKeyDown={press}
            />
        </div>
    );
}
