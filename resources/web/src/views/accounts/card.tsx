// SPDX-License-Identifier: GPL-3.0-or-later
import { useId, useState } from 'preact/hooks';
import { setAccountStatus, syncAccount } from '../../api/accounts';
import type { Account } from '../../api/types';
import { Avatar } from '../../components/avatar';
import { Button } from '../../components/button';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { hyphenated } from '../../i18n/hyphenated';
import { loadAccounts } from '../../store/accounts';
import { useAction } from './action';
import './card.css';
import { NodeSign } from './nodesign';
import { ProgressBar } from './progressbar';
import { RemoveDialog } from './removedialog';
import { stateOf } from './state';
import { LastSync, StateSign } from './statesign';
import { FolderProblems, TroubleBanner } from './troublebanner';

/** A mailbox in the list: its names, its state and its actions. */
export function AccountCard({ account }: { account: Account }) {
    const t = useTexts().accounts;
    const id = useId();
    const state = stateOf(account);
    return (
        <section class="card account-card" aria-labelledby={id}>
            <header>
                <Avatar name={account.name} address={account.email} />
                <div class="account-names">
                    <h2 id={id} dir="auto">
                        <a href={`/mails?account=${account.id}`}>{hyphenated(account.name)}</a>
                    </h2>
                    {account.email !== account.name && (
                        <div class="soft" dir="auto">
                            {account.email}
                        </div>
                    )}
                </div>
                <StateSign account={account} />
            </header>
            {state === 'error' && <TroubleBanner account={account} />}
            <FolderProblems account={account} />
            {state === 'firstSync' && <ProgressBar progress={account.syncProgress} />}
            <p class="account-numbers">
                <span>{t.mails(account.mailCount)}</span>
                <span>{t.unread(account.unreadCount)}</span>
                <LastSync account={account} />
                {account.node && <NodeSign node={account.node} />}
            </p>
            <Actions account={account} />
        </section>
    );
}

function Actions({ account }: { account: Account }) {
    const t = useTexts();
    const texts = t.accounts.action;
    const [isRemoving, setRemoving] = useState(false);
    const sync = useAction();
    const status = useAction();
    const isPaused = account.status === 'disabled';
    const switchStatus = async () => {
        await setAccountStatus(account.id, isPaused ? 'active' : 'disabled');
        await loadAccounts().catch(() => {});
    };
    return (
        <div class="row-of-buttons">
            {!isPaused && (
                <Button
                    icon="refresh"
                    busy={sync.isBusy}
                    title={texts.of(texts.sync, account.name)}
                    onClick={() => void sync.run(() => syncAccount(account.id), texts.syncStarted(account.name))}
                >
                    {texts.sync}
                </Button>
            )}
            <Button
                icon={isPaused ? 'play' : 'pause'}
                busy={status.isBusy}
                title={texts.of(isPaused ? texts.resume : texts.pause, account.name)}
                onClick={() => void status.run(switchStatus, (isPaused ? texts.resumed : texts.paused)(account.name))}
            >
                {isPaused ? texts.resume : texts.pause}
            </Button>
            <a class="button" href={`/accounts/${account.id}`} title={texts.of(t.common.edit, account.name)}>
                <Icon name="compose" />
                {t.common.edit}
            </a>
            <Button
                kind="danger"
                icon="trash"
                title={texts.of(t.accounts.removal.action, account.name)}
                onClick={() => setRemoving(true)}
            >
                {t.accounts.removal.action}
            </Button>
            {isRemoving && <RemoveDialog account={account} onClose={() => setRemoving(false)} />}
        </div>
    );
}
