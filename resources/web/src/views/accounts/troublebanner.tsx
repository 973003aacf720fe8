// SPDX-License-Identifier: GPL-3.0-or-later
import type { Account } from '../../api/types';
import { syncAccount } from '../../api/accounts';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { accountTrouble, folderTrouble } from './complaint';
import { remedyOf } from './state';
import { useAction } from './action';
import './troublebanner.css';

/** Why an account does not work, and the button for the remedy. */
export function TroubleBanner({ account }: { account: Account }) {
    const t = useTexts().accounts;
    return (
        <Banner kind="danger" action={<RemedyButton account={account} />}>
            <span dir="auto">{accountTrouble(account, t.trouble)}</span>
            <ServiceSays text={account.errorMessage} />
        </Banner>
    );
}

/** The service's own text about an account that does not work: in English, with the text of the mail server. */
export function ServiceSays({ text }: { text: string | null | undefined }) {
    const t = useTexts().accounts.trouble;
    if (!text) return null;
    return (
        <details class="said">
            <summary>{t.serverSays}</summary>
            <span lang="en" dir="auto">
                {text}
            </span>
        </details>
    );
}

function RemedyButton({ account }: { account: Account }) {
    const t = useTexts().accounts.action;
    const { run, isBusy } = useAction();
    const remedy = remedyOf(account);
    if (remedy === 'retry')
        return (
            <Button icon="refresh" busy={isBusy} onClick={() => void run(() => syncAccount(account.id))}>
                {t.retry}
            </Button>
        );
    return (
        <a class="button" href={`/accounts/${account.id}?fix=${remedy}`}>
            {t[remedy]}
        </a>
    );
}

/** Folders that the account names and that cannot be used. */
export function FolderProblems({ account }: { account: Account }) {
    const texts = useTexts().accounts;
    const t = texts.options;
    if (account.folderProblems.length === 0) return null;
    return (
        <Banner kind="warning">
            <strong>{t.folderProblems}</strong>
            {account.folderProblems.map((one) => (
                <div key={one.path ?? one.role} dir="auto">
                    {folderTrouble(one, texts)}
                </div>
            ))}
        </Banner>
    );
}
