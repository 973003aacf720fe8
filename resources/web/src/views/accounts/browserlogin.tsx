// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef, useState } from 'preact/hooks';
import { type DeviceStart, type OAuthProvider, oauthProviders } from '../../api/oauth';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { texts, useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { SignInFailure, signInWithBrowser } from './browsersignin';
import { signInWithCode } from './codesignin';
import { isAbort } from './patience';
import './browserlogin.css';

export interface BrowserLoginProps {
    provider: string;
    email: string;
    onGrant: (grant: string) => void;
}

type Way = { kind: 'browser'; address: string } | { kind: 'code'; begun: DeviceStart | null };

/** The sign-in at a provider: in a separate window, or with a code on any device. */
export function BrowserLogin({ provider, email, onGrant }: BrowserLoginProps) {
    const t = useTexts();
    const [way, setWay] = useState<Way | null>(null);
    const [problem, setProblem] = useState('');
    const known = useProvider(provider);
    const aborter = useRef<AbortController | null>(null);
    const buttons = useRef<HTMLDivElement>(null);
    useEffect(() => () => aborter.current?.abort(), []);

    async function run(begin: Way, sign: (signal: AbortSignal) => Promise<string>) {
        aborter.current?.abort();
        const mine = (aborter.current = new AbortController());
        setWay(begin);
        setProblem('');
        try {
            onGrant(await sign(mine.signal));
        } catch (error) {
            if (!isAbort(error)) setProblem(wordsOf(error));
        }
        if (aborter.current === mine) setWay(null);
    }

    function inBrowser() {
        const page = window.open('about:blank', '_blank', 'popup,width=560,height=720');
        const onAddress = (address: string) => setWay({ kind: 'browser', address });
        void run({ kind: 'browser', address: '' }, (signal) =>
            signInWithBrowser({ provider, email, page, signal, onAddress }),
        );
    }

    function withCode() {
        void run({ kind: 'code', begun: null }, (signal) =>
            signInWithCode(provider, signal, (begun) => setWay({ kind: 'code', begun })),
        );
    }

    /** Moves the focus to the button that began the sign-in, because the cancel button disappears. */
    function cancel() {
        buttons.current?.querySelector<HTMLElement>('[aria-busy=true]')?.focus();
        aborter.current?.abort();
    }

    return (
        <div class="browser-login">
            <p class="soft">{t.accounts.login.atProvider}</p>
            {problem && <Banner kind="danger">{problem}</Banner>}
            <div class="row-of-buttons" ref={buttons}>
                <Button kind="primary" icon="globe" busy={way?.kind === 'browser'} onClick={inBrowser}>
                    {t.accounts.login.withBrowser}
                </Button>
                {known?.hasDeviceFlow && (
                    <Button icon="key" busy={way?.kind === 'code'} onClick={withCode}>
                        {t.accounts.login.withCode}
                    </Button>
                )}
                {way && <Button onClick={cancel}>{t.common.cancel}</Button>}
            </div>
            <div role="status">
                {way?.kind === 'browser' && <Waiting address={way.address} />}
                {way?.kind === 'code' && way.begun && <Code begun={way.begun} />}
            </div>
        </div>
    );
}

function Waiting({ address }: { address: string }) {
    const t = useTexts().accounts.login;
    return (
        <>
            <p>{t.waiting}</p>
            {address && (
                <a href={address} target="_blank" rel="noreferrer">
                    {t.openAgain}
                </a>
            )}
        </>
    );
}

function Code({ begun }: { begun: DeviceStart }) {
    const t = useTexts().accounts.login;
    return (
        <>
            <p>{t.codeLead}</p>
            <a href={begun.verificationUrl} target="_blank" rel="noreferrer">
                {begun.verificationUrl}
            </a>
            <p class="user-code">{begun.userCode}</p>
            <p class="soft">{t.codeWaiting}</p>
        </>
    );
}

function useProvider(name: string): OAuthProvider | null {
    const [provider, setProvider] = useState<OAuthProvider | null>(null);
    useEffect(() => {
        oauthProviders().then(
            (all) => setProvider(all.find((one) => one.name === name) ?? null),
            () => {},
        );
    }, [name]);
    return provider;
}

function wordsOf(error: unknown): string {
    const t = texts().accounts.login;
    if (!(error instanceof SignInFailure)) return failureText(error);
    switch (error.trouble) {
        case 'refused':
            return t.refused(error.reason);
        case 'providerFailed':
            return t.providerFailed(error.reason);
        default:
            return t[error.trouble];
    }
}
