// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { unsubscribe } from '../../api/mails';
import type { MailDetail } from '../../api/types';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { go } from '../../store/router';
import { toast } from '../../store/toasts';

/** Leaves a mailing list in the way that the mail offers (RFC 8058, RFC 2369). */
export function UnsubscribeDialog({ mail, onClose }: { mail: MailDetail; onClose: () => void }) {
    const { mails: t, common } = useTexts();
    const [isBusy, setBusy] = useState(false);
    const way = mail.unsubscribe!;

    async function leave() {
        if (!way.oneClick) {
            if (way.url) window.open(way.url, '_blank', 'noopener,noreferrer');
            else if (way.email) go(`/compose?${new URLSearchParams({ to: way.email, subject: 'unsubscribe' })}`);
            return onClose();
        }
        setBusy(true);
        try {
            toast(t.unsubscribed((await unsubscribe(mail.id)).host));
        } catch (error) {
            toast(failureText(error), { isFailure: true });
        }
        onClose();
    }

    const actions = (
        <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button kind="primary" busy={isBusy} onClick={() => void leave()}>
                {t.unsubscribe}
            </Button>
        </>
    );
    return (
        <Dialog title={t.unsubscribe} onClose={onClose} actions={actions}>
            <p dir="auto">{t.unsubscribeAsk(mail.fromName || mail.from)}</p>
            {!way.oneClick && (
                <p class="soft cut" dir="ltr">
                    {way.url ?? way.email}
                </p>
            )}
        </Dialog>
    );
}
