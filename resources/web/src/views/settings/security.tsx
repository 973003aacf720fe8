// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { logoutEverywhere } from '../../api/settings';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { useSelected } from '../../store/observable';
import { session } from '../../store/session';
import { toast } from '../../store/toasts';
import { PasswordForm } from './password';

export function SecuritySection() {
    const t = useTexts().settings;
    const username = useSelected(session, (now) => now?.username ?? '');
    return (
        <section class="card">
            <h2>{t.security}</h2>
            <p class="soft">
                <bdi>{t.user(username)}</bdi>
            </p>
            <PasswordForm username={username} />
            <hr class="hairline" />
            <p class="soft">{t.everywhereHint}</p>
            <LogoutEverywhere />
        </section>
    );
}

function LogoutEverywhere() {
    const t = useTexts().settings;
    const common = useTexts().common;
    const [isAsking, setAsking] = useState(false);
    const [isBusy, setBusy] = useState(false);

    async function logout() {
        setBusy(true);
        try {
            await logoutEverywhere();
        } catch (error) {
            toast(failureText(error), { isFailure: true });
            setBusy(false);
        }
    }

    const actions = (
        <>
            <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
            <Button kind="danger" icon="logout" busy={isBusy} onClick={() => void logout()}>
                {t.everywhere}
            </Button>
        </>
    );
    return (
        <>
            <Button kind="danger" icon="logout" onClick={() => setAsking(true)}>
                {t.everywhere}
            </Button>
            {isAsking && (
                <Dialog title={t.everywhereTitle} onClose={() => setAsking(false)} actions={actions}>
                    <p>{t.everywhereHint}</p>
                </Dialog>
            )}
        </>
    );
}
