// SPDX-License-Identifier: GPL-3.0-or-later
import type { Account, MailStats } from '../../api/types';
import { useTexts } from '../../i18n';
import { hyphenated } from '../../i18n/hyphenated';
import { count } from '../../i18n/format';
import { ProgressBar } from '../accounts/progressbar';
import { stateOf } from '../accounts/state';
import { LastSync, StateSign } from '../accounts/statesign';
import { TroubleBanner } from '../accounts/troublebanner';

const columns = ['total', 'unread', 'starred', 'withAttachment', 'sent'] as const;

function labelOf(name: (typeof columns)[number], t: ReturnType<typeof useTexts>['statistics']): string {
    return name === 'sent' ? t.sentHere : t[name];
}

/** The numbers of each mailbox. */
export function AccountsCard({ stats }: { stats: MailStats }) {
    const t = useTexts().statistics;
    return (
        <section class="card">
            <header class="card-head">
                <h2>{t.byMailbox}</h2>
            </header>
            {/* On a phone CSS does not lay it out as a table; the roles keep it a table for screen readers. */}
            <div class="numbers-of-mailboxes">
                <table class="numbers" role="table" aria-label={t.byMailbox}>
                    <thead role="rowgroup">
                        <tr role="row">
                            <th role="columnheader" scope="col">{t.mailbox}</th>
                            {columns.map((name) => (
                                <th key={name} role="columnheader" scope="col">
                                    {labelOf(name, t)}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody role="rowgroup">
                        {stats.items.map((item) => (
                            <tr role="row" key={item.accountId}>
                                <th role="rowheader" scope="row">
                                    <a href={`/mails?account=${item.accountId}`} dir="auto">
                                        {hyphenated(item.accountName)}
                                    </a>
                                </th>
                                {columns.map((name) => (
                                    <td key={name} role="cell" data-label={labelOf(name, t)}>{count(item[name])}</td>
                                ))}
                            </tr>
                        ))}
                    </tbody>
                    {stats.items.length > 1 && (
                        <tfoot role="rowgroup">
                            <tr role="row">
                                <th role="rowheader" scope="row">{t.all}</th>
                                {columns.map((name) => (
                                    <td key={name} role="cell" data-label={labelOf(name, t)}>{count(stats[name])}</td>
                                ))}
                            </tr>
                        </tfoot>
                    )}
                </table>
            </div>
        </section>
    );
}

/** The state of each mailbox. */
export function StatesCard({ accounts }: { accounts: Account[] }) {
    const t = useTexts().statistics;
    return (
        <section class="card">
            <header class="card-head">
                <h2>{t.state}</h2>
            </header>
            <ul class="states">
                {accounts.map((account) => (
                    <li key={account.id}>
                        <div class="state-line">
                            <a class="cut" href={`/accounts/${account.id}`} dir="auto">
                                {account.name}
                            </a>
                            <StateSign account={account} />
                            <LastSync account={account} />
                        </div>
                        {stateOf(account) === 'error' && <TroubleBanner account={account} />}
                        {stateOf(account) === 'firstSync' && <ProgressBar progress={account.syncProgress} />}
                    </li>
                ))}
            </ul>
        </section>
    );
}
