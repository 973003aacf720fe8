// SPDX-License-Identifier: GPL-3.0-or-later
import { Button, IconButton } from '../../components/button';
import { useTexts } from '../../i18n';
import { type HeaderRow, headerRow, masked } from './draft';

const most = 20;

export interface HeaderFieldsProps {
    headers: HeaderRow[];
    problem: string | undefined;
    onChange: (headers: HeaderRow[]) => void;
}

/** The headers, as rows of name and value. */
export function HeaderFields({ headers, problem, onChange }: HeaderFieldsProps) {
    const t = useTexts().webhooks;
    const update = (key: number, values: Partial<HeaderRow>) =>
        onChange(headers.map((row) => (row.key === key ? { ...row, ...values } : row)));
    return (
        <fieldset class="plain-fieldset">
            <legend class="label">{t.headers}</legend>
            {headers.map((row) => (
                <div key={row.key} class="header-row">
                    <input
                        class="input"
                        aria-label={t.headerName}
                        aria-invalid={!!problem}
                        value={row.name}
                        maxLength={64}
                        placeholder="X-Api-Key"
                        spellcheck={false}
                        onInput={(event) => update(row.key, { name: event.currentTarget.value })}
                    />
                    <input
                        class="input"
                        aria-label={t.headerValue}
                        value={row.value}
                        maxLength={1024}
                        spellcheck={false}
                        autocomplete="off"
                        onFocus={(event) => row.value === masked && event.currentTarget.select()}
                        onInput={(event) => update(row.key, { value: event.currentTarget.value })}
                    />
                    <IconButton
                        icon="close"
                        label={t.removeHeader(row.name)}
                        onClick={() => onChange(headers.filter(({ key }) => key !== row.key))}
                    />
                </div>
            ))}
            <div class="row-of-buttons">
                <Button icon="plus" disabled={headers.length >= most} onClick={() => onChange([...headers, headerRow()])}>
                    {t.addHeader}
                </Button>
            </div>
            <div class="meta">{t.headersHint}</div>
            {problem && (
                <div class="problem-line" role="alert" dir="auto">
                    {problem}
                </div>
            )}
        </fieldset>
    );
}
