// SPDX-License-Identifier: GPL-3.0-or-later
import { language, useTexts } from '../../i18n';
import type { Discovery } from '../../api/discovery';

/** `Fastmail, encrypted, found in the provider's own file`. */
export function FoundServers({ findings }: { findings: Discovery }) {
    const t = useTexts().accounts.setup;
    const { account, provider, source } = findings;
    const isPlain = account.security === 'none' || account.smtpSecurity === 'none';
    const parts = [provider || account.host, isPlain ? t.notEncrypted : t.encrypted, source && t.source[source]];
    return <p dir="auto">{parts.filter(Boolean).join(language() === 'zh' ? '，' : ', ')}</p>;
}

/** The sources that were tried, and their results. */
export function Attempts({ findings }: { findings: Discovery }) {
    const t = useTexts().accounts.setup;
    return (
        <details class="attempts">
            <summary>{t.tried}</summary>
            <ul>
                {findings.tried.map((one, at) => (
                    <li key={at} title={language() === 'en' ? one.message : ''}>
                        <span dir="auto">
                            {t.sourceAsked[one.source]} ({one.subject})
                        </span>
                        <span class={`attempt ${one.outcome === 'found' ? 'is-found' : ''}`}>
                            {t.outcome[one.outcome]}
                        </span>
                    </li>
                ))}
            </ul>
        </details>
    );
}
