// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';
import type { Doubt } from './checks';

/** Asks before a mail is sent that may be unfinished. */
export function SendQuestion({ reasons, onAnswer }: { reasons: readonly Doubt[]; onAnswer: (isToSend: boolean) => void }) {
    const t = useTexts().compose.ask;
    const actions = (
        <>
            <Button onClick={() => onAnswer(false)}>{t.back}</Button>
            <Button kind="primary" autofocus onClick={() => onAnswer(true)}>
                {t.anyway}
            </Button>
        </>
    );
    return (
        <Dialog title={t.title} onClose={() => onAnswer(false)} actions={actions}>
            {reasons.map((reason) => (
                <p key={reason}>{t[reason]}</p>
            ))}
        </Dialog>
    );
}
