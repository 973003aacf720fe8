// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../../components/icon';
import { useTexts } from '../../i18n';
import { around, run, toggleQuotation } from './editing';

interface Props {
    field: { current: HTMLElement | null };
    onLink: () => void;
}

const states = { bold: 'bold', italic: 'italic', underline: 'underline', bullets: 'insertUnorderedList', numbers: 'insertOrderedList' } as const;

type Tool = keyof ReturnType<typeof useTexts>['compose']['tools'] & ('bold' | 'italic' | 'underline' | 'bullets' | 'numbers' | 'quote' | 'link' | 'clear');

const tools: { name: Tool; icon: IconName }[] = [
    { name: 'bold', icon: 'bold' },
    { name: 'italic', icon: 'italic' },
    { name: 'underline', icon: 'underline' },
    { name: 'bullets', icon: 'listBullets' },
    { name: 'numbers', icon: 'listNumbers' },
    { name: 'quote', icon: 'quote' },
    { name: 'link', icon: 'link' },
    { name: 'clear', icon: 'clearFormat' },
];

/** Formats of the selected text: one stop of the Tab key; arrows move between the buttons. */
export function Toolbar({ field, onLink }: Props) {
    const t = useTexts().compose.tools;
    const bar = useRef<HTMLDivElement>(null);
    const [at, setAt] = useState(0);
    const pressed = usePressed(field);

    function use(name: Tool) {
        field.current!.focus();
        if (name === 'link') onLink();
        else if (name === 'quote') toggleQuotation(field.current!);
        else if (name === 'clear') run('removeFormat');
        else run(states[name as keyof typeof states]);
    }

    function walk(event: KeyboardEvent) {
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const next = (to + tools.length) % tools.length;
        setAt(next);
        bar.current!.querySelectorAll('button')[next]!.focus();
    }

    return (
        <div ref={bar} class="editor-tools" role="toolbar" aria-label={t.label} onKeyDown={walk}>
            {tools.map(({ name, icon }, i) => (
                <button
                    key={name}
                    type="button"
                    class="icon-button"
                    title={t[name]}
                    aria-label={t[name]}
                    aria-pressed={name === 'link' || name === 'clear' ? undefined : pressed.includes(name)}
                    tabIndex={i === at ? 0 : -1}
                    onMouseDown={(event) => event.preventDefault()} // the selection stays
                    onFocus={() => setAt(i)}
                    onClick={() => use(name)}
                >
                    <Icon name={icon} />
                </button>
            ))}
        </div>
    );
}

/** Which formats the text at the caret has. */
function usePressed(field: { current: HTMLElement | null }): Tool[] {
    const [pressed, setPressed] = useState<Tool[]>([]);
    useEffect(() => {
        const look = () => {
            const element = field.current;
            if (!element?.contains(getSelection()?.anchorNode ?? null)) return;
            const found = Object.entries(states).flatMap(([name, command]) => (document.queryCommandState(command) ? [name as Tool] : []));
            const now = around(element, 'blockquote') ? [...found, 'quote' as Tool] : found;
            setPressed((before) => (before.join() === now.join() ? before : now));
        };
        // A format that is switched on at the caret causes no `selectionchange`.
        const events = ['selectionchange', 'keyup', 'click'] as const;
        for (const name of events) document.addEventListener(name, look);
        return () => events.forEach((name) => document.removeEventListener(name, look));
    }, []);
    return pressed;
}
