// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { readWebhookLogs, type WebhookLog } from '../../api/webhooks';
import { Button } from '../../components/button';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { count, mediumTime } from '../../i18n/format';
import { onCatchUp, onEvent } from '../../live/feed';
import { CallError } from './callerror';
import { duration } from './duration';
import { LoadFailure, Skeleton } from './loading';
import { useLoaded } from './useloaded';

const pageSize = 20;

/** The calls of a webhook, newest first; new ones appear at once. `tests` counts tests, which cause no events. */
export function WebhookLogs({ id, tests }: { id: number; tests: number }) {
    const t = useTexts().webhooks;
    const [page, setPage] = useState(1);
    const loaded = useLoaded(() => readWebhookLogs(id, page, pageSize), [id, page, tests]);
    useEffect(() => {
        const reload = (event: { webhook_id: number }) => event.webhook_id === id && loaded.reload();
        const ends = [onEvent('webhook.delivered', reload), onEvent('webhook.failed', reload), onCatchUp(loaded.reload)];
        return () => ends.forEach((end) => end());
    }, [id, page]);
    const { items, total } = loaded.value ?? { items: [], total: 0 };
    return (
        <section class="card">
            <h2>{t.log}</h2>
            {!!loaded.failure && <LoadFailure loaded={loaded} />}
            {!loaded.value && !loaded.failure && <Skeleton rows={3} />}
            {loaded.value && total === 0 && <p class="soft">{t.logEmpty}</p>}
            <ul class="webhook-log">
                {items.map((entry) => (
                    <LogEntry key={entry.id} entry={entry} />
                ))}
            </ul>
            {total > pageSize && <Pager page={page} total={total} onPage={setPage} />}
        </section>
    );
}

function LogEntry({ entry }: { entry: WebhookLog }) {
    const t = useTexts().webhooks;
    const isGood = entry.errorMessage === null;
    const event = t.event[entry.event as keyof typeof t.event] ?? entry.event;
    const more = [
        entry.test ? t.isTest : '',
        entry.attempt > 1 ? t.attempt(entry.attempt) : '',
        isGood || entry.test ? '' : entry.willRetry ? t.willRetry : t.givenUp,
    ].filter(Boolean);
    return (
        <li>
            <span class={`status ${isGood ? 'success' : 'danger'}`}>
                <Icon name={isGood ? 'check' : 'warning'} size={16} />
                <span>{t.code(entry.statusCode)}</span>
            </span>
            <span class="log-what">
                <span>
                    {event}
                    {(entry.mailSubject || entry.mailFrom) && (
                        <span class="soft">
                            {' · '}
                            <bdi>{entry.mailSubject || t.noSubject}</bdi>
                            {entry.mailFrom && <bdi> · {entry.mailFrom}</bdi>}
                        </span>
                    )}
                </span>
                <CallError code={entry.statusCode} message={entry.errorMessage} />
            </span>
            <span class="meta log-when">
                <time dateTime={entry.createdAt} title={entry.callId}>
                    {mediumTime(entry.createdAt)}
                </time>
                {' · '}
                {[duration(entry.durationMs), ...more].join(' · ')}
            </span>
        </li>
    );
}

function Pager({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
    const t = useTexts().webhooks;
    const last = Math.ceil(total / pageSize);
    return (
        <div class="row-of-buttons">
            <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
                {t.newer}
            </Button>
            <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
                {t.older}
            </Button>
            <span class="meta" role="status">
                {t.logRange(count((page - 1) * pageSize + 1), count(Math.min(page * pageSize, total)), count(total))}
            </span>
        </div>
    );
}
