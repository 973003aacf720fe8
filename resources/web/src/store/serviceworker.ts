// SPDX-License-Identifier: GPL-3.0-or-later
import { go } from './router';
import { followPush } from './push';

/** Registers the service worker when the page is loaded. Browsers allow it only for https and this machine. */
export function startWorker(): void {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    navigator.serviceWorker.addEventListener('message', receive);
    followPush();
    if (document.readyState === 'complete') void register();
    else addEventListener('load', () => void register());
}

async function register(): Promise<void> {
    try {
        // Without the browser's cache, because a new version must be found at once.
        const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
        // Chromium omits its own check if the last one was recent.
        if (registration.active) await registration.update().catch(() => {}); // offline: at the next load
    } catch (error) {
        console.warn('The service worker could not be registered.', error); // the page works without it
    }
}

/** A notification was clicked: its mail is shown here. */
function receive(event: MessageEvent<{ type?: string; url?: string }>): void {
    if (event.data?.type === 'go' && event.data.url) go(event.data.url);
}
