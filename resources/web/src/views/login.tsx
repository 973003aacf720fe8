// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../api/failure';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { CheckField, TextField } from '../components/field';
import { useTexts } from '../i18n';
import { failureText } from '../i18n/failures';
import { useValue } from '../store/observable';
import { login, wasRefused } from '../store/session';
import './login.css';

export function Login() {
    const t = useTexts().common;
    const hasEnded = useValue(wasRefused);
    const [username, setUsername] = useState('');
    const [password, setPassword] = useState('');
    const [remember, setRemember] = useState(false);
    const [problem, setProblem] = useState('');
    const [isBusy, setBusy] = useState(false);
    const name = useRef<HTMLInputElement | null>(null);
    useLayoutEffect(() => name.current?.focus(), []); // `autofocus` works once in a page, not again after a log-out

    async function submit(event: Event) {
        event.preventDefault();
        setBusy(true);
        setProblem('');
        try {
            await login(username, password, remember);
        } catch (error) {
            const isWrong = error instanceof ApiFailure && error.code === 40104;
            setProblem(isWrong ? t.login.wrong : failureText(error));
            setBusy(false);
        }
    }

    return (
        <main class="login">
            <form onSubmit={submit} class="card">
                <img src="/icons/icon.svg" alt="" width="48" height="48" />
                <h1>{t.product}</h1>
                {hasEnded && !problem && <Banner kind="info">{t.login.ended}</Banner>}
                {problem && <Banner kind="danger">{problem}</Banner>}
                <TextField
                    label={t.login.username}
                    value={username}
                    onInput={setUsername}
                    autocomplete="username"
                    required
                    inputRef={(element) => (name.current = element)}
                />
                <TextField
                    label={t.login.password}
                    type="password"
                    value={password}
                    onInput={setPassword}
                    autocomplete="current-password"
                    required
                />
                <CheckField label={t.login.remember} checked={remember} onChange={setRemember} />
                <Button type="submit" kind="primary" busy={isBusy}>
                    {t.login.submit}
                </Button>
            </form>
        </main>
    );
}
