// SPDX-License-Identifier: GPL-3.0-or-later
import { SelectField } from '../../components/field';
import { languages, useTexts } from '../../i18n';
import { useValue } from '../../store/observable';
import { type Settings, settings } from '../../store/settings';
import { choose } from './change';

export function LookSection() {
    const t = useTexts().settings;
    const now = useValue(settings);
    const options = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }));
    return (
        <section class="card">
            <h2>{t.looks}</h2>
            <div class="settings-grid">
                <SelectField
                    label={t.language}
                    value={now.language}
                    options={[{ value: '', label: t.languageAuto }, ...languages.map(({ code, name }) => ({ value: code, label: name }))]}
                    onChange={(language) => void choose({ language: language as Settings['language'] })}
                />
                <SelectField
                    label={t.theme}
                    value={now.theme}
                    options={options(t.themes)}
                    onChange={(theme) => void choose({ theme: theme as Settings['theme'] })}
                />
                <SelectField
                    label={t.density}
                    value={now.density}
                    options={options(t.densities)}
                    onChange={(density) => void choose({ density: density as Settings['density'] })}
                />
            </div>
        </section>
    );
}
