// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call, query } from '../../api/client';
import type { Mail, Page } from '../../api/types';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { accounts, loadAccounts } from '../../store/accounts';
import { useSelected } from '../../store/observable';
import { ProgressBar } from './progressbar';
import './setup.css';
import { isComplete } from './state';
import { StepBar } from './stepbar';
import { TroubleBanner } from './troublebanner';

const shownMails = 5;

/** The first synchronisation of a new mailbox, with its newest mails as they come. */
export function SyncStep({ id }: { id: number }) {
    const t = useTexts().accounts;
    const account = useSelected(accounts, (all) => all?.find((one) => one.id === id));
    const title = useRef<HTMLHeadingElement>(null);
    useLayoutEffect(() => title.current?.focus(), []);
    useEffect(() => {
        loadAccounts().catch(() => {}); // its events may be late
    }, []);
    const isDone = !!account && isComplete(account);
    const mails = useNewest(id, account?.mailCount ?? 0, isDone);
    return (
        <div class="page">
            <div class="setup">
                <StepBar step="sync" />
                <h1 ref={title} tabIndex={-1}>
                    {isDone ? t.setup.complete : t.setup.fetching}
                </h1>
                <p class="soft lead" dir="auto">
                    {account && (isDone ? account.email : t.setup.fetchingLead(account.email))}
                </p>
                {account?.status === 'error' && <TroubleBanner account={account} />}
                <div role="status">
                    {isDone ? (
                        <p class="test-state works">
                            <Icon name="check" /> {t.mails(account.mailCount)}
                        </p>
                    ) : (
                        account?.status !== 'error' && <ProgressBar progress={account?.syncProgress ?? null} />
                    )}
                </div>
                {mails.length > 0 && <Newest mails={mails} />}
                <footer class="setup-footer">
                    <span class="meta" />
                    <a class="button" href="/accounts">
                        {t.toList}
                    </a>
                    <a class="button primary" href={`/mails?account=${id}`}>
                        {t.setup.toMails}
                    </a>
                </footer>
            </div>
        </div>
    );
}

function Newest({ mails }: { mails: Mail[] }) {
    const t = useTexts().accounts.setup;
    return (
        <>
            <h2>{t.newest}</h2>
            <ul class="newest">
                {mails.map((mail) => (
                    <li key={mail.id}>
                        <a href={`/mails/${mail.id}`}>
                            <span class="from cut" dir="auto">
                                {mail.fromName || mail.from}
                            </span>
                            <span class="subject cut" dir="auto">
                                {mail.subject || t.noSubject}
                            </span>
                        </a>
                    </li>
                ))}
            </ul>
        </>
    );
}

/** The newest mails, read again when the number of mails changes. */
function useNewest(accountId: number, mailCount: number, isDone: boolean): Mail[] {
    const [mails, setMails] = useState<Mail[]>([]);
    useEffect(() => {
        let isWanted = true;
        call<Page<Mail>>('GET', '/mails' + query({ accountId, pageSize: shownMails })).then(
            ({ items }) => isWanted && setMails(items),
            () => {},
        );
        return () => {
            isWanted = false;
        };
    }, [accountId, mailCount, isDone]);
    return mails;
}
