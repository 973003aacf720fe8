// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from './components/button';
import { Empty } from './components/empty';
import { lazy } from './components/lazy';
import { Toaster } from './components/toaster';
import { useTexts } from './i18n';
import { start, stop } from './live/feed';
import { accounts, followAccounts, loadAccounts } from './store/accounts';
import { followSending } from './store/compose/send';
import { useValue } from './store/observable';
import { followLink, go, place, type Place } from './store/router';
import { renewSession, session } from './store/session';
import { loadSettings } from './store/settings';
import { Login } from './views/login';
import { Mails } from './views/mails';
import { Shell } from './views/shell';

const Compose = lazy(async () => (await import('./views/compose')).Compose);
const Drafts = lazy(async () => (await import('./views/drafts')).Drafts);
const Outbox = lazy(async () => (await import('./views/outbox')).Outbox);
const Accounts = lazy(async () => (await import('./views/accounts')).Accounts);
const Webhooks = lazy(async () => (await import('./views/webhooks')).Webhooks);
const Notifications = lazy(async () => (await import('./views/notifications')).Notifications);
const Statistics = lazy(async () => (await import('./views/statistics')).Statistics);
const OAuthReturn = lazy(async () => (await import('./views/oauthreturn')).OAuthReturn);
const Settings = lazy(async () => (await import('./views/settings')).Settings);

const renewEvery = 60 * 60 * 1000; // ms

export function App() {
    const who = useValue(session);
    const isReturn = useValue(place).parts[0] === 'oauth'; // this window only passes a provider's answer on
    return (
        <div class="app" onClick={followLink}>
            {isReturn ? <OAuthReturn /> : who ? <LoggedIn key={who.username} /> : <Login />}
            <Toaster />
        </div>
    );
}

function LoggedIn() {
    const where = useValue(place);
    useEffect(() => {
        const unfollow = followAccounts();
        const renew = () => void renewSession();
        const timer = setInterval(renew, renewEvery);
        renew();
        loadAccounts().catch(() => {});
        loadSettings().catch(() => {});
        start();
        const endSending = followSending();
        return () => {
            stop();
            endSending();
            unfollow();
            clearInterval(timer);
            accounts.set(null);
        };
    }, []);
    return <Shell>{viewOf(where)}</Shell>;
}

function viewOf(where: Place): ComponentChildren {
    switch (where.parts[0]) {
        case undefined:
        case 'mails':
        case 'search':
            return <Mails />;
        case 'compose':
            return <Compose />;
        case 'drafts':
            return where.parts[1] ? <Compose /> : <Drafts />;
        case 'outbox':
            return <Outbox />;
        case 'accounts':
            return <Accounts />;
        case 'webhooks':
            return <Webhooks />;
        case 'notifications':
            return <Notifications />;
        case 'statistics':
            return <Statistics />;
        case 'settings':
            return <Settings />;
        default:
            return <NotFound />;
    }
}

function NotFound() {
    const t = useTexts().common;
    return <Empty icon="help" text={t.notFound} action={<Button onClick={() => go('/mails')}>{t.toMails}</Button>} />;
}
