// SPDX-License-Identifier: GPL-3.0-or-later
import * as api from '../../api/mails';
import type { Mail } from '../../api/types';
import { texts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { beforeLogout } from '../session';
import { settings } from '../settings';
import { toast } from '../toasts';
import { currentList, leaving } from './current';
import { isGrouped, type ListQuery } from './query';
import { recentChanges } from './recentchanges';

/** Shown at once; reverted, with a message, if the service refuses it. */
export async function setRead(ids: number[], isRead: boolean): Promise<void> {
    await change(ids, { isRead }, { isRead: !isRead }, () => api.setRead(ids, isRead));
}

export async function setStarred(ids: number[], isStarred: boolean): Promise<void> {
    await change(ids, { isStarred }, { isStarred: !isStarred }, () => api.setStarred(ids, isStarred));
}

async function change(ids: number[], to: Partial<Mail>, from: Partial<Mail>, send: () => Promise<void>): Promise<void> {
    currentList()?.patch(ids, to);
    try {
        await recentChanges.making(ids, to, send);
    } catch (error) {
        currentList()?.patch(ids, from);
        toast(failureText(error), { isFailure: true });
    }
}

/** Every mail of the conversations that these rows stand for; the mails themselves where rows are mails. */
export async function mailsOfRows(ids: number[], query: ListQuery): Promise<number[]> {
    if (!isGrouped(query, settings.value.conversations)) return ids;
    const all = await Promise.all(
        ids.map(async (id) => {
            const row = currentList()?.mail(id);
            if (!row || (row.threadSize ?? 1) <= 1) return [id];
            return (await api.readConversation(id)).items.map((mail) => mail.id);
        }),
    );
    return [...new Set(all.flat())];
}

interface Deletion {
    ids: number[];
    hideToast: () => void;
}

const waiting = new Set<Deletion>();

/** Removes mails from the lists at once, and from the service after some seconds, in which undo is possible. */
export function deleteLater(ids: number[], onUndo?: () => void): void {
    leaving.update((before) => new Set([...before, ...ids]));
    const deletion: Deletion = { ids, hideToast: () => {} };
    const undo = () => {
        if (!waiting.delete(deletion)) return;
        show(ids);
        onUndo?.();
    };
    waiting.add(deletion);
    deletion.hideToast = toast(texts().mails.deleted(ids.length), {
        action: { label: texts().common.undo, run: undo },
        isUndo: true,
        onGone: () => void carryOut(deletion),
    });
}

async function carryOut(deletion: Deletion, keepalive = false): Promise<void> {
    if (!waiting.delete(deletion)) return;
    try {
        await api.deleteMails(deletion.ids, { keepalive });
        recentChanges.note(deletion.ids, null);
        currentList()?.remove(new Set(deletion.ids));
    } catch (error) {
        toast(failureText(error), { isFailure: true });
    }
    show(deletion.ids);
}

function show(ids: number[]): void {
    leaving.update((before) => new Set([...before].filter((id) => !ids.includes(id))));
}

/** Carries out all waiting deletions; undo is not possible any more. */
async function carryOutAll(): Promise<void> {
    await Promise.all(
        [...waiting].map((deletion) => {
            const done = carryOut(deletion, true);
            deletion.hideToast();
            return done;
        }),
    );
}

beforeLogout(carryOutAll);

// A hidden page may end without a further event.
document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void carryOutAll();
});
