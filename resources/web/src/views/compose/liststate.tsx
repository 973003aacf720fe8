// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import './lists.css';

/** Placeholder rows. They appear after a short time only, so that quick answers do not flicker. */
export function ListSkeleton() {
    const t = useTexts().common;
    return (
        <div class="list-skeleton" role="status" aria-label={t.loading}>
            {[0, 1, 2, 3].map((i) => (
                <div key={i} />
            ))}
        </div>
    );
}

export function ListFailed({ error, text, again }: { error: unknown; text: (reason: string) => string; again: () => void }) {
    const t = useTexts().common;
    return <Empty icon="warning" text={text(failureText(error))} action={<Button onClick={again}>{t.retry}</Button>} />;
}
