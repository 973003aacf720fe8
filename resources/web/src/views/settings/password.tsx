// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';
import { changePassword } from '../../api/settings';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { toast } from '../../store/toasts';
import { passwordProblems } from './passwords';

const wrongPassword = 40104;

/** `username` is for password managers. */
export function PasswordForm({ username }: { username: string }) {
    const t = useTexts().settings;
    const [before, setBefore] = useState('');
    const [after, setAfter] = useState('');
    const [again, setAgain] = useState('');
    const [problems, setProblems] = useState<Record<string, string | undefined>>({});
    const [failure, setFailure] = useState('');
    const [isBusy, setBusy] = useState(false);

    async function submit(event: Event) {
        event.preventDefault();
        const found = passwordProblems(after, again);
        setProblems({ after: found.after && t[found.after], again: found.again && t[found.again] });
        setFailure('');
        if (found.after || found.again) return;
        setBusy(true);
        try {
            await changePassword(before, after);
            for (const clear of [setBefore, setAfter, setAgain]) clear('');
            toast(t.changed);
        } catch (error) {
            const isWrong = error instanceof ApiFailure && error.code === wrongPassword;
            if (isWrong) setProblems({ before: t.wrong });
            else setFailure(failureText(error));
        } finally {
            setBusy(false);
        }
    }

    return (
        <form onSubmit={(event) => void submit(event)} class="password-form">
            <h3>{t.password}</h3>
            <p class="soft">{t.passwordHint}</p>
            <input class="visually-hidden" autocomplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
            <TextField
                label={t.before}
                type="password"
                autocomplete="current-password"
                value={before}
                problem={problems.before}
                onInput={setBefore}
                required
            />
            <TextField
                label={t.after}
                type="password"
                autocomplete="new-password"
                value={after}
                hint={t.afterHint}
                problem={problems.after}
                onInput={setAfter}
                required
            />
            <TextField
                label={t.again}
                type="password"
                autocomplete="new-password"
                value={again}
                problem={problems.again}
                onInput={setAgain}
                required
            />
            {failure && <Banner kind="danger">{failure}</Banner>}
            <Button type="submit" icon="key" busy={isBusy}>
                {t.password}
            </Button>
        </form>
    );
}
