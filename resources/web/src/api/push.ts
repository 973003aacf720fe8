// SPDX-License-Identifier: GPL-3.0-or-later
import { call } from './client';
import type { components } from './schema';

export type Subscription = components['schemas']['PushSubscription'];

/** The result of a test notification: numbers of browsers. */
export interface PushTest {
    sent: number;
    failed: number;
    removed: number;
}

export async function readPublicKey(): Promise<string> {
    return (await call<{ publicKey: string }>('GET', '/push/vapid-public-key')).publicKey;
}

export async function listSubscriptions(): Promise<Subscription[]> {
    return call('GET', '/push/subscriptions');
}

export async function addSubscription(subscription: PushSubscription): Promise<void> {
    const { endpoint, keys } = subscription.toJSON();
    await call('POST', '/push/subscribe', { endpoint, keys });
}

export async function removeSubscription(endpoint: string): Promise<void> {
    await call('POST', '/push/unsubscribe', { endpoint });
}

export async function testPush(title: string, body: string): Promise<PushTest> {
    return call('POST', '/push/test', { title, body });
}
