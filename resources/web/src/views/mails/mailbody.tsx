// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { type FrameTicket, makeFrameTicket } from '../../api/mails';
import type { MailDetail } from '../../api/types';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { useSelected } from '../../store/observable';
import { changeSettings, settings } from '../../store/settings';
import { toast } from '../../store/toasts';
import './mailbody.css';
import { MailFrame } from './mailframe';
import { plainTextOf } from './plaintext';

/** The text of a mail in a separate document; remote images on demand. */
export function MailBody({ mail }: { mail: MailDetail }) {
    const t = useTexts().mails;
    const sender = mail.from.toLowerCase();
    const isTrusted = useSelected(settings, ({ imageSenders }) => imageSenders.includes(sender));
    const [isAsked, setAsked] = useState(false);
    const images = isTrusted || isAsked;
    const [ticket, setTicket] = useState<FrameTicket | null>(null);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
        let isCurrent = true;
        setFailure(null);
        makeFrameTicket(mail.id, images).then(
            (made) => isCurrent && setTicket(made),
            (error: unknown) => isCurrent && setFailure(error),
        );
        return () => {
            isCurrent = false;
        };
    }, [mail.id, images, mail.bodyState]);

    async function trust() {
        setAsked(true);
        try {
            await changeSettings({ imageSenders: [...settings.value.imageSenders, sender] });
        } catch (error) {
            toast(failureText(error), { isFailure: true });
        }
    }

    if (failure) return <PlainBody mail={mail} failure={failure} />;
    const areHidden = ticket && !images && ticket.remoteImages > 0;
    return (
        <>
            {areHidden && (
                <Banner
                    kind="info"
                    action={
                        <div class="row-of-buttons">
                            <Button onClick={() => setAsked(true)}>{t.showImages}</Button>
                            {sender && (
                                <Button kind="plain" onClick={() => void trust()}>
                                    {t.alwaysShowImages(sender)}
                                </Button>
                            )}
                        </div>
                    }
                >
                    {t.imagesHidden(ticket.remoteImages)}
                </Banner>
            )}
            {ticket && <MailFrame url={ticket.url} />}
        </>
    );
}

/** Shown without the service: the text only. */
function PlainBody({ mail, failure }: { mail: MailDetail; failure: unknown }) {
    const t = useTexts().mails;
    const why = navigator.onLine ? `${failureText(failure)} ${t.plainText}` : t.offlineText;
    return (
        <>
            <Banner kind="warning">{why}</Banner>
            <pre class="plain-body" dir="auto" tabIndex={0}>
                {plainTextOf(mail)}
            </pre>
        </>
    );
}
