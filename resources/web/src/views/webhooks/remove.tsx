// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { removeWebhook, type Webhook } from '../../api/webhooks';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { go } from '../../store/router';
import { toast } from '../../store/toasts';

/** Deletes the webhook, after a question. */
export function RemoveWebhook({ webhook, leaveFreely }: { webhook: Webhook; leaveFreely: () => void }) {
    const t = useTexts().webhooks;
    const common = useTexts().common;
    const [isAsking, setAsking] = useState(false);
    const [isBusy, setBusy] = useState(false);

    async function remove() {
        setBusy(true);
        try {
            await removeWebhook(webhook.id);
            toast(t.removed);
            leaveFreely();
            go('/webhooks');
        } catch (error) {
            toast(failureText(error), { isFailure: true });
            setBusy(false);
        }
    }

    const actions = (
        <>
            <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
            <Button kind="danger" icon="trash" busy={isBusy} onClick={() => void remove()}>
                {t.remove}
            </Button>
        </>
    );
    return (
        <>
            <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
                {t.remove}
            </Button>
            {isAsking && (
                <Dialog title={t.removeTitle} onClose={() => setAsking(false)} actions={actions}>
                    <p dir="auto">{t.removeText(webhook.name)}</p>
                </Dialog>
            )}
        </>
    );
}
