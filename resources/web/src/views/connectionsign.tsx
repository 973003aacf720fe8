// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../i18n';
import { mediumTime } from '../i18n/format';
import { connection } from '../live/feed';
import { shownFrom } from '../store/keeping';
import { useValue } from '../store/observable';
import './connectionsign.css';

/** The state of the event stream: a dot, and a sentence if new mail does not arrive at once. */
export function ConnectionSign() {
    const state = useValue(connection);
    const readAt = useValue(shownFrom);
    const t = useTexts().common.connection;
    const text = readAt && state !== 'live' ? t.shownFrom(mediumTime(readAt)) : t[state];
    const isWordy = state === 'waiting' || state === 'polling' || state === 'offline';
    return (
        <div class={`connection ${state}`} role="status" title={text}>
            <span class="connection-dot" />
            <span class={isWordy ? 'connection-text' : 'visually-hidden'}>{text}</span>
        </div>
    );
}
