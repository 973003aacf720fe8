// SPDX-License-Identifier: GPL-3.0-or-later
import { useId, useRef } from 'preact/hooks';
import type { WebhookWarning } from '../../api/webhooks';
import { useTexts } from '../../i18n';
import './editor.css';
import { type Fault, faultKindOf, piecesOf, spotOf } from './position';

/** A function of a component that others may call. */
export interface Handle<T> {
    current: T;
}

export interface TemplateEditorProps {
    text: string;
    fault: Fault | null;
    warnings: WebhookWarning[];
    onInput: (text: string) => void;
    /** Set by the editor: moves the caret to a position. */
    jump: Handle<(position: number) => void>;
    /** Set by the editor: inserts a text at the caret. */
    insert: Handle<(text: string) => void>;
}

/** A text with line numbers; variables, unknown ones and the error are marked behind it. */
export function TemplateEditor({ text, fault, warnings, onInput, jump, insert }: TemplateEditorProps) {
    const t = useTexts().webhooks;
    const id = useId();
    const area = useRef<HTMLTextAreaElement>(null);
    const faultSpot = fault && spotOf(text, fault.position);
    const faultKind = fault && faultKindOf(text, fault);
    const warned = new Set(warnings.map(({ position }) => spotOf(text, position).line));

    jump.current = (position) => {
        area.current?.focus();
        area.current?.setSelectionRange(position, position);
        area.current?.scrollIntoView({ block: 'nearest' });
    };
    insert.current = (inserted) => insertInto(area.current!, inserted);

    const lineClass = (line: number) => (line === faultSpot?.line ? 'fault' : warned.has(line) ? 'warned' : undefined);
    const pieces = piecesOf(text, warnings.map(({ position }) => position), fault?.position ?? null);
    return (
        <div class="field">
            <label for={id}>{t.template}</label>
            <div class={`template-editor ${fault ? 'wrong' : ''}`} dir="ltr">
                <div class="template-lines" aria-hidden="true">
                    {text.split('\n').map((_, index) => (
                        <span key={index} class={lineClass(index + 1)}>
                            {index + 1}
                        </span>
                    ))}
                </div>
                <div class="template-sheet">
                    <pre class="template-marks" aria-hidden="true">
                        {pieces.map(({ text: piece, kind }, index) =>
                            kind === 'plain' ? piece : <mark key={index} class={kind}>{piece}</mark>,
                        )}
                        {'\n'}
                    </pre>
                    <textarea
                        id={id}
                        ref={area}
                        value={text}
                        wrap="off"
                        maxLength={65536}
                        spellcheck={false}
                        autocomplete="off"
                        autocapitalize="off"
                        aria-invalid={!!fault}
                        aria-describedby={`${id}-more`}
                        onInput={(event) => onInput(event.currentTarget.value)}
                    />
                </div>
            </div>
            <div id={`${id}-more`}>
                <div class="hint">{t.templateHint}</div>
                <div aria-live="polite">
                    {fault && faultSpot && (
                        <div class="problem template-note">
                            <span dir="auto">
                                {t.fault(faultSpot.line, faultSpot.column, faultKind ? t.faultKind[faultKind] : fault.reason)}
                            </span>
                            <GoThere onClick={() => jump.current(fault.position)} />
                        </div>
                    )}
                    {warnings.map(({ path, position }) => (
                        <div key={position} class="template-note warning">
                            <span dir="auto">{t.unknown(path, spotOf(text, position).line)}</span>
                            <GoThere onClick={() => jump.current(position)} />
                        </div>
                    ))}
                </div>
            </div>
        </div>
    );
}

function GoThere({ onClick }: { onClick: () => void }) {
    const t = useTexts().webhooks;
    return (
        <button type="button" class="link-button" onClick={onClick}>
            {t.goThere}
        </button>
    );
}

/** Inserts a text as if it were typed, so that the browser can undo it. */
function insertInto(area: HTMLTextAreaElement, text: string): void {
    area.focus();
    // Deprecated, but nothing else keeps the browser's undo history.
    if (document.execCommand('insertText', false, text)) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
}
