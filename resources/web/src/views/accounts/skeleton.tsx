// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../../i18n';
import './skeleton.css';

/** Placeholders during loading; visible only if that takes a while. */
export function Skeleton({ cards }: { cards: number }) {
    const t = useTexts().common;
    return (
        <div class="card-skeletons" role="status">
            <span class="visually-hidden">{t.loading}</span>
            {Array.from({ length: cards }, (_, at) => (
                <div key={at} class="card card-skeleton" aria-hidden="true" />
            ))}
        </div>
    );
}
