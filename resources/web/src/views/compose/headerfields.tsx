// SPDX-License-Identifier: GPL-3.0-or-later
import { useId, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { accounts } from '../../store/accounts';
import type { Composition, Form, RecipientField } from '../../store/compose/composition';
import { rememberSender, senders } from '../../store/compose/sender';
import { useValue } from '../../store/observable';
import { Recipients } from './recipients';

interface Props {
    composition: Composition;
    form: Form;
    isChecked: boolean;
}

/** Sender, recipients and subject. */
export function HeaderFields({ composition, form, isChecked }: Props) {
    const t = useTexts().compose;
    const id = useId();
    const isUsed = (field: RecipientField) => form[field].length > 0 || form.typing[field] !== '';
    const [opened, setOpened] = useState<RecipientField | null>(null);
    const [shown, setShown] = useState({ cc: isUsed('cc'), bcc: isUsed('bcc') });

    function open(field: 'cc' | 'bcc') {
        setShown({ ...shown, [field]: true });
        setOpened(field);
    }

    const recipients = (field: RecipientField) => (
        <Recipients
            label={t[field]}
            entries={form[field]}
            typing={form.typing[field]}
            isChecked={isChecked}
            isFocused={opened === field}
            onChange={(entries, typing) =>
                composition.change({ [field]: entries, typing: { ...composition.form.value.typing, [field]: typing } })
            }
        />
    );

    return (
        <div class="compose-fields">
            <Sender accountId={form.accountId} onChange={(accountId) => composition.change({ accountId })} />
            <div class="compose-row">
                {recipients('to')}
                <span class="compose-more">
                    {!shown.cc && (
                        <button type="button" class="button plain" title={t.addCc} onClick={() => open('cc')}>
                            {t.cc}
                        </button>
                    )}
                    {!shown.bcc && (
                        <button type="button" class="button plain" title={t.addBcc} onClick={() => open('bcc')}>
                            {t.bcc}
                        </button>
                    )}
                </span>
            </div>
            {shown.cc && <div class="compose-row">{recipients('cc')}</div>}
            {shown.bcc && <div class="compose-row">{recipients('bcc')}</div>}
            <div class="compose-row">
                <label class="compose-label" for={id}>
                    {t.subject}
                </label>
                <input
                    id={id}
                    class="compose-input"
                    dir="auto"
                    maxLength={998}
                    value={form.subject}
                    onInput={(event) => composition.change({ subject: event.currentTarget.value })}
                    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                />
            </div>
        </div>
    );
}

function Sender({ accountId, onChange }: { accountId: number; onChange: (id: number) => void }) {
    const t = useTexts().compose;
    const id = useId();
    const all = useValue(accounts) ?? [];
    const possible = senders(all);
    const own = all.find((account) => account.id === accountId);
    const shown = own && !possible.includes(own) ? [own, ...possible] : possible;
    if (shown.length < 2 && own) return null; // nothing to choose
    function choose(event: Event) {
        const chosen = Number((event.currentTarget as HTMLSelectElement).value);
        rememberSender(chosen);
        onChange(chosen);
    }
    return (
        <div class="compose-row">
            <label class="compose-label" for={id}>
                {t.sender}
            </label>
            <select id={id} class="compose-input" value={accountId} onChange={choose}>
                {!own && <option value={accountId} />}
                {shown.map((account) => (
                    <option key={account.id} value={account.id} selected={account.id === accountId}>
                        {`${account.senderName || account.name} <${account.email}>`}
                    </option>
                ))}
            </select>
        </div>
    );
}
