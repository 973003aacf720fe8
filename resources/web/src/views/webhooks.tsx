// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../i18n';
import { useValue } from '../store/observable';
import { go, place } from '../store/router';
import { Button } from '../components/button';
import { Empty } from '../components/empty';
import { readWebhook } from '../api/webhooks';
import { WebhookForm } from './webhooks/form';
import { WebhookList } from './webhooks/list';
import { LoadFailure, Skeleton } from './webhooks/loading';
import { useLoaded } from './webhooks/useloaded';
import './webhooks/webhooks.css';

/** /webhooks, /webhooks/new and /webhooks/7. */
export function Webhooks() {
    const [, part] = useValue(place).parts;
    if (part === undefined) return <WebhookList />;
    if (part === 'new') return <WebhookForm key="new" webhook={null} />;
    return /^\d+$/.test(part) ? <OneWebhook key={part} id={Number(part)} /> : <Missing />;
}

function OneWebhook({ id }: { id: number }) {
    const loaded = useLoaded(() => readWebhook(id), [id]);
    if (loaded.value) return <WebhookForm webhook={loaded.value} />;
    if (loaded.isMissing) return <Missing />;
    return <div class="page">{loaded.failure ? <LoadFailure loaded={loaded} /> : <Skeleton rows={4} />}</div>;
}

function Missing() {
    const t = useTexts().webhooks;
    return <Empty icon="webhook" text={t.missing} action={<Button onClick={() => go('/webhooks')}>{t.toList}</Button>} />;
}
