// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { cleanHtml, mailHtml } from '../../store/compose/html';
import { insertHtml, leaveQuotation, run, selectionIn } from './editing';
import './editor.css';
import { LinkDialog } from './linkdialog';
import { Toolbar } from './toolbar';

export interface EditorHandle {
    /** Reports typed text that is not reported yet. */
    flush(): void;
}

interface Props {
    handle: { current: EditorHandle | null };
    /** The initial text; later values are ignored. */
    html: string;
    /** The text as HTML that may go into a mail; "" if it is empty. */
    onChange: (html: string) => void;
    onFiles: (files: readonly File[]) => void;
}

const quick = 50_000; // characters; longer texts are not read at each key
const pause = 300; // ms

/** A mail's text with simple formatting. */
export function Editor({ handle, html, onChange, onFiles }: Props) {
    const t = useTexts().compose;
    const field = useRef<HTMLDivElement>(null);
    const timer = useRef<number | null>(null);
    const [isEmpty, setEmpty] = useState(html === '');
    const [linkRange, setLinkRange] = useState<Range | null>(null);

    // A layout effect, before the field is visible: later, it would replace text that was typed already.
    useLayoutEffect(() => {
        field.current!.innerHTML = cleanHtml(html);
        for (const command of ['styleWithCSS', 'defaultParagraphSeparator'] as const)
            document.execCommand(command, false, command === 'styleWithCSS' ? 'false' : 'div');
    }, []);

    function report() {
        if (timer.current !== null) clearTimeout(timer.current);
        timer.current = null;
        onChange(mailHtml(field.current!.innerHTML));
    }

    handle.current = { flush: () => timer.current !== null && field.current && report() };

    function changed() {
        const element = field.current!;
        setEmpty(element.textContent === '' && !element.querySelector('li, blockquote, img, hr'));
        if (element.innerHTML.length < quick) report();
        else timer.current ??= window.setTimeout(report, pause);
    }

    function paste(event: ClipboardEvent) {
        const data = event.clipboardData;
        if (!data) return;
        const pasted = data.getData('text/html');
        const text = data.getData('text/plain');
        // Office programs add a picture of the text to the text: then only the text is used.
        if (data.files.length > 0 && !text) {
            event.preventDefault();
            onFiles([...data.files].map((file) => named(file, t.files.image)));
        } else if (pasted) {
            event.preventDefault();
            insertHtml(cleanHtml(pasted));
        }
    }

    /** Cleans text that is dropped here: it contains the markup of its page. */
    function beforeInput(event: InputEvent) {
        const dropped = event.inputType === 'insertFromDrop' ? event.dataTransfer?.getData('text/html') : '';
        const range = event.getTargetRanges?.()[0];
        if (!dropped || !range) return;
        event.preventDefault();
        const selection = getSelection()!;
        selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
        insertHtml(cleanHtml(dropped));
    }

    function press(event: KeyboardEvent) {
        const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
        if (isCommand && event.key.toLowerCase() === 'k') {
            event.preventDefault();
            setLinkRange(selectionIn(field.current!));
        } else if (event.key === 'Enter' && !event.shiftKey && !isCommand && leaveQuotation(field.current!)) {
            event.preventDefault();
        }
    }

    return (
        <div class="editor-frame">
            <Toolbar field={field} onLink={() => setLinkRange(selectionIn(field.current!))} />
            <div
                ref={field}
                class={`editor ${isEmpty ? 'is-empty' : ''}`}
                contentEditable
                role="textbox"
                aria-multiline="true"
                aria-label={t.message}
                aria-placeholder={t.placeholder}
                data-placeholder={t.placeholder}
                dir="auto"
                tabIndex={0}
                onInput={changed}
                onBlur={() => handle.current?.flush()}
                onPaste={paste}
                onBeforeInput={beforeInput}
                onKeyDown={press}
            />
            {linkRange && <LinkDialog range={linkRange} onClose={() => setLinkRange(null)} onSet={(address) => run('createLink', address)} />}
        </div>
    );
}

/** Gives pictures from the clipboard a name with the time, because browsers give all of them the same name. */
function named(file: File, word: string): File {
    const ending = /\.\w+$/.exec(file.name)?.[0] ?? '.png';
    const isPlain = /^image\.\w+$/i.test(file.name);
    return isPlain ? new File([file], `${word}-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-')}${ending}`, { type: file.type }) : file;
}
