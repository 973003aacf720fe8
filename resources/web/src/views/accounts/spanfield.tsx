// SPDX-License-Identifier: GPL-3.0-or-later
import { SelectField } from '../../components/field';
import { type Texts, useTexts } from '../../i18n';
import type { Draft } from './draft';
import { type Span, spanKey, spansFor } from './span';

export interface SpanFieldProps {
    draft: Draft;
    onChange: (change: Pick<Draft, 'syncMode' | 'syncDays'>) => void;
    disabled?: boolean;
    problem?: string | undefined;
}

/** How far back mail is fetched. */
export function SpanField({ draft, onChange, disabled, problem }: SpanFieldProps) {
    const t = useTexts().accounts.span;
    const current: Span = { mode: draft.syncMode, days: draft.syncDays };
    const spans = spansFor(current);
    return (
        <SelectField
            label={t.label}
            value={spanKey(current)}
            options={spans.map((span) => ({ value: spanKey(span), label: spanText(span, t) }))}
            onChange={(key) => {
                const span = spans.find((one) => spanKey(one) === key)!;
                onChange({ syncMode: span.mode, syncDays: span.days });
            }}
            disabled={disabled ?? false}
            problem={problem}
        />
    );
}

function spanText(span: Span, t: Texts['accounts']['span']): string {
    if (span.mode === 'all') return t.all;
    if (span.mode === 'unread') return t.unread;
    return span.days === 365 ? t.year : t.days(span.days);
}
