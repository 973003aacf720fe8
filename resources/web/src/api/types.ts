// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of the REST interface, by the names of its OpenAPI description.
import type { components } from './schema';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type AccountNode = Schemas['AccountNode'];
export type AccountStats = Schemas['AccountStats'];
export type Attachment = Schemas['Attachment'];
export type Draft = Schemas['Draft'];
export type DraftItem = Schemas['DraftItem'];
export type DraftRequest = Schemas['DraftRequest'];
export type Highlight = NonNullable<Schemas['Mail']['highlight']>;
export type InlineFile = Schemas['InlineFile'];
export type Mail = Schemas['Mail'];
export type MailDetail = Schemas['MailDetail'];
export type MailStats = Schemas['MailStats'];
export type OutboxMail = Schemas['OutboxMail'];
export type Person = Schemas['Person'];
export type QueuedMail = Schemas['QueuedMail'];
export type SentMail = Schemas['SentMail'];
export type Session = Schemas['Session'];
export type SyncProgress = Schemas['SyncProgress'];
export type Upload = Schemas['Upload'];
export type Webhook = Schemas['Webhook'];

/** A list that comes in pages. */
export interface Page<T> {
    items: T[];
    total: number;
    page: number;
    pageSize: number;
}
