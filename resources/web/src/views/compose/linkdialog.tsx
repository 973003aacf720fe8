// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { escapeHtml, safeLink } from '../../store/compose/html';
import { insertHtml, run, select } from './editing';

interface Props {
    /** The text that becomes the link. */
    range: Range;
    onClose: () => void;
    onSet: (address: string) => void;
}

/** Asks for the address of a link. */
export function LinkDialog({ range, onClose, onSet }: Props) {
    const { common, compose } = useTexts();
    const t = compose.link;
    const link = linkAt(range);
    const [address, setAddress] = useState(link?.getAttribute('href') ?? '');
    const [problem, setProblem] = useState('');

    function set(event: Event) {
        event.preventDefault();
        event.stopPropagation(); // must not submit the form of the mail
        const safe = safeLink(address);
        if (!safe) return setProblem(t.wrong);
        onClose();
        afterClosing(() => {
            if (range.collapsed && !link) insertHtml(`<a href="${escapeHtml(safe)}">${escapeHtml(address.trim())}</a>`);
            else onSet(safe);
        });
    }

    function remove() {
        onClose();
        afterClosing(() => run('unlink'));
    }

    /** Runs after the dialog has returned the focus, and restores the selection first. */
    function afterClosing(act: () => void) {
        setTimeout(() => {
            if (link) range.selectNodeContents(link);
            select(range);
            act();
        });
    }

    const actions = (
        <>
            {link && (
                <Button kind="danger" onClick={remove}>
                    {t.remove}
                </Button>
            )}
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button kind="primary" onClick={set as (event: MouseEvent) => void}>
                {t.set}
            </Button>
        </>
    );
    return (
        <Dialog title={t.title} onClose={onClose} actions={actions}>
            <div onKeyDown={(event) => event.key === 'Enter' && set(event)}>
                <TextField label={t.address} value={address} onInput={setAddress} type="text" problem={problem} autofocus />
            </div>
        </Dialog>
    );
}

function linkAt(range: Range): HTMLAnchorElement | null {
    const node = range.startContainer;
    return (node instanceof Element ? node : node.parentElement)?.closest('a') ?? null;
}
