// SPDX-License-Identifier: GPL-3.0-or-later
// The page's part of reading offline: whose answers the service worker may keep (worker/holder.ts), and
// whether what is shown is such an answer.
import { useAgeNote } from '../api/client';
import type { Session } from '../api/types';
import { language } from '../i18n';
import { storeChoices } from '../worker/choices';
import { hold, release } from '../worker/holder';
import { Observable } from './observable';
import { settings } from './settings';

/** When that was read which is shown now, because the service cannot be reached; null: it is from now. */
export const shownFrom = new Observable<string | null>(null);

useAgeNote((readAt) => shownFrom.set(readAt));

/** Where there are no service workers nothing is kept, so there is nothing to do. */
function isPossible(): boolean {
    return 'serviceWorker' in navigator && 'indexedDB' in globalThis && !!globalThis.crypto?.subtle;
}

/** Answers to requests with this session's token may be kept. `isNew`: what was kept before is removed. */
export async function beginKeeping(session: Session, isNew: boolean): Promise<void> {
    if (!isPossible()) return;
    try {
        await hold(session.username, session.token, isNew);
    } catch {
        // The database is full or forbidden: nothing is kept.
    }
}

/** At the start of the page: goes on for whoever is logged in; where it is nobody, nothing is left. */
export async function resumeKeeping(session: Session | null): Promise<void> {
    settings.follow(() => void keepChoices());
    if (session) await beginKeeping(session, false);
    else await endKeeping(false);
}

/** `isLogout`: the person chose to end, so nothing at all is left. */
export async function endKeeping(isLogout: boolean): Promise<void> {
    if (!isPossible()) return;
    shownFrom.set(null);
    try {
        await release(isLogout);
    } catch {
        // as above
    }
}

/** What the service worker needs to show notifications as this person chose. */
async function keepChoices(): Promise<void> {
    if (!isPossible()) return;
    const { notifications, quietHours } = settings.value;
    await storeChoices({ language: language(), notifications, quietHours }).catch(() => {});
}
