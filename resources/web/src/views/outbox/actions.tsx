// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';
import { cancelOutboxMail, retryOutboxMail } from '../../api/outbox';
import type { OutboxMail } from '../../api/types';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { toast } from '../../store/toasts';

type Question = 'cancel' | 'retry';

/** The actions for a mail of the outbox; asks before an action that cannot be undone. */
export function OutboxActions({ mail, onChange }: { mail: OutboxMail; onChange: () => void }) {
    const t = useTexts().compose.outbox;
    const [question, setQuestion] = useState<Question | null>(null);
    const [isBusy, setBusy] = useState(false);

    async function act(done: string, request: () => Promise<unknown>) {
        setQuestion(null);
        setBusy(true);
        try {
            await request();
            toast(done);
        } catch (error) {
            const isTooLate = error instanceof ApiFailure && error.code === 40906;
            toast(isTooLate ? t.tooLate : t.failedAction(failureText(error)), { isFailure: true });
        }
        setBusy(false);
        onChange();
    }

    const retry = () => act(t.retried, () => retryOutboxMail(mail.id));
    const cancel = () => act(mail.status === 'queued' ? t.cancelledNow : t.putAwayNow, () => cancelOutboxMail(mail.id));
    const isOver = mail.status === 'sent' || mail.status === 'cancelled' || mail.status === 'sending';
    if (isOver) return null;
    const isQueued = mail.status === 'queued';
    return (
        <span class="row-of-buttons outbox-actions">
            <Button busy={isBusy} onClick={() => (mail.status === 'unknown' ? setQuestion('retry') : void retry())}>
                {isQueued ? t.tryNow : t.retry}
            </Button>
            <Button kind="plain" disabled={isBusy} onClick={() => setQuestion('cancel')}>
                {isQueued ? t.cancel : t.putAway}
            </Button>
            {question === 'cancel' && (
                <Ask title={isQueued ? t.askCancel : t.askPutAway} text={t.askCancelText} act={isQueued ? t.cancel : t.putAway} isDanger onYes={() => void cancel()} onNo={() => setQuestion(null)} />
            )}
            {question === 'retry' && (
                <Ask title={t.askRetry} text={t.askRetryText} act={t.retry} onYes={() => void retry()} onNo={() => setQuestion(null)} />
            )}
        </span>
    );
}

interface AskProps {
    title: string;
    text: string;
    act: string;
    isDanger?: boolean;
    onYes: () => void;
    onNo: () => void;
}

function Ask({ title, text, act, isDanger, onYes, onNo }: AskProps) {
    const t = useTexts().compose.outbox;
    const actions = (
        <>
            <Button onClick={onNo}>{t.keep}</Button>
            <Button kind={isDanger ? 'danger' : 'primary'} onClick={onYes}>
                {act}
            </Button>
        </>
    );
    return (
        <Dialog title={title} onClose={onNo} actions={actions}>
            <p>{text}</p>
        </Dialog>
    );
}
