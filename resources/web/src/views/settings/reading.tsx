// SPDX-License-Identifier: GPL-3.0-or-later
import { CheckField } from '../../components/field';
import { useTexts } from '../../i18n';
import { useValue } from '../../store/observable';
import { settings } from '../../store/settings';
import { choose } from './change';

export function ReadingSection() {
    const t = useTexts().settings;
    const { conversations } = useValue(settings);
    return (
        <section class="card">
            <h2>{t.reading}</h2>
            <CheckField label={t.conversations} checked={conversations} onChange={(on) => void choose({ conversations: on })} />
            <a href="/notifications">{t.notifications}</a>
        </section>
    );
}
