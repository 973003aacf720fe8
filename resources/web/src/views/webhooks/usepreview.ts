// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';
import { previewWebhook, type WebhookPreview } from '../../api/webhooks';
import { type Draft, previewOf } from './draft';
import { type Fault, faultOf } from './position';

export interface Preview {
    /** The last preview. */
    shown: WebhookPreview | null;
    /** The error in the present template. */
    fault: Fault | null;
    failure: unknown;
}

const pause = 200; // ms without a key stroke before the service is asked

/** The body that would be sent, requested after each change; older answers are dropped. */
export function usePreview(draft: Draft): Preview {
    const [preview, setPreview] = useState<Preview>({ shown: null, fault: null, failure: null });
    const asked = JSON.stringify(previewOf(draft));
    const hasEvents = draft.events.length > 0;
    useEffect(() => {
        if (!hasEvents) return;
        const abort = new AbortController();
        const timer = setTimeout(async () => {
            try {
                const shown = await previewWebhook(previewOf(draft), abort.signal);
                if (!abort.signal.aborted) setPreview({ shown, fault: null, failure: null });
            } catch (error) {
                if (abort.signal.aborted) return;
                const fault = error instanceof ApiFailure ? faultOf(error) : null;
                // The warnings belong to the previous text.
                const old = (before: Preview) => before.shown && { ...before.shown, warnings: [] };
                setPreview((before) => ({ shown: old(before), fault, failure: fault ? null : error }));
            }
        }, pause);
        return () => {
            clearTimeout(timer);
            abort.abort();
        };
    }, [asked]);
    return preview;
}
