// SPDX-License-Identifier: GPL-3.0-or-later
// The subscription of this browser to notifications: its state, and how it is made, renewed and ended.
import { addSubscription, listSubscriptions, readPublicKey, removeSubscription, type Subscription } from '../api/push';
import { Observable } from './observable';
import { beforeLogout, session } from './session';
import { forget, readStored, store } from './storage';

export type PushState = 'unknown' | 'unsupported' | 'insecure' | 'blocked' | 'off' | 'on';

/** Of this device; unknown until refreshPush(). */
export const pushState = new Observable<PushState>('unknown');

/** All browsers of the person; null: not loaded yet. */
export const subscriptions = new Observable<Subscription[] | null>(null);

/** The endpoint of this browser's subscription. */
export const ownEndpoint = new Observable<string | null>(null);

/** The service worker did not start, so no notification could be shown. */
export class NoWorker extends Error {}

const key = 'postrider.push'; // whose notifications this browser shows
const workerTime = 10_000; // ms

/** What prevents notifications in this browser, found without a question to the person; null: nothing. */
export function obstacle(browser: { isSecure: boolean; hasPush: boolean; permission: string }): PushState | null {
    if (!browser.isSecure) return 'insecure';
    if (!browser.hasPush) return 'unsupported';
    return browser.permission === 'denied' ? 'blocked' : null;
}

function obstacleHere(): PushState | null {
    return obstacle({
        isSecure: isSecureContext,
        hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
        permission: 'Notification' in window ? Notification.permission : 'default',
    });
}

export async function refreshPush(): Promise<void> {
    const [all, own] = await Promise.all([listSubscriptions(), ownSubscription()]);
    const isKnown = all.some(({ endpoint, active }) => active && endpoint === own?.endpoint);
    subscriptions.set(all);
    ownEndpoint.set(own?.endpoint ?? null);
    pushState.set(obstacleHere() ?? (own && isKnown ? 'on' : 'off'));
}

/** To be called by a click: browsers ask for the permission only then. */
export async function enablePush(): Promise<void> {
    const permission = await Notification.requestPermission();
    if (permission === 'granted') await subscribe();
    await refreshPush();
}

export async function disablePush(): Promise<void> {
    const own = await ownSubscription();
    forget(localStorage, key);
    if (own) {
        await removeSubscription(own.endpoint).finally(() => own.unsubscribe());
    }
    await refreshPush();
}

/** Ends the notifications of a device, which may be this one. */
export async function removeDevice(endpoint: string): Promise<void> {
    if (endpoint === ownEndpoint.value) return disablePush();
    await removeSubscription(endpoint);
    await refreshPush();
}

/** Renews the subscription of the person who is logged in; ends it when the person logs out here. */
export function followPush(): void {
    if (obstacleHere()) return;
    const renew = () => void renewPush().catch(() => {}); // tried again when the page is opened next
    navigator.serviceWorker.addEventListener('message', (event: MessageEvent<{ type?: string }>) => {
        if (event.data?.type === 'subscription') renew();
    });
    session.follow((now) => now && renew());
    if (session.value) renew();
    beforeLogout(async () => {
        if (readStored(localStorage, key) !== null) await disablePush();
    });
}

async function renewPush(): Promise<void> {
    const whose = readStored<string>(localStorage, key);
    const own = await ownSubscription();
    // The subscription of another person, who did not log out here: this person must not see that mail.
    if (own && whose !== session.value?.username) await own.unsubscribe();
    if (whose !== session.value?.username || Notification.permission !== 'granted') return;
    const isGood = own && hasKey(own, await readPublicKey());
    const isKnown = isGood && (await listSubscriptions()).some((one) => one.active && one.endpoint === own.endpoint);
    if (!isKnown) await subscribe();
}

async function subscribe(): Promise<void> {
    const registration = await worker();
    const applicationServerKey = await readPublicKey();
    let own = await registration.pushManager.getSubscription();
    if (own && !hasKey(own, applicationServerKey)) {
        await own.unsubscribe(); // a subscription cannot change its key
        own = null;
    }
    own ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    await addSubscription(own);
    store(localStorage, key, session.value?.username);
}

async function ownSubscription(): Promise<PushSubscription | null> {
    if (obstacleHere()) return null;
    const registration = await navigator.serviceWorker.getRegistration('/');
    return (await registration?.pushManager.getSubscription()) ?? null;
}

function worker(): Promise<ServiceWorkerRegistration> {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new NoWorker()), workerTime));
    return Promise.race([navigator.serviceWorker.ready, late]);
}

function hasKey(subscription: PushSubscription, publicKey: string): boolean {
    const bytes = subscription.options.applicationServerKey;
    return !!bytes && base64url(new Uint8Array(bytes)) === publicKey;
}

export function base64url(bytes: Uint8Array): string {
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
