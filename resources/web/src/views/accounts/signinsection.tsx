// SPDX-License-Identifier: GPL-3.0-or-later
import type { Account } from '../../api/types';
import { Banner } from '../../components/banner';
import { useTexts } from '../../i18n';
import { BrowserLogin } from './browserlogin';
import { accountTrouble } from './complaint';
import type { Edit } from './editflow';
import { PasswordField } from './passwordfield';
import type { SectionProps } from './section';
import { isAboutLogin, stateOf } from './state';
import { ServiceSays } from './troublebanner';

/** The password of the mailbox, or the sign-in at its provider. */
export function SignInSection({ flow, edit, account }: SectionProps) {
    const t = useTexts().accounts;
    const { draft, problems, task, test } = edit;
    const standing = isStanding(edit, account) ? accountTrouble(account, t.trouble) : undefined;
    const problem = problems.oauthGrant ?? problems.password ?? standing;
    const said = standing ? account.errorMessage : problems.password && test?.imap.error;
    const isOAuth = account.authType === 'oauth2';
    return (
        <section class="card" id="sign-in">
            <h2>{t.options.signIn}</h2>
            {isOAuth && <p class="soft">{t.login.signedInAt(account.oauthProvider ?? '')}</p>}
            {isOAuth && problem && <Banner kind="danger">{problem}</Banner>}
            {isOAuth && draft.oauthGrant && <Banner kind="success">{t.login.grantNew}</Banner>}
            {isOAuth ? (
                <BrowserLogin
                    provider={account.oauthProvider ?? ''}
                    email={account.email}
                    onGrant={(oauthGrant) => flow.edit({ oauthGrant })}
                />
            ) : (
                <PasswordField
                    label={t.login.password}
                    value={draft.password}
                    placeholder={account.hasPassword ? t.login.stored : ''}
                    problem={problem}
                    disabled={task !== 'none'}
                    onInput={(password) => flow.edit({ password })}
                />
            )}
            <ServiceSays text={said} />
        </section>
    );
}

/** Whether the refused login still applies: no new input, no newer test or message. */
function isStanding({ draft, problems, test, task }: Edit, account: Account): boolean {
    const isNew = draft.password !== '' || draft.oauthGrant !== '' || test !== null || task !== 'none';
    return stateOf(account) === 'error' && isAboutLogin(account) && !isNew && Object.keys(problems).length === 0;
}
