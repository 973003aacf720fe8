// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Empty } from '../components/empty';
import { SelectField } from '../components/field';
import { useTexts } from '../i18n';
import { accounts } from '../store/accounts';
import { useValue } from '../store/observable';
import { Skeleton } from './accounts/skeleton';
import { AccountsCard, StatesCard } from './statistics/accountscard';
import { HistoryCard } from './statistics/historycard';
import { SendersCard } from './statistics/senderscard';
import './statistics/statistics.css';
import { useStatistics } from './statistics/usestatistics';

const periods = [30, 90, 365];

/** Numbers of received and sent mails, senders, and the states of the mailboxes. */
export function Statistics() {
    const t = useTexts();
    const texts = t.statistics;
    const all = useValue(accounts);
    const [days, setDays] = useState(90);
    const [accountId, setAccountId] = useState<number | undefined>(undefined);
    const { numbers, problem, reload } = useStatistics(days, accountId);
    if (all?.length === 0) {
        const add = (
            <a class="button primary" href="/accounts/new">
                {t.accounts.add}
            </a>
        );
        return <Empty icon="chart" text={texts.none} action={add} />;
    }
    return (
        <div class="page statistics">
            <header class="page-head">
                <h1>{texts.title}</h1>
                <div class="choices">
                    <SelectField
                        label={texts.mailbox}
                        value={String(accountId ?? '')}
                        options={[
                            { value: '', label: texts.all },
                            ...(all ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                        ]}
                        onChange={(value) => setAccountId(value ? Number(value) : undefined)}
                    />
                    <SelectField
                        label={texts.period}
                        value={String(days)}
                        options={periods.map((n) => ({ value: String(n), label: texts.days(n) }))}
                        onChange={(value) => setDays(Number(value))}
                    />
                </div>
            </header>
            {problem && (
                <Banner kind="danger" action={<Button onClick={reload}>{t.common.retry}</Button>}>
                    {texts.failed(problem)}
                </Banner>
            )}
            {numbers && <HistoryCard days={numbers.history.items} />}
            {numbers && <SendersCard senders={numbers.senders} />}
            {numbers && <AccountsCard stats={numbers.stats} />}
            {!numbers && !problem && <Skeleton cards={3} />}
            {/* Not before the numbers: they would move it out of view, with the focus in it. */}
            {all && (numbers || problem) && <StatesCard accounts={all} />}
        </div>
    );
}
