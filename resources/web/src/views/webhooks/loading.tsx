// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import type { Loaded } from './useloaded';

const pause = 150; // ms; an answer that comes sooner needs no skeleton

export function Skeleton({ rows }: { rows: number }) {
    const [isShown, setShown] = useState(false);
    const t = useTexts().common;
    useEffect(() => {
        const timer = setTimeout(() => setShown(true), pause);
        return () => clearTimeout(timer);
    }, []);
    if (!isShown) return null;
    return (
        <div role="status">
            <span class="visually-hidden">{t.loading}</span>
            {Array.from({ length: rows }, (_, row) => (
                <div key={row} class="page-skeleton" />
            ))}
        </div>
    );
}

export function LoadFailure({ loaded }: { loaded: Loaded<unknown> }) {
    const t = useTexts().common;
    return (
        <Banner kind="danger" action={<Button onClick={loaded.reload}>{t.retry}</Button>}>
            {failureText(loaded.failure)}
        </Banner>
    );
}
