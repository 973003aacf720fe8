// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { call } from '../../api/client';
import type { Account } from '../../api/types';
import { Toggle } from '../../components/toggle';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { hyphenated } from '../../i18n/hyphenated';
import { accounts, loadAccounts } from '../../store/accounts';
import { useValue } from '../../store/observable';
import { toast } from '../../store/toasts';

/** The switches for the mailboxes that cause notifications. */
export function MailboxSwitches() {
    const t = useTexts().notifications;
    const all = useValue(accounts);
    if (!all) return null;
    return (
        <section class="card">
            <h2>{t.mailboxes}</h2>
            {all.length === 0 && <p class="soft">{t.noMailboxes}</p>}
            <ul class="plain-list">
                {all.map((account) => (
                    <MailboxSwitch key={account.id} account={account} />
                ))}
            </ul>
        </section>
    );
}

function MailboxSwitch({ account }: { account: Account }) {
    const t = useTexts().notifications;
    const [isBusy, setBusy] = useState(false);

    async function notify(on: boolean) {
        setBusy(true);
        try {
            await call('PUT', `/accounts/${account.id}`, { notify: on });
            await loadAccounts();
        } catch (error) {
            toast(failureText(error), { isFailure: true });
        } finally {
            setBusy(false);
        }
    }

    return (
        <li class="list-line">
            <div class="list-text">
                <bdi>{hyphenated(account.name)}</bdi>
                <bdi class="meta">{account.email}</bdi>
            </div>
            <Toggle
                label={t.notify(account.name)}
                checked={account.notify}
                busy={isBusy}
                onChange={(on) => void notify(on)}
            />
        </li>
    );
}
