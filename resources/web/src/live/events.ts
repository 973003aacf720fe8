// SPDX-License-Identifier: GPL-3.0-or-later
import type { components } from '../api/schema';

type Schemas = components['schemas'];

/** Each event of the stream with its data, by its name. */
export interface LiveEvents {
    connected: Schemas['EventConnected'];
    'mail.received': Schemas['EventMailReceived'];
    'mail.synced': Schemas['EventMailSynced'];
    'mail.updated': Schemas['EventMailUpdated'];
    'mail.deleted': Schemas['EventMailDeleted'];
    'mail.sent': Schemas['EventMailSent'];
    'mail.failed': Schemas['EventMailFailed'];
    'draft.deleted': Schemas['EventDraftDeleted'];
    'account.created': Schemas['EventAccountCreated'];
    'account.updated': Schemas['EventAccountUpdated'];
    'account.deleted': Schemas['EventAccountDeleted'];
    'account.status_changed': Schemas['EventAccountStatusChanged'];
    'account.health': Schemas['EventAccountHealth'];
    'account.mode_changed': Schemas['EventAccountModeChanged'];
    'account.sync_progress': Schemas['EventAccountSyncProgress'];
    'account.sync_started': Schemas['EventAccountSyncStarted'];
    'account.sync_done': Schemas['EventAccountSyncDone'];
    'account.sync_error': Schemas['EventAccountSyncError'];
    'stats.updated': Schemas['EventStatsUpdated'];
    'webhook.delivered': Schemas['EventWebhookDelivered'];
    'webhook.failed': Schemas['EventWebhookFailed'];
    heartbeat: Schemas['EventHeartbeat'];
    resync: Schemas['EventResync'];
}

export type EventName = keyof LiveEvents;

export const eventNames: EventName[] = [
    'connected', 'mail.received', 'mail.synced', 'mail.updated', 'mail.deleted', 'mail.sent', 'mail.failed',
    'draft.deleted', 'account.created', 'account.updated', 'account.deleted', 'account.status_changed',
    'account.health', 'account.mode_changed', 'account.sync_progress', 'account.sync_started', 'account.sync_done',
    'account.sync_error', 'stats.updated', 'webhook.delivered', 'webhook.failed', 'heartbeat', 'resync',
];
