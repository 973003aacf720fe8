// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { SelectField, TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { fingerprintText } from './complaint';
import type { Draft } from './draft';
import type { Problems } from './refusals';

export interface MoreServerFieldsProps {
    draft: Draft;
    problems: Problems;
    isTesting: boolean;
    onChange: (change: Partial<Draft>) => void;
}

const ofPasswords = ['auto', 'SCRAM-SHA-256', 'SCRAM-SHA-1', 'PLAIN', 'LOGIN'] as const;
const ofTokens = ['auto', 'OAUTHBEARER', 'XOAUTH2'] as const;

/** Fields that few people need: the proxy, the login mechanism, the trusted key. */
export function MoreServerFields({ draft, problems, isTesting, onChange }: MoreServerFieldsProps) {
    const t = useTexts().accounts.server;
    const mechanisms = (draft.oauthProvider ? ofTokens : ofPasswords).map((value) => ({
        value,
        label: value === 'auto' ? t.mechanismAuto : value,
    }));
    const isOpen = !!(draft.proxyUrl || draft.tlsPin || problems.proxyUrl || problems.tlsPin);
    return (
        <details class="more-settings" open={isOpen}>
            <summary>{t.more}</summary>
            <div class="servers">
                <SelectField
                    label={`${t.mechanism} (IMAP)`}
                    value={draft.authMechanism}
                    options={mechanisms}
                    disabled={isTesting}
                    onChange={(value) => onChange({ authMechanism: value as Draft['authMechanism'] })}
                    problem={problems.authMechanism}
                />
                <SelectField
                    label={`${t.mechanism} (SMTP)`}
                    value={draft.smtpAuthMechanism}
                    options={mechanisms}
                    disabled={isTesting}
                    onChange={(value) => onChange({ smtpAuthMechanism: value as Draft['smtpAuthMechanism'] })}
                    problem={problems.smtpAuthMechanism}
                />
            </div>
            <TextField
                label={t.proxy}
                value={draft.proxyUrl}
                hint={t.proxyHint}
                problem={problems.proxyUrl}
                disabled={isTesting}
                autocomplete="off"
                onInput={(value) => onChange({ proxyUrl: value.trim() })}
            />
            {draft.tlsPin && (
                <div class="field">
                    <span class="label">{t.pinned}</span>
                    <code class="fingerprint">{fingerprintText(draft.tlsPin)}</code>
                    {problems.tlsPin && <div class="problem">{problems.tlsPin}</div>}
                    <div>
                        <Button disabled={isTesting} onClick={() => onChange({ tlsPin: '' })}>
                            {t.unpin}
                        </Button>
                    </div>
                </div>
            )}
        </details>
    );
}
