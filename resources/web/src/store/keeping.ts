// SPDX-License-Identifier: GPL-3.0-or-later
// The page's part of reading offline: whose answers the service worker may keep (worker/holder.ts), and
// whether the shown data is from such an answer.
import { useAgeNote } from '../api/client';
import type { Session } from '../api/types';
import { language } from '../i18n';
import { storeChoices } from '../worker/choices';
import { hold, release } from '../worker/holder';
import { Observable } from './observable';
import { settings } from './settings';

/** The time when the shown data was read, if the service cannot be reached; null: the data is current. */
export const shownFrom = new Observable<string | null>(null);

useAgeNote((readAt) => shownFrom.set(readAt));

/** Without service workers nothing is kept, so there is nothing to do. */
function isPossible(): boolean {
    return 'serviceWorker' in navigator && 'indexedDB' in globalThis && !!globalThis.crypto?.subtle;
}

/** Allows the worker to keep answers to requests with this session's token. `isNew`: removes older answers. */
export async function beginKeeping(session: Session, isNew: boolean): Promise<void> {
    if (!isPossible()) return;
    try {
        await hold(session.username, session.token, isNew);
    } catch {
        // The database is full or forbidden: nothing is kept.
    }
}

/** At the start of the page: continues for the person who is logged in; removes all answers if nobody is. */
export async function resumeKeeping(session: Session | null): Promise<void> {
    settings.follow(() => void keepChoices());
    if (session) await beginKeeping(session, false);
    else await endKeeping(false);
}

/** `isLogout`: the person has logged out, so everything is removed. */
export async function endKeeping(isLogout: boolean): Promise<void> {
    if (!isPossible()) return;
    shownFrom.set(null);
    try {
        await release(isLogout);
    } catch {
        // as above
    }
}

/** Stores the settings that the service worker needs for notifications. */
async function keepChoices(): Promise<void> {
    if (!isPossible()) return;
    const { notifications, quietHours } = settings.value;
    await storeChoices({ language: language(), notifications, quietHours }).catch(() => {});
}
