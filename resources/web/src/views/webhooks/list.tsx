// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect } from 'preact/hooks';
import { listWebhooks } from '../../api/webhooks';
import { Empty } from '../../components/empty';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { onCatchUp, onEvent } from '../../live/feed';
import { WebhookItem } from './item';
import { LoadFailure, Skeleton } from './loading';
import { useLoaded } from './useloaded';

export function WebhookList() {
    const t = useTexts().webhooks;
    const loaded = useLoaded(listWebhooks, []);
    useEffect(() => {
        const ends = [
            onEvent('webhook.delivered', loaded.reload),
            onEvent('webhook.failed', loaded.reload),
            onCatchUp(loaded.reload),
        ];
        return () => ends.forEach((end) => end());
    }, []);
    const all = loaded.value;
    const add = (
        <a class="button primary" href="/webhooks/new">
            <Icon name="plus" />
            {t.add}
        </a>
    );
    if (all?.length === 0) return <Empty icon="webhook" text={`${t.empty} ${t.about}`} action={add} />;
    return (
        <div class="page">
            <header class="page-head">
                <h1>{t.title}</h1>
                {add}
            </header>
            {!!loaded.failure && <LoadFailure loaded={loaded} />}
            {!all && !loaded.failure && <Skeleton rows={3} />}
            <ul class="webhook-list">
                {all?.map((webhook) => (
                    <WebhookItem key={webhook.id} webhook={webhook} onChanged={loaded.reload} />
                ))}
            </ul>
        </div>
    );
}
