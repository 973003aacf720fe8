// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { changeWebhook, type Webhook } from '../../api/webhooks';
import { Button } from '../../components/button';
import { Icon } from '../../components/icon';
import { Toggle } from '../../components/toggle';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { hyphenated } from '../../i18n/hyphenated';
import { agoTime } from '../../i18n/format';
import { toast } from '../../store/toasts';
import { CallError } from './callerror';

/** One webhook in the list, with its switch. */
export function WebhookItem({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
    const t = useTexts().webhooks;
    const [isBusy, setBusy] = useState(false);

    async function enable(enabled: boolean) {
        setBusy(true);
        try {
            await changeWebhook(webhook.id, { enabled });
            onChanged();
        } catch (error) {
            toast(failureText(error), { isFailure: true });
        } finally {
            setBusy(false);
        }
    }

    const isOff = webhook.disabledReason !== null;
    return (
        <li class="card webhook-item">
            <div class="webhook-about">
                <a href={`/webhooks/${webhook.id}`} class="webhook-name">
                    <bdi>{hyphenated(webhook.name)}</bdi>
                </a>
                <span class="meta cut" dir="ltr">
                    {webhook.url}
                </span>
                <WebhookStatus webhook={webhook} />
            </div>
            {isOff ? (
                <Button busy={isBusy} onClick={() => void enable(true)}>
                    {t.enableAgain}
                </Button>
            ) : (
                <Toggle
                    label={t.enable(webhook.name)}
                    checked={webhook.enabled}
                    busy={isBusy}
                    onChange={(enabled) => void enable(enabled)}
                />
            )}
        </li>
    );
}

/** The results of the last calls. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
    const t = useTexts().webhooks;
    if (webhook.disabledReason) return <Status kind="danger" text={t[webhook.disabledReason]} />;
    const when = webhook.lastTriggerAt && agoTime(webhook.lastTriggerAt);
    if (!when || webhook.lastStatus === '') return <span class="meta">{t.neverCalled}</span>;
    const code = webhook.lastStatusCode ?? 0;
    if (webhook.lastStatus === 'success') return <Status kind="success" text={t.delivered(code, when)} />;
    const failures = webhook.consecutiveFailures > 0 ? ` · ${t.failures(webhook.consecutiveFailures)}` : '';
    return (
        <Status kind="danger" text={t.lastFailed(code, when) + failures}>
            <CallError code={code} message={webhook.errorMessage} />
        </Status>
    );
}

function Status({ kind, text, children }: { kind: 'success' | 'danger'; text: string; children?: ComponentChildren }) {
    return (
        <span class={`status ${kind}`}>
            <Icon name={kind === 'success' ? 'check' : 'warning'} size={16} />
            <span>
                {text}
                {children}
            </span>
        </span>
    );
}
