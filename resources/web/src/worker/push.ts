// SPDX-License-Identifier: GPL-3.0-or-later
import { readChoices } from './choices';
import { notificationOf, ownPath } from './notification';

declare const self: ServiceWorkerGlobalScope;

/** Push API 10.5; TypeScript's library does not have it. */
export interface PushSubscriptionChangeEvent extends ExtendableEvent {
    readonly newSubscription: PushSubscription | null;
    readonly oldSubscription: PushSubscription | null;
}

/** Shows the message; every one is shown, else the browser takes the permission away. */
export async function showPush(message: PushMessageData | null): Promise<void> {
    const choices = await readChoices().catch(() => undefined);
    const { title, options } = notificationOf(read(message), choices, new Date());
    await self.registration.showNotification(title, options);
}

function read(message: PushMessageData | null): unknown {
    try {
        return message?.json();
    } catch {
        return null;
    }
}

/** Shows the notification's place: in a tab that is open, the one that is seen first; else in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
    notification.close();
    const url = ownPath((notification.data as { url?: unknown } | null)?.url) ?? '/mails';
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
    if (!page) {
        await self.clients.openWindow(url);
        return;
    }
    page.postMessage({ type: 'go', url });
    await page.focus();
}

/**
 * The browser's push service gave up the subscription. A new one is made at once; the page makes it known
 * to the service, which takes a token: now where a page is open, else when one is opened next.
 */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
    const key = event.oldSubscription?.options.applicationServerKey;
    if (!event.newSubscription && key)
        await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage({ type: 'subscription' });
}
