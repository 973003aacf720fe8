// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../i18n';
import './said.css';

/** Who said it: the service speaks English, all others what they like. */
export type Speaker = 'service' | 'server' | 'receiver';

/** Words that are not the client's, below its own sentence. */
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
