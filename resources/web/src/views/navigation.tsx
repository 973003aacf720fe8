// SPDX-License-Identifier: GPL-3.0-or-later
import { Icon, type IconName } from '../components/icon';
import { useTexts } from '../i18n';
import { count } from '../i18n/format';
import { accounts } from '../store/accounts';
import { addressOf, queryOf } from '../store/mails/query';
import { useValue } from '../store/observable';
import { place } from '../store/router';
import { logout } from '../store/session';
import './navigation.css';

interface Entry {
    address: string;
    icon: IconName;
    text: string;
    number?: number;
    isTroubled?: boolean;
}

export function Navigation() {
    const t = useTexts().common.nav;
    const all = useValue(accounts) ?? [];
    const unread = all.reduce((sum, account) => sum + account.unreadCount, 0);
    const views: Entry[] = [
        { address: '/mails', icon: 'inbox', text: t.inbox },
        { address: '/mails?filter=unread', icon: 'unread', text: t.unread, number: unread },
        { address: '/mails?filter=starred', icon: 'star', text: t.starred },
        { address: '/mails?folder=$sent', icon: 'send', text: t.sent },
        { address: '/drafts', icon: 'draft', text: t.drafts },
        { address: '/outbox', icon: 'clock', text: t.outbox },
    ];
    const mailboxes: Entry[] = all.map((account) => ({
        address: `/mails?account=${account.id}`,
        icon: 'mail',
        text: account.name,
        number: account.unreadCount,
        isTroubled: account.status === 'error',
    }));
    const pages: Entry[] = [
        { address: '/accounts', icon: 'mail', text: t.accounts },
        { address: '/webhooks', icon: 'webhook', text: t.webhooks },
        { address: '/notifications', icon: 'bell', text: t.notifications },
        { address: '/statistics', icon: 'chart', text: t.statistics },
        { address: '/settings', icon: 'settings', text: t.settings },
    ];
    return (
        <nav class="navigation" aria-label={t.label}>
            <a class="button primary" href="/compose">
                <Icon name="compose" />
                {t.compose}
            </a>
            <Entries entries={views} />
            {mailboxes.length > 1 && <Entries title={t.accounts} entries={mailboxes} />}
            <Entries title={t.manage} entries={pages} />
            <button type="button" class="nav-entry" onClick={() => void logout()}>
                <Icon name="logout" />
                <span class="cut">{t.logout}</span>
            </button>
        </nav>
    );
}

function Entries({ title, entries }: { title?: string; entries: Entry[] }) {
    const where = useValue(place);
    const isOfMails = where.parts[0] === 'mails' || where.parts.length === 0;
    const here = isOfMails ? addressOf({ ...queryOf(where), sort: 'createdAt', order: 'desc' }) : `/${where.parts[0]}`;
    const isHere = (address: string) => decodeURIComponent(here) === address;
    return (
        <>
            {title && <h2 class="nav-title">{title}</h2>}
            <ul>
                {entries.map((entry) => (
                    <li key={entry.address}>
                        <a class="nav-entry" href={entry.address} aria-current={isHere(entry.address) ? 'page' : undefined}>
                            <Icon name={entry.isTroubled ? 'warning' : entry.icon} />
                            <span class="cut">{entry.text}</span>
                            {!!entry.number && <span class="nav-number">{count(entry.number)}</span>}
                        </a>
                    </li>
                ))}
            </ul>
        </>
    );
}
