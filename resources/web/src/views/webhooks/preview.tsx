// SPDX-License-Identifier: GPL-3.0-or-later
import { Banner } from '../../components/banner';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import type { Preview } from './usepreview';

/** The body of a call as it would be sent. */
export function PreviewPane({ preview }: { preview: Preview }) {
    const t = useTexts().webhooks;
    const { shown, fault, failure } = preview;
    return (
        <div class="webhook-preview">
            <h3 id="preview-title">
                {t.preview} {shown && <span class="meta">{shown.contentType}</span>}
            </h3>
            {!!failure && <Banner kind="warning">{failureText(failure)}</Banner>}
            {fault && shown && <p class="meta">{t.previewStale}</p>}
            <pre class={`code-box ${fault ? 'stale' : ''}`} dir="auto" tabIndex={0} role="region" aria-labelledby="preview-title">
                {shown?.body ?? ''}
            </pre>
        </div>
    );
}
