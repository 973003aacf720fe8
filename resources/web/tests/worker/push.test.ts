// SPDX-License-Identifier: GPL-3.0-or-later
// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openNotification, renewSubscription } from '../../src/worker/push';

interface Tab {
    focused: boolean;
    visibilityState: string;
    postMessage: ReturnType<typeof vi.fn>;
    focus: ReturnType<typeof vi.fn>;
}

const tab = (focused: boolean, visibilityState: string): Tab => ({
    focused, visibilityState, postMessage: vi.fn(), focus: vi.fn(async () => {}),
});

let tabs: Tab[] = [];
const openWindow = vi.fn(async () => null);
const subscribe = vi.fn(async () => ({}));

beforeEach(() => {
    vi.clearAllMocks();
    vi.stubGlobal('self', {
        clients: { matchAll: async () => tabs, openWindow },
        registration: { pushManager: { subscribe } },
    });
});

const notification = (data: unknown) => ({ close: vi.fn(), data }) as unknown as Notification;

describe('a click on a notification', () => {
    it('shows the mail in the tab that is seen, and brings it to the front', async () => {
        tabs = [tab(false, 'hidden'), tab(false, 'visible')];
        const shown = notification({ url: '/mails/7' });
        await openNotification(shown);
        expect(shown.close).toHaveBeenCalled();
        expect(tabs[1]!.postMessage).toHaveBeenCalledWith({ type: 'go', url: '/mails/7' });
        expect(tabs[1]!.focus).toHaveBeenCalled();
        expect(tabs[0]!.postMessage).not.toHaveBeenCalled();
        expect(openWindow).not.toHaveBeenCalled();
    });

    it('opens a tab where there is none', async () => {
        tabs = [];
        await openNotification(notification({ url: '/mails/7' }));
        expect(openWindow).toHaveBeenCalledWith('/mails/7');
    });

    it.each([[{ url: 'https://evil.example/' }], [null], [{ url: '//evil.example' }]])('leads nowhere else: %j', async (data) => {
        tabs = [];
        await openNotification(notification(data));
        expect(openWindow).toHaveBeenCalledWith('/mails');
    });
});

describe('a subscription that the browser gave up', () => {
    const key = new Uint8Array([4]).buffer;
    it('is made anew with the same key, and made known by the pages', async () => {
        tabs = [tab(true, 'visible')];
        await renewSubscription({ newSubscription: null, oldSubscription: { options: { applicationServerKey: key } } } as never);
        expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
        expect(tabs[0]!.postMessage).toHaveBeenCalledWith({ type: 'subscription' });
    });

    it('is not made twice', async () => {
        await renewSubscription({ newSubscription: {}, oldSubscription: null } as never);
        expect(subscribe).not.toHaveBeenCalled();
    });
});
