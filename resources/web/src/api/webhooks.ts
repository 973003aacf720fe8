// SPDX-License-Identifier: GPL-3.0-or-later
import { call, query } from './client';
import type { components } from './schema';
import type { Page } from './types';

type Schemas = components['schemas'];

export type Webhook = Schemas['Webhook'];
export type WebhookLog = Schemas['WebhookLog'];
export type WebhookPreview = Schemas['WebhookPreview'];
export type WebhookTest = Schemas['WebhookTest'];
export type WebhookWarning = Schemas['WebhookWarning'];
export type WebhookChange = Partial<Schemas['WebhookUpdate']>;
export type WebhookEvent = Webhook['events'][number];

export function listWebhooks(): Promise<Webhook[]> {
    return call('GET', '/webhooks');
}

export function readWebhook(id: number): Promise<Webhook> {
    return call('GET', `/webhooks/${id}`);
}

export function createWebhook(webhook: WebhookChange): Promise<Webhook> {
    return call('POST', '/webhooks', webhook);
}

export function changeWebhook(id: number, change: WebhookChange): Promise<Webhook> {
    return call('PUT', `/webhooks/${id}`, change);
}

export function removeWebhook(id: number): Promise<null> {
    return call('DELETE', `/webhooks/${id}`);
}

/** Calls the webhook once with made-up data; takes at most 15 s. */
export function testWebhook(id: number): Promise<WebhookTest> {
    return call('POST', `/webhooks/${id}/test`);
}

export function previewWebhook(webhook: WebhookChange, signal: AbortSignal): Promise<WebhookPreview> {
    return call('POST', '/webhooks/preview', webhook, { signal });
}

/** Newest first. */
export function readWebhookLogs(id: number, page: number, pageSize: number): Promise<Page<WebhookLog>> {
    return call('GET', `/webhooks/${id}/logs${query({ page, pageSize })}`);
}
