// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { removeAccount } from '../../api/accounts';
import { ApiFailure } from '../../api/failure';
import type { Account } from '../../api/types';
import { Button } from '../../components/button';
import { CheckField } from '../../components/field';
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';
import { accounts } from '../../store/accounts';
import { useAction } from './action';
import './removedialog.css';

/** Explains what is deleted and what stays, before a mailbox is removed. */
export function RemoveDialog({
    account,
    onClose,
    onRemoved,
}: {
    account: Account;
    onClose: () => void;
    onRemoved?: () => void;
}) {
    const t = useTexts();
    const texts = t.accounts.removal;
    const [isSure, setSure] = useState(false);
    const { run, isBusy } = useAction();

    async function remove() {
        const isGone = await run(() => removeAccount(account.id).catch(unlessGone), texts.done(account.name));
        if (!isGone) return;
        accounts.update((all) => all?.filter(({ id }) => id !== account.id) ?? null);
        onClose();
        onRemoved?.();
    }

    const actions = (
        <>
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button kind="danger" icon="trash" disabled={!isSure} busy={isBusy} onClick={() => void remove()}>
                {t.common.remove}
            </Button>
        </>
    );
    return (
        <Dialog title={texts.title} onClose={onClose} actions={actions}>
            <p dir="auto">{texts.question(account.email)}</p>
            <h3 class="removal-title">{texts.goes}</h3>
            <ul class="removal">
                <li>{texts.goesMails(account.mailCount)}</li>
                <li>{texts.goesSettings}</li>
            </ul>
            <h3 class="removal-title">{texts.stays}</h3>
            <ul class="removal">
                <li>{texts.staysServer}</li>
                <li>{texts.staysOthers}</li>
            </ul>
            <CheckField label={texts.check} checked={isSure} onChange={setSure} />
        </Dialog>
    );
}

function unlessGone(error: unknown): null {
    if (error instanceof ApiFailure && error.code === 40402) return null;
    throw error;
}
