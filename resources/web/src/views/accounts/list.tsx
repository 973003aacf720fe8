// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { accounts, loadAccounts } from '../../store/accounts';
import { useValue } from '../../store/observable';
import { AccountCard } from './card';
import { Skeleton } from './skeleton';

/** All mailboxes with their states. */
export function AccountList() {
    const t = useTexts();
    const all = useValue(accounts);
    const [problem, setProblem] = useState('');
    const load = () =>
        loadAccounts().then(
            () => setProblem(''),
            (error) => setProblem(failureText(error)),
        );
    useEffect(() => void load(), []);
    const add = (
        <a class="button primary" href="/accounts/new">
            <Icon name="plus" />
            {t.accounts.add}
        </a>
    );
    return (
        <div class="page">
            <header class="page-head">
                <h1>{t.accounts.title}</h1>
                {all && all.length > 0 && add}
            </header>
            {problem && (
                <Banner kind="danger" action={<Button onClick={() => void load()}>{t.common.retry}</Button>}>
                    {t.accounts.listFailed(problem)}
                </Banner>
            )}
            {!all && !problem && <Skeleton cards={2} />}
            {all?.length === 0 && <Empty icon="mail" text={t.accounts.none} action={add} />}
            {all?.map((account) => (
                <AccountCard key={account.id} account={account} />
            ))}
        </div>
    );
}
