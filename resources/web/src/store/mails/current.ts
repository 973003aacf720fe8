// SPDX-License-Identifier: GPL-3.0-or-later
import type { Mail } from '../../api/types';
import { onCatchUp, onEvent } from '../../live/feed';
import type { LiveEvents } from '../../live/events';
import { Observable } from '../observable';
import { beforeLogout } from '../session';
import { settings } from '../settings';
import { MailList } from './maillist';
import { addressOf, type ListQuery, parametersOf } from './query';
import { recentChanges } from './recentchanges';

/** Mails whose deletion was requested and can still be taken back. */
export const leaving = new Observable<ReadonlySet<number>>(new Set());

let current: MailList | null = null;
let currentKey = '';

/** The list of this query: the one that is shown, or a new one that begins to load. */
export function listFor(query: ListQuery): MailList {
    const conversations = settings.value.conversations;
    const key = addressOf(query) + conversations;
    if (current && key === currentKey) return current;
    current?.close();
    current = new MailList(query, parametersOf(query, conversations));
    currentKey = key;
    current.hide(leaving.value);
    void current.load();
    return current;
}

export function currentList(): MailList | null {
    return current;
}

/** Makes sure that no mail of one person is shown to the next. */
export function forgetLists(): void {
    current?.close();
    current = null;
    leaving.set(new Set());
}

beforeLogout(async () => current?.close()); // it could send a request without a token

/** Updates the shown list when the service reports changes. */
export function followMails(): () => void {
    const refresh = () => current?.refresh();
    const ends = [
        onCatchUp(refresh),
        onEvent('mail.received', refresh),
        onEvent('mail.sent', refresh),
        onEvent('account.sync_progress', refresh),
        onEvent('account.sync_done', refresh),
        onEvent('account.deleted', refresh),
        onEvent('mail.deleted', takeDeletion),
        onEvent('mail.updated', takeUpdate),
        leaving.follow((ids) => current?.hide(ids)),
    ];
    return () => ends.forEach((end) => end());
}

function takeDeletion({ ids }: LiveEvents['mail.deleted']): void {
    recentChanges.note(ids, null);
    current?.remove(new Set(ids));
}

function takeUpdate({ ids, changes }: LiveEvents['mail.updated']): void {
    const changed: Partial<Mail> = {};
    if (changes.is_read !== undefined) changed.isRead = changes.is_read;
    if (changes.is_starred !== undefined) changed.isStarred = changes.is_starred;
    if (changes.folder !== undefined) changed.folder = changes.folder;
    recentChanges.note(ids, changed);
    current?.patch(ids, changed);
    // A new body changes the preview, and a hidden mail leaves the list, so the rows are read again.
    const isMore = changes.body_state !== undefined || changes.on_server !== undefined;
    const isUnknown = ids.some((id) => !current?.mail(id));
    if (isMore || (isUnknown && current?.query.filter !== 'all')) current?.refresh();
}
