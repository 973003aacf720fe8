// SPDX-License-Identifier: GPL-3.0-or-later
import { useRef } from 'preact/hooks';
import { CheckField } from '../../components/field';
import { useTexts } from '../../i18n';
import { firstTemplate } from './draft';
import { type Handle, TemplateEditor } from './editor';
import { PreviewPane } from './preview';
import type { SectionProps } from './section';
import { usePreview } from './usepreview';
import { VariableList } from './variablelist';

/** The body of a call: the event as it is, or an own template. `jump` moves the caret to a position. */
export function BodySection({ draft, change, jump }: SectionProps & { jump: Handle<(position: number) => void> }) {
    const t = useTexts().webhooks;
    const preview = usePreview(draft);
    const insert = useRef<(text: string) => void>(() => {});
    const last = useRef(firstTemplate); // restored when the own template is chosen again
    const isOwn = draft.bodyTemplate !== null;

    function choose(own: boolean) {
        if (draft.bodyTemplate !== null) last.current = draft.bodyTemplate;
        change({ bodyTemplate: own ? last.current : null });
    }

    return (
        <section class="card">
            <h2>{t.body}</h2>
            <CheckField label={t.ownTemplate} checked={isOwn} onChange={choose} />
            {!isOwn && <p class="soft">{t.standardBody}</p>}
            {draft.bodyTemplate !== null && (
                <>
                    <TemplateEditor
                        text={draft.bodyTemplate}
                        fault={preview.fault}
                        warnings={preview.shown?.warnings ?? []}
                        onInput={(bodyTemplate) => change({ bodyTemplate })}
                        jump={jump}
                        insert={insert}
                    />
                    <VariableList events={draft.events} onInsert={(text) => insert.current(text)} />
                </>
            )}
            <PreviewPane preview={preview} />
        </section>
    );
}
