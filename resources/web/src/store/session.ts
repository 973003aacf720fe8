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

/** The service refused the token, so the person has to log in again. */
export const wasRefused = new Observable(false);

export async function login(username: string, password: string, remember: boolean): Promise<void> {
    const made = await call<Session>('POST', '/auth/login', { username, password, remember });
    // Without `remember` the session ends with the window, for shared computers.
    forget(localStorage, key);
    forget(sessionStorage, key);
    store(remember ? localStorage : sessionStorage, key, made);
    wasRefused.set(false);
    await beginKeeping(made, true);
    become(made);
}

let person = session.value?.username ?? null; // the person for whom this page was used last

/** Changes the session. Loads the page again for another person, so that no data of the first one stays in it. */
function become(made: Session | null): void {
    if (made && person !== null && made.username !== person) return location.reload();
    person = made?.username ?? person;
    session.set(made);
}

/** Work to do while the token is still valid, e.g. to end the notifications of this device. */
const partings = new Set<() => Promise<void>>();

/** `part` runs before a log-out here, for some seconds at most. */
export function beforeLogout(part: () => Promise<void>): void {
    partings.add(part);
}

let isLeaving = false;

export async function logout(): Promise<void> {
    isLeaving = true;
    // After the log-out, requests under way would be refused and their changes lost. So they are awaited.
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

/** Gets a new token in time, so that a person who uses the page need not log in again. */
export async function renewSession(): Promise<void> {
    const current = session.value;
    if (!current || Date.parse(current.expiresAt) - Date.now() > 3 * day) return;
    try {
        await adopt(await call<Session>('POST', '/auth/refresh'));
    } catch {
        // Tried again at the next call; the old token is valid until it expires.
    }
}

/** Takes over a new token for the person who is logged in here. */
export async function adopt(made: Session): Promise<void> {
    store(localStorage.getItem(key) ? localStorage : sessionStorage, key, made);
    await beginKeeping(made, false);
    become(made);
}

/** Ends the session here and removes the answers that were kept for reading offline. */
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
