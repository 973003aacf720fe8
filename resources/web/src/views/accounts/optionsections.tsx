// SPDX-License-Identifier: GPL-3.0-or-later
import { CheckField, SelectField, TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import type { Draft } from './draft';
import type { SectionProps } from './section';

/** The names of the mailbox and of its person. */
export function NamesSection({ flow, edit }: SectionProps) {
    const t = useTexts().accounts.options;
    const { draft, problems, task } = edit;
    const isBusy = task !== 'none';
    const field = (name: 'name' | 'senderName' | 'email', label: string, hint?: string) => (
        <TextField
            label={label}
            type={name === 'email' ? 'email' : 'text'}
            value={draft[name]}
            hint={hint}
            problem={problems[name]}
            maxLength={name === 'email' ? 320 : 200}
            disabled={isBusy}
            autocomplete="off"
            onInput={(value) => flow.edit({ [name]: value })}
        />
    );
    return (
        <section class="card">
            <h2>{t.identity}</h2>
            {field('name', t.name)}
            {field('senderName', t.senderName, t.senderNameHint)}
            {field('email', t.email)}
        </section>
    );
}

const flagSyncs = ['off', 'pull', 'both'] as const;
const onExpunges = ['hide', 'keep', 'delete'] as const;

/** Notices, and how changes pass between here and the mail server. */
export function BehaviourSection({ flow, edit }: SectionProps) {
    const t = useTexts().accounts.options;
    const { draft, problems, task } = edit;
    const isBusy = task !== 'none';
    const check = (name: 'notify' | 'appendSent' | 'deleteOnServer', label: string) => (
        <CheckField
            label={label}
            checked={draft[name]}
            disabled={isBusy}
            onChange={(is) => flow.edit({ [name]: is })}
        />
    );
    return (
        <section class="card">
            <h2>{t.behaviour}</h2>
            {check('notify', t.notify)}
            {check('appendSent', t.appendSent)}
            <SelectField
                label={t.flagSync}
                value={draft.flagSync}
                options={flagSyncs.map((value) => ({ value, label: t.flagSyncValues[value] }))}
                problem={problems.flagSync}
                disabled={isBusy}
                onChange={(value) => flow.edit({ flagSync: value as Draft['flagSync'] })}
            />
            <SelectField
                label={t.onExpunge}
                value={draft.onExpunge}
                options={onExpunges.map((value) => ({ value, label: t.onExpungeValues[value] }))}
                problem={problems.onExpunge}
                disabled={isBusy}
                onChange={(value) => flow.edit({ onExpunge: value as Draft['onExpunge'] })}
            />
            {check('deleteOnServer', t.deleteOnServer)}
            <p class="check-hint">{t.deleteOnServerHint}</p>
        </section>
    );
}
