// SPDX-License-Identifier: GPL-3.0-or-later
import type { Discovery } from '../../api/discovery';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { BrowserLogin } from './browserlogin';
import { Attempts, FoundServers } from './findings';
import { PasswordField } from './passwordfield';
import type { SetupFlow } from './setupflow';
import type { Setup } from './setupstate';

/** The servers that were found for the address, and the sign-in there. */
export function SignInStep({ flow, setup }: { flow: SetupFlow; setup: Setup }) {
    const t = useTexts().accounts;
    const { draft, findings, problems } = setup;
    const provider = findings?.oauthProvider ?? '';
    const isOAuthOnly = findings?.authentication.join() === 'oauth2';
    return (
        <>
            <p class="soft lead" dir="auto">
                {draft.email}
            </p>
            {findings?.found ? (
                <div class="found">
                    <FoundServers findings={findings} />
                    <Button title={t.setup.changeServers} onClick={() => flow.enterServers()}>
                        {t.setup.change}
                    </Button>
                </div>
            ) : (
                <div class="found">
                    <p dir="auto">{t.server.place(draft.host, draft.port ?? 0)}</p>
                </div>
            )}
            {findings && <Cautions findings={findings} />}
            {findings?.note && <Banner kind="info">{findings.note}</Banner>}
            {provider && (
                <BrowserLogin provider={provider} email={draft.email} onGrant={(grant) => void flow.takeGrant(grant)} />
            )}
            {!provider && isOAuthOnly && <Banner kind="warning">{t.login.noBrowserSignIn}</Banner>}
            {!(provider && isOAuthOnly) && (
                <PasswordField
                    label={labelOf(findings, t.login)}
                    value={draft.password}
                    onInput={(password) => flow.edit({ password })}
                    problem={problems.password}
                />
            )}
            {findings && <HelpLink findings={findings} />}
            {findings?.found && <Attempts findings={findings} />}
        </>
    );
}

function labelOf(
    findings: Discovery | null,
    t: { password: string; appPassword: string; orAppPassword: string },
): string {
    if (findings?.oauthProvider) return t.orAppPassword;
    return findings?.authentication.includes('appPassword') ? t.appPassword : t.password;
}

function Cautions({ findings }: { findings: Discovery }) {
    const t = useTexts().accounts.setup;
    const codes = findings.warnings.map(({ code }) => code);
    return (
        <>
            {codes.includes('plain_text') && <Banner kind="danger">{t.plainText}</Banner>}
            {codes.includes('other_domain') && (
                <Banner kind="warning">{t.otherDomain(findings.account.host ?? '')}</Banner>
            )}
        </>
    );
}

/** A page of strangers: opened over TLS only, and by a click only. */
function HelpLink({ findings }: { findings: Discovery }) {
    const t = useTexts().accounts.login;
    if (!findings.helpUrl?.startsWith('https://')) return null;
    const { host } = new URL(findings.helpUrl);
    const isApp = findings.authentication.includes('appPassword');
    return (
        <p class="help-link">
            <a href={findings.helpUrl} target="_blank" rel="noreferrer">
                {isApp ? t.getPassword(host) : t.help(host)}
            </a>
        </p>
    );
}
