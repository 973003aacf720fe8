// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../i18n';
import { onEvent } from '../live/feed';

const pause = 1000; // ms; mails that arrive together are announced together

/** Announces new mail to screen readers, in all views. */
export function NewMailNote() {
    const t = useTexts().mails;
    const [said, say] = useState('');
    useEffect(() => {
        let count = 0;
        let timer = 0;
        const end = onEvent('mail.received', () => {
            ++count;
            clearTimeout(timer);
            say(''); // so that the same words are announced again
            timer = window.setTimeout(() => {
                say(t.newMails(count));
                count = 0;
            }, pause);
        });
        return () => {
            end();
            clearTimeout(timer);
        };
    }, [t]);
    return (
        <div class="visually-hidden" aria-live="polite">
            {said}
        </div>
    );
}
