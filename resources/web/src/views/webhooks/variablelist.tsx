// SPDX-License-Identifier: GPL-3.0-or-later
import type { WebhookEvent } from '../../api/webhooks';
import { useTexts } from '../../i18n';
import { variablesOf, written } from './variables';

/** Variables of the chosen events; a click inserts one at the caret. */
export function VariableList({ events, onInsert }: { events: WebhookEvent[]; onInsert: (text: string) => void }) {
    const t = useTexts().webhooks;
    const isWide = matchMedia('(min-width: 600px)').matches; // a phone has no room for them beside the preview
    return (
        <details class="webhook-variables" open={isWide}>
            <summary>{t.variables}</summary>
            <div class="variables">
                {variablesOf(events).map((path) => (
                    <button
                        key={path}
                        type="button"
                        class="variable-button"
                        aria-label={t.insert(path)}
                        onClick={() => onInsert(written(path))}
                    >
                        {path}
                    </button>
                ))}
            </div>
        </details>
    );
}
