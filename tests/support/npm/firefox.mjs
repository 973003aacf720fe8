// SPDX-License-Identifier: GPL-3.0-or-later
// A real Firefox, headless, that subscribes to push messages as any web page does. It decrypts each
// message, and its service worker shows it.
//
//     node firefox.mjs FIREFOX PUSH_SERVICE OUR_PUBLIC_KEY
//
// Prints a JSON line for the subscription ({subscription}) and for each message ({text, shown}). Ends
// the subscription ({unsubscribed}) and itself when stdin ends.
import http from 'node:http';
import readline from 'node:readline';

import puppeteer from 'puppeteer-core';

const [firefox, pushService, publicKey] = process.argv.slice(2);
const tell = (what) => console.log(JSON.stringify(what));

const worker = `
    self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('push', (event) => event.waitUntil((async () => {
        const text = event.data.text();
        const { title, ...options } = event.data.json();
        await self.registration.showNotification(title, options);
        const shown = (await self.registration.getNotifications()).map((one) => [one.title, one.body, one.tag]);
        await fetch('/told', { method: 'POST', body: JSON.stringify({ text, shown }) });
    })()));
`;

/** Serves the page and its service worker, and receives the worker's reports of messages. */
const site = http.createServer(async (request, response) => {
    if (request.method === 'POST') {
        const pieces = [];
        for await (const piece of request) pieces.push(piece);
        tell(JSON.parse(Buffer.concat(pieces)));
        response.end();
    } else if (request.url === '/worker.js') {
        response.setHeader('Content-Type', 'text/javascript').end(worker);
    } else {
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Push</title>');
    }
});
await new Promise((resolve) => { site.listen(0, '127.0.0.1', resolve); });

const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: true,
    extraPrefsFirefox: {
        'dom.push.enabled': true,
        'dom.push.connection.enabled': true,
        'dom.push.alwaysConnect': true,
        'dom.push.serverURL': pushService.replace(/^http/, 'ws'),
        'dom.push.testing.allowInsecureServerURL': true,
        'permissions.default.desktop-notification': 1,
        'dom.webnotifications.requireuserinteraction': false,
        'alerts.useSystemBackend': false,
    },
});
try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    tell({
        subscription: await page.evaluate(async (applicationServerKey) => {
            await navigator.serviceWorker.register('/worker.js');
            const registration = await navigator.serviceWorker.ready;
            return (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
        }, publicKey),
    });
    await new Promise((resolve) => { readline.createInterface({ input: process.stdin }).on('close', resolve); });
    tell({
        unsubscribed: await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.ready;
            return (await registration.pushManager.getSubscription()).unsubscribe();
        }),
    });
} finally {
    await browser.close();
    site.close();
}
