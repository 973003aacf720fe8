// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { escapeHtml, safeLink } from '../../store/compose/html';
import { insertHtml, run, select } from './editing';

interface Props {
    /** What becomes the link. */
    range: Range;
    onClose: () => void;
    onSet: (address: string) => void;
}

/** Asks where a link leads. */
export function LinkDialog({ range, onClose, onSet }: Props) {
    const { common, compose } = useTexts();
    const t = compose.link;
    const link = linkAt(range);
    const [address, setAddress] = useState(link?.getAttribute('href') ?? '');
    const [problem, setProblem] = useState('');

    function set(event: Event) {
        event.preventDefault();
        event.stopPropagation(); // not the form of the mail
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

    /** The dialog gives the focus back first; then the selection is put where it was. */
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
