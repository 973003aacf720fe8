// SPDX-License-Identifier: GPL-3.0-or-later
import { readChoices } from './choices';
import { notificationOf, ownPath } from './notification';

declare const self: ServiceWorkerGlobalScope;

/** Push API 10.5; TypeScript's library does not have it. */
export interface PushSubscriptionChangeEvent extends ExtendableEvent {
    readonly newSubscription: PushSubscription | null;
    readonly oldSubscription: PushSubscription | null;
}

/** Shows the message. Every message is shown, because browsers otherwise revoke the permission. */
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

/** Opens the address of the notification: in an open tab, preferably a visible one, otherwise in a new tab. */
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
 * The browser's push service has ended the subscription. A new one is made at once. A page registers it at the
 * service, because that needs a token: now if a page is open, otherwise when the next one is opened.
 */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
    const key = event.oldSubscription?.options.applicationServerKey;
    if (!event.newSubscription && key)
        await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage({ type: 'subscription' });
}
