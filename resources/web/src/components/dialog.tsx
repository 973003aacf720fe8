// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../i18n';
import { IconButton } from './button';
import './dialog.css';

export interface DialogProps {
    title: string;
    children: ComponentChildren;
    onClose: () => void;
    /** Buttons at the end. */
    actions?: ComponentChildren;
}

/** A window over the page. Escape and a click beside it close it; the focus then returns to where it was. */
export function Dialog({ title, children, onClose, actions }: DialogProps) {
    const ref = useRef<HTMLDialogElement>(null);
    const id = useId();
    const t = useTexts();
    useLayoutEffect(() => {
        const dialog = ref.current!;
        const had = document.activeElement as HTMLElement | null;
        const before = had === document.body ? document.querySelector<HTMLElement>('main') : had;
        dialog.showModal();
        return () => {
            dialog.close();
            before?.focus();
        };
    }, []);
    const closeBeside = (event: MouseEvent) => event.target === ref.current && onClose();
    const cancel = (event: Event) => {
        event.preventDefault();
        onClose();
    };
    return (
        <dialog ref={ref} class="dialog" aria-labelledby={id} onCancel={cancel} onMouseDown={closeBeside}>
            <div class="dialog-body">
                <header>
                    <h2 id={id}>{title}</h2>
                    <IconButton icon="close" label={t.common.close} onClick={onClose} />
                </header>
                <div class="dialog-content">{children}</div>
                {actions && <footer class="row-of-buttons">{actions}</footer>}
            </div>
        </dialog>
    );
}
