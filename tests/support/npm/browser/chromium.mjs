// SPDX-License-Identifier: GPL-3.0-or-later
// Chromium through Playwright, which makes a profile of its own and removes it.
import { chromium } from 'playwright-core';

/** OPTIONS: {executable, arguments, timeout} with milliseconds. */
export function launch({ executable, arguments: args, timeout }) {
    return chromium.launch({ executablePath: executable, args, timeout, headless: true });
}

/** Records what happens in that context, its pop-ups and its workers. */
export function watch(context, log, handles) {
    const number = (page) => (page ? handles.of(page) : null);
    context.on('page', (page) => opened(page, log, handles));
    context.on('console', (message) => log.note('console', number(message.page()), {
        level: message.type(), text: message.text(), url: message.location().url,
    }));
    context.on('weberror', (error) => log.note('error', number(error.page()), {
        text: error.error().stack ?? String(error.error()),
    }));
    context.on('dialog', (dialog) => log.dialog(dialog, number(dialog.page())));
    context.on('request', (request) => log.request(request, number(pageOf(request)), {
        url: request.url(), method: request.method(), type: request.resourceType(), body: request.postData(),
        headers: request.headers(), startedAt: Date.now(),
    }));
    context.on('response', (response) => log.update(response.request(), {
        status: response.status(), fromServiceWorker: response.fromServiceWorker(),
    }));
    context.on('requestfinished', async (request) => {
        const sizes = await request.sizes().catch(() => null);
        log.update(request, { ended: true, bytes: sizes ? sizes.responseBodySize + sizes.responseHeadersSize : 0 });
    });
    context.on('requestfailed', (request) => log.update(request, {
        ended: true, failure: request.failure()?.errorText ?? 'failed',
    }));
}

async function opened(page, log, handles) {
    const entry = log.note('page', handles.of(page), { opener: null });
    page.on('download', (download) => log.note('download', handles.of(page), {
        url: download.url(), name: download.suggestedFilename(), download: handles.of(download),
    }));
    const opener = await page.opener().catch(() => null);
    if (opener) entry.opener = handles.of(opener);
}

/** The page of a request; null for requests of a service worker, and of a page that is still being opened. */
function pageOf(request) {
    try {
        return request.serviceWorker() ? null : request.frame().page();
    } catch {
        return null;
    }
}
