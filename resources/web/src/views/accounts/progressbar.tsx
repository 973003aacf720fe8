// SPDX-License-Identifier: GPL-3.0-or-later
import type { SyncProgress } from '../../api/types';
import { type Texts, useTexts } from '../../i18n';
import { count } from '../../i18n/format';
import { remaining, share } from './progress';
import './progressbar.css';

/** The progress of a first synchronisation: a bar and a text. Null: no numbers are known yet. */
export function ProgressBar({ progress, isDone = false }: { progress: SyncProgress | null; isDone?: boolean }) {
    const t = useTexts().accounts;
    const known = progress && progress.total > 0 ? share(progress) : isDone ? 1 : null;
    const text = progress && progress.total > 0 ? progressText(progress, t) : '';
    return (
        <div class="sync-progress">
            <progress
                aria-label={t.progress.label}
                aria-valuetext={text || undefined}
                max={1}
                {...(known === null ? {} : { value: known })}
            />
            {text && <p class="meta">{text}</p>}
        </div>
    );
}

/** `Fetching the mails: 30 of 1,250 · about 2 minutes · 10 mails a second`. */
export function progressText(progress: SyncProgress, t: Texts['accounts']): string {
    const of = t.progress.of(count(progress.done), count(progress.total));
    const left = remaining(progress);
    const rate = Math.round(progress.ratePerSecond);
    const parts = [`${t.progress[progress.phase]}: ${of}`];
    if (left) parts.push(left.unit === 'soon' ? t.progress.soon : t.progress[left.unit](left.n));
    if (rate > 0) parts.push(t.progress.rate(rate));
    return parts.join(' · ');
}
