// SPDX-License-Identifier: GPL-3.0-or-later
import { CheckField, SelectField, TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { hyphenated } from '../../i18n/hyphenated';
import { accounts } from '../../store/accounts';
import { useValue } from '../../store/observable';
import { allEvents } from './draft';
import type { SectionProps } from './section';

/** `list` with or without `one`, in the order of `all`. */
function chosen<T>(all: readonly T[], list: readonly T[], one: T, isIn: boolean): T[] {
    return all.filter((item) => (item === one ? isIn : list.includes(item)));
}

/** The events and filters for which the webhook is called. */
export function EventSection({ draft, change, problems }: SectionProps) {
    const t = useTexts().webhooks;
    const modes = [
        { value: 'sync', label: t.modeSync },
        { value: 'mail', label: t.modeMail },
    ];
    return (
        <section class="card">
            <h2>{t.when}</h2>
            <fieldset class="plain-fieldset">
                <legend class="label">{t.events}</legend>
                <div class="event-checks">
                    {allEvents.map((event) => (
                        <CheckField
                            key={event}
                            label={t.event[event]}
                            checked={draft.events.includes(event)}
                            onChange={(isIn) => change({ events: chosen(allEvents, draft.events, event, isIn) })}
                        />
                    ))}
                </div>
                {problems.events && (
                    <div class="problem-line" role="alert">
                        {problems.events}
                    </div>
                )}
            </fieldset>
            {draft.events.includes('mail.received') && (
                <>
                    <SelectField
                        label={t.mode}
                        value={draft.mode}
                        options={modes}
                        onChange={(mode) => change({ mode: mode as 'sync' | 'mail' })}
                    />
                    <FilterFields draft={draft} change={change} problems={problems} />
                </>
            )}
        </section>
    );
}

function FilterFields({ draft, change, problems }: SectionProps) {
    const t = useTexts().webhooks;
    const all = useValue(accounts) ?? [];
    const isFiltered = draft.accountIds.length > 0 || !!draft.from || !!draft.subject;
    return (
        <details class="webhook-filters" open={isFiltered || !!problems.filters}>
            <summary>{t.filters}</summary>
            {all.length > 1 && (
                <fieldset class="plain-fieldset">
                    <legend class="label">{t.filterAccounts}</legend>
                    {all.map(({ id, name, email }) => (
                        <CheckField
                            key={id}
                            label={<bdi>{name ? hyphenated(name) : email}</bdi>}
                            checked={draft.accountIds.includes(id)}
                            onChange={(isIn) =>
                                change({ accountIds: chosen(all.map((one) => one.id), draft.accountIds, id, isIn) })
                            }
                        />
                    ))}
                </fieldset>
            )}
            <TextField label={t.filterFrom} value={draft.from} onInput={(from) => change({ from })} hint={t.filterHint} />
            <TextField
                label={t.filterSubject}
                value={draft.subject}
                onInput={(subject) => change({ subject })}
                hint={t.filterHint}
                problem={problems.filters}
            />
        </details>
    );
}
