// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../i18n';
import './said.css';

/** The source of a text: the service writes English, all others any language. */
export type Speaker = 'service' | 'server' | 'receiver';

/** The text of another source, shown below the client's own sentence. */
export function Said({ by, text }: { by: Speaker; text: string }) {
    const t = useTexts().common;
    return (
        <span class="said-words">
            {t.said[by]}
            <bdi lang={by === 'service' ? 'en' : 'und'} dir="auto">
                {text}
            </bdi>
        </span>
    );
}
