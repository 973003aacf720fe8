// SPDX-License-Identifier: GPL-3.0-or-later
import { call, settled, useCredentials } from '../api/client';
import type { Session } from '../api/types';
import { beginKeeping, endKeeping } from './keeping';
import { Observable } from './observable';
import { forget, readStored, store } from './storage';

const key = 'postrider.session';
const day = 24 * 60 * 60 * 1000;
const partingTime = 3000; // ms

/** Who is logged in here; null: nobody. */
export const session = new Observable<Session | null>(stored());

/** Why somebody who was logged in has to log in again. */
export const wasRefused = new Observable(false);

export async function login(username: string, password: string, remember: boolean): Promise<void> {
    const made = await call<Session>('POST', '/auth/login', { username, password, remember });
    // Whoever shares the computer wants the session to end with the window.
    forget(localStorage, key);
    forget(sessionStorage, key);
    store(remember ? localStorage : sessionStorage, key, made);
    wasRefused.set(false);
    await beginKeeping(made, true);
    become(made);
}

let person = session.value?.username ?? null; // whom this page has worked for

/** What the page remembers of one person is for nobody else: for another one it begins anew. */
function become(made: Session | null): void {
    if (made && person !== null && made.username !== person) return location.reload();
    person = made?.username ?? person;
    session.set(made);
}

/** What has to be done while the token is still good, e.g. no more notifications on this device. */
const partings = new Set<() => Promise<void>>();

/** `part` runs before somebody logs out here; at most some seconds are given to it. */
export function beforeLogout(part: () => Promise<void>): void {
    partings.add(part);
}

let isLeaving = false;

export async function logout(): Promise<void> {
    isLeaving = true;
    // A request that is under way would be refused, and what it changes would be lost.
    const parted = Promise.allSettled([...partings].map((part) => part())).then(settled);
    await Promise.race([parted, new Promise((resolve) => setTimeout(resolve, partingTime))]);
    try {
        await call('POST', '/auth/logout');
    } catch {
        // The token ends by itself; here it is forgotten in any case.
    }
    end(true);
    isLeaving = false;
}

/** A new token in time, so that nobody who uses the page is asked for the password. */
export async function renewSession(): Promise<void> {
    const current = session.value;
    if (!current || Date.parse(current.expiresAt) - Date.now() > 3 * day) return;
    try {
        await adopt(await call<Session>('POST', '/auth/refresh'));
    } catch {
        // Tried again at the next turn; the old one counts until it ends.
    }
}

/** Another token for the person who is logged in here. */
export async function adopt(made: Session): Promise<void> {
    store(localStorage.getItem(key) ? localStorage : sessionStorage, key, made);
    await beginKeeping(made, false);
    become(made);
}

/** Nobody is logged in here any more; what was kept for reading offline goes with it. */
export function end(isLogout: boolean): void {
    forget(localStorage, key);
    forget(sessionStorage, key);
    void endKeeping(isLogout);
    session.set(null);
}

function stored(): Session | null {
    return readStored<Session>(sessionStorage, key) ?? readStored<Session>(localStorage, key);
}

useCredentials({
    token: () => session.value?.token ?? null,
    refused: () => {
        if (!session.value || isLeaving) return;
        wasRefused.set(true);
        end(false);
    },
});

// Logging in or out in one tab does so in all.
addEventListener('storage', (event) => {
    if (event.storageArea === localStorage && event.key === key) become(stored());
});
