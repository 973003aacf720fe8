// SPDX-License-Identifier: GPL-3.0-or-later
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { addressOf, formatAddress, isAddress, parseList, shownName } from '../../store/compose/address';
import { type KnownAddress, knownAddresses, suggestions } from '../../store/compose/known';
import { Chip } from './chip';
import './recipients.css';
import { SuggestionList } from './suggestionlist';

interface Props {
    label: string;
    entries: string[];
    typing: string;
    /** Wrong addresses are marked, also while they are typed. */
    isChecked: boolean;
    isFocused: boolean;
    onChange: (entries: string[], typing: string) => void;
}

/**
 * Addresses as chips with a field behind them. Enter, comma, semicolon and Tab turn typed text into a chip.
 * Backspace and the left arrow move the focus to the chips. There, arrows move it, Backspace and Delete remove a
 * chip, and Enter edits it.
 */
export function Recipients({ label, entries, typing, isChecked, isFocused, onChange }: Props) {
    const t = useTexts().compose.recipients;
    const id = useId();
    const input = useRef<HTMLInputElement>(null);
    const list = useRef<HTMLUListElement>(null);
    const [known, setKnown] = useState<KnownAddress[]>([]);
    const [isOpen, setOpen] = useState(false);
    const [marked, setMarked] = useState(0);
    const [said, setSaid] = useState('');
    const taken = entries.map((entry) => addressOf(entry).toLowerCase());
    const found = isOpen ? suggestions(known, typing, taken) : [];

    useLayoutEffect(() => {
        if (isFocused) input.current!.focus();
    }, [isFocused]);

    function commit(text = typing) {
        const added = parseList(text).filter((entry) => !taken.includes(addressOf(entry).toLowerCase()));
        onChange([...entries, ...added], '');
        setOpen(false);
        if (added.length > 0) setSaid(t.added(added.map(shownName).join(', ')));
    }

    /** Of the remaining chips, `next` gets the focus. */
    function remove(at: number, next = at < entries.length - 1 ? at : at - 1) {
        setSaid(t.removed(shownName(entries[at]!)));
        onChange(entries.filter((_, i) => i !== at), typing);
        focusChip(next);
    }

    function edit(at: number) {
        const text = [typing.trim(), entries[at]].filter(Boolean).join(', ');
        onChange(entries.filter((_, i) => i !== at), text);
        input.current!.focus();
    }

    /** Runs after the rendering. An index behind the last chip means the field. */
    function focusChip(at: number) {
        setTimeout(() => {
            const chips = list.current?.querySelectorAll<HTMLElement>('.address-chip') ?? [];
            (chips[at] ?? input.current)?.focus();
        });
    }

    function type(text: string) {
        setMarked(0);
        setOpen(true);
        void knownAddresses().then(setKnown);
        // A separator ends an address, but not inside "Berg, Anna" <...
        const isEnded = /[,;，；\n]\s*$/.test(text) && parseList(text).every((entry) => isAddress(addressOf(entry)));
        if (isEnded && text.trim().length > 1) commit(text);
        else onChange(entries, text);
    }

    function press(event: KeyboardEvent) {
        if (event.isComposing) return;
        const isAtStart = input.current!.selectionStart === 0 && input.current!.selectionEnd === 0;
        if (pressInList(event)) return;
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            if (typing.trim()) commit();
        } else if ((event.key === ',' || event.key === ';' || event.key === 'Tab') && isComplete(typing)) {
            if (event.key !== 'Tab') event.preventDefault();
            commit();
        } else if (event.key === 'Backspace' && typing === '' && entries.length > 0) {
            event.preventDefault();
            remove(entries.length - 1, entries.length);
        } else if (event.key === 'ArrowLeft' && isAtStart && entries.length > 0) {
            focusChip(entries.length - 1);
        }
    }

    function pressInList(event: KeyboardEvent): boolean {
        if (found.length === 0) return false;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) setMarked((marked + step + found.length) % found.length);
        else if (event.key === 'Enter' || (event.key === 'Tab' && !isComplete(typing))) take(found[marked]!);
        else if (event.key === 'Escape') setOpen(false);
        else return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
    }

    function take(one: KnownAddress) {
        const entry = formatAddress(one);
        onChange([...entries, entry], '');
        setOpen(false);
        setSaid(t.added(shownName(entry)));
        input.current!.focus();
    }

    function pressChip(event: KeyboardEvent, at: number) {
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: entries.length }[event.key];
        if (to !== undefined) focusChip(Math.max(0, to));
        else if (event.key === 'Backspace' || event.key === 'Delete') remove(at);
        else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) edit(at);
        else return;
        event.preventDefault();
    }

    function paste(event: ClipboardEvent) {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const all = parseList(typing + text);
        if (!all.some((entry) => isAddress(addressOf(entry)))) return;
        if (input.current!.selectionEnd !== typing.length) return; // in the middle of the text: pasted as text
        event.preventDefault();
        commit(typing + text);
    }

    const wrong = isChecked ? [...entries, ...(typing.trim() ? [typing.trim()] : [])].filter((one) => !isAddress(addressOf(one))) : [];
    const markedId = found.length > 0 ? `${id}-${marked}` : undefined;
    return (
        <>
            <label class="compose-label" for={id}>
                {label}
            </label>
            <div class="recipients" onClick={(event) => event.target === event.currentTarget && input.current!.focus()}>
                {entries.length > 0 && (
                    <ul ref={list} aria-label={label}>
                        {entries.map((entry, at) => (
                            <Chip key={entry} entry={entry} onRemove={() => remove(at)} onEdit={() => edit(at)} onKeyDown={(event) => pressChip(event, at)} />
                        ))}
                    </ul>
                )}
                <input
                    ref={input}
                    id={id}
                    dir="auto"
                    value={typing}
                    type="text"
                    inputMode="email"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck={false}
                    role="combobox"
                    aria-autocomplete="list"
                    aria-expanded={found.length > 0}
                    aria-controls={`${id}-list`}
                    aria-activedescendant={markedId}
                    aria-invalid={wrong.length > 0}
                    onInput={(event) => type(event.currentTarget.value)}
                    onKeyDown={press}
                    onPaste={paste}
                    onBlur={() => typing.trim() && commit()}
                />
                <SuggestionList id={id} found={found} marked={marked} onTake={take} />
                <span class="visually-hidden" role="status">
                    {found.length > 0 ? t.count(found.length) : said}
                </span>
            </div>
        </>
    );
}

function isComplete(text: string): boolean {
    return isAddress(addressOf(text.trim()));
}
