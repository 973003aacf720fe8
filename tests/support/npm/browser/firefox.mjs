// SPDX-License-Identifier: GPL-3.0-or-later
// A stock Firefox through WebDriver BiDi; Playwright drives only a Firefox of its own.
import puppeteer from 'puppeteer-core';

/** OPTIONS: {executable, preferences, timeout} with milliseconds. */
export function launch({ executable, preferences, timeout }) {
    return puppeteer.launch({
        browser: 'firefox', executablePath: executable, headless: true, extraPrefsFirefox: preferences, timeout,
        protocolTimeout: timeout,
    });
}

/** Records what happens in pages of that context, as soon as they are open. */
export function watch(context, log, handles) {
    context.on('targetcreated', async (target) => {
        const page = await target.page().catch(() => null);
        if (page) opened(page, log, handles.of(page));
    });
}

const seen = new WeakSet();

function opened(page, log, number) {
    if (seen.has(page)) return;
    seen.add(page);
    log.note('page', number, { opener: null });
    page.on('console', (message) => log.note('console', number, {
        level: message.type(), text: message.text(), url: message.location().url ?? '',
    }));
    page.on('pageerror', (error) => log.note('error', number, { text: error.stack ?? String(error) }));
    page.on('dialog', (dialog) => log.dialog(dialog, number));
    page.on('request', (request) => log.request(request, number, {
        url: request.url(), method: request.method(), headers: request.headers(), startedAt: Date.now(),
        // BiDi reports only whether it is a navigation, no other type.
        type: request.isNavigationRequest() ? 'document' : '',
    }));
    page.on('response', (response) => log.update(response.request(), { status: response.status() }));
    page.on('requestfinished', (request) => log.update(request, { ended: true }));
    page.on('requestfailed', (request) => log.update(request, {
        ended: true, failure: request.failure()?.errorText ?? 'failed',
    }));
}
