// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';
import { changeWebhook, createWebhook, readWebhook, type Webhook } from '../../api/webhooks';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { hyphenated } from '../../i18n/hyphenated';
import { onEvent } from '../../live/feed';
import { go } from '../../store/router';
import { toast } from '../../store/toasts';
import { BodySection } from './body';
import { changeOf, type Draft, draftOf, isSame, problemsOf } from './draft';
import { EventSection } from './events';
import { WebhookStatus } from './item';
import { WebhookLogs } from './logs';
import { faultOf } from './position';
import { ReceiverSection } from './receiver';
import { RemoveWebhook } from './remove';
import type { Problems } from './section';
import { TestSection } from './test';
import { useUnsaved } from './unsaved';

/** A new webhook, or a stored one with its test and its log. */
export function WebhookForm({ webhook: given }: { webhook: Webhook | null }) {
    const t = useTexts().webhooks;
    const common = useTexts().common;
    const [webhook, setWebhook] = useState(given);
    const [draft, setDraft] = useState(() => draftOf(given));
    const [problems, setProblems] = useState<Problems>({});
    const [failure, setFailure] = useState('');
    const [isBusy, setBusy] = useState(false);
    const [tests, setTests] = useState(0);
    const jump = useRef<(position: number) => void>(() => {});
    const isDirty = !isSame(draft, draftOf(webhook));
    const leaveFreely = useUnsaved(isDirty);
    useStatus(webhook, setWebhook);

    function change(values: Partial<Draft>) {
        setDraft((before) => ({ ...before, ...values }));
        setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in values))));
    }

    async function save(event: Event) {
        event.preventDefault();
        setFailure('');
        const found = problemsOf(draft);
        setProblems(Object.fromEntries(Object.entries(found).map(([field, problem]) => [field, t[problem]])));
        if (Object.keys(found).length > 0) return focusProblem();
        setBusy(true);
        try {
            const saved = webhook ? await changeWebhook(webhook.id, changeOf(draft)) : await createWebhook(changeOf(draft));
            take(saved);
        } catch (error) {
            refuse(error);
        } finally {
            setBusy(false);
        }
    }

    function take(saved: Webhook) {
        setWebhook(saved);
        setDraft(draftOf(saved));
        toast(webhook ? common.saved : t.created);
        if (webhook) return;
        leaveFreely();
        go(`/webhooks/${saved.id}`, { replace: true });
    }

    function refuse(error: unknown) {
        setFailure(failureText(error));
        if (!(error instanceof ApiFailure)) return;
        setProblems(Object.fromEntries(error.details.map(({ field, reason }) => [field.split('.')[0]!, reason])));
        const fault = faultOf(error);
        if (fault) jump.current(fault.position);
        else focusProblem();
    }

    const section = { draft, change, problems };
    return (
        <div class="page">
            <header class="page-head">
                <div class="webhook-title">
                    <a class="to-list" href="/webhooks">
                        <Icon name="back" size={16} />
                        {t.toList}
                    </a>
                    <h1>
                        <bdi>{webhook ? hyphenated(webhook.name) : t.newTitle}</bdi>
                    </h1>
                    {webhook && <WebhookStatus webhook={webhook} />}
                </div>
            </header>
            <form class="webhook-form" onSubmit={(event) => void save(event)} noValidate>
                <ReceiverSection {...section} hasSecret={!!webhook?.hasSecret} />
                <EventSection {...section} />
                <BodySection {...section} jump={jump} />
                {failure && <Banner kind="danger">{failure}</Banner>}
                <div class="row-of-buttons webhook-save">
                    <Button type="submit" kind="primary" busy={isBusy} disabled={!isDirty && !!webhook}>
                        {webhook ? common.save : t.create}
                    </Button>
                    <Button onClick={() => go('/webhooks')}>{common.cancel}</Button>
                    {webhook && <RemoveWebhook webhook={webhook} leaveFreely={leaveFreely} />}
                </div>
            </form>
            {webhook && <TestSection id={webhook.id} isDirty={isDirty} onTested={() => setTests(tests + 1)} />}
            {webhook && <WebhookLogs id={webhook.id} tests={tests} />}
        </div>
    );
}

/** Keeps the results of the webhook's calls up to date; edited fields stay as they are. */
function useStatus(webhook: Webhook | null, setWebhook: (webhook: Webhook) => void): void {
    const id = webhook?.id;
    useEffect(() => {
        if (id === undefined) return;
        const reload = (event: { webhook_id: number }) => {
            if (event.webhook_id === id) readWebhook(id).then(setWebhook, () => {});
        };
        const ends = [onEvent('webhook.delivered', reload), onEvent('webhook.failed', reload)];
        return () => ends.forEach((end) => end());
    }, [id]);
}

function focusProblem(): void {
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.webhook-form [aria-invalid=true]')?.focus());
}
