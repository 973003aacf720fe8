// SPDX-License-Identifier: GPL-3.0-or-later
import { TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { HeaderFields } from './headers';
import { SecretField } from './secret';
import type { SectionProps } from './section';

/** The receiver of the calls, and the data by which it recognises the caller. */
export function ReceiverSection({ draft, change, problems, hasSecret }: SectionProps & { hasSecret: boolean }) {
    const t = useTexts().webhooks;
    return (
        <section class="card">
            <h2>{t.receiver}</h2>
            <TextField
                label={t.name}
                value={draft.name}
                problem={problems.name}
                maxLength={100}
                required
                onInput={(name) => change({ name })}
            />
            <TextField
                label={t.url}
                hint={t.urlHint}
                type="url"
                value={draft.url}
                problem={problems.url}
                maxLength={2048}
                placeholder="https://"
                required
                onInput={(url) => change({ url })}
            />
            <HeaderFields headers={draft.headers} problem={problems.headers} onChange={(headers) => change({ headers })} />
            <SecretField
                secret={draft.secret}
                hasSecret={hasSecret}
                problem={problems.secret}
                onChange={(secret) => change({ secret })}
            />
        </section>
    );
}
