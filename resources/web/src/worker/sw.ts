// SPDX-License-Identifier: GPL-3.0-or-later
// The service worker: it opens the page without a network, keeps what was read, and shows notifications.
// A new one takes over at once. That is safe: pages come from the network first, and the files of a page
// that is open are kept (shell.ts).
import { bearerToken, keptPath } from './keeping';
import { openNotification, type PushSubscriptionChangeEvent, renewSubscription, showPush } from './push';
import { readingOf } from './reading';
import { fileOf, freshFileOf, installShell, isFreshFile, pageOf, removeOldShells } from './shell';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
    passChanges(event);
    event.waitUntil(installShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(removeOldShells().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== self.location.origin) return;
    if (url.pathname.startsWith('/api/')) read(event, url);
    else if (url.pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
    else if (isFreshFile(url.pathname)) event.respondWith(freshFileOf(request));
    else if (request.mode === 'navigate' && !url.pathname.startsWith('/openapi')) event.respondWith(pageOf(request));
});

/** Static routing; not in every browser, and not in the types of TypeScript yet. */
interface RoutableInstallEvent extends ExtendableEvent {
    addRoutes?(rules: { condition: { requestMethod: string }; source: 'network' }[]): Promise<void>;
}

/**
 * Requests that change data bypass this worker: it does nothing with them, and a request that a page sends
 * while it is closed would be lost in a worker.
 */
function passChanges(event: RoutableInstallEvent): void {
    const rules = ['POST', 'PUT', 'DELETE'].map((requestMethod) => ({
        condition: { requestMethod },
        source: 'network' as const,
    }));
    void event.addRoutes?.(rules).catch(() => {}); // without routes the handler of `fetch` ignores these requests
}

/** A request without a token, or for an answer that is not kept, is left to the browser. */
function read(event: FetchEvent, url: URL): void {
    const path = keptPath(event.request.method, url);
    const token = bearerToken(event.request.headers.get('Authorization'));
    if (path === null || token === null) return;
    event.respondWith(readingOf(event.request, path, token, (work) => event.waitUntil(work)));
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)));

self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as PushSubscriptionChangeEvent;
    change.waitUntil(renewSubscription(change));
});
