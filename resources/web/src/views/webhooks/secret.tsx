// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { toast } from '../../store/toasts';
import { type Draft, newSecret } from './draft';

export interface SecretFieldProps {
    secret: Draft['secret'];
    /** The service has a secret. */
    hasSecret: boolean;
    problem: string | undefined;
    onChange: (secret: Draft['secret']) => void;
}

/** The signing key: it is entered or made here, and never shown again. */
export function SecretField({ secret, hasSecret, problem, onChange }: SecretFieldProps) {
    const t = useTexts().webhooks;
    const common = useTexts().common;
    const isEdited = typeof secret === 'string';
    if (!isEdited) {
        const state = secret === null ? t.secretRemoved : hasSecret ? t.secretSet : t.secretNone;
        const isThere = hasSecret && secret === undefined;
        return (
            <div class="field" role="group" aria-label={t.secret}>
                <span class="label">{t.secret}</span>
                <span class="soft">{state}</span>
                <div class="row-of-buttons">
                    <Button onClick={() => onChange(newSecret())}>{t.makeSecret}</Button>
                    <Button onClick={() => onChange('')}>{isThere ? t.replaceSecret : common.edit}</Button>
                    {isThere && <Button onClick={() => onChange(null)}>{common.remove}</Button>}
                    {secret === null && <Button onClick={() => onChange(undefined)}>{common.undo}</Button>}
                </div>
                <div class="hint">{t.secretHint}</div>
            </div>
        );
    }
    const copy = () => void navigator.clipboard?.writeText(secret).then(() => toast(common.copied));
    return (
        <div>
            <TextField
                label={t.secret}
                hint={t.makeSecretHint}
                value={secret}
                problem={problem}
                maxLength={94}
                autocomplete="off"
                placeholder="whsec_"
                onInput={onChange}
            />
            <div class="row-of-buttons after-field">
                {!!navigator.clipboard && (
                    <Button icon="copy" onClick={copy} disabled={!secret}>
                        {common.copy}
                    </Button>
                )}
                <Button onClick={() => onChange(undefined)}>{common.undo}</Button>
            </div>
        </div>
    );
}
