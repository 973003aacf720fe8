// SPDX-License-Identifier: GPL-3.0-or-later
import { call, type CallOptions } from './client';
import type { components } from './schema';
import type { Account } from './types';

type Schemas = components['schemas'];

export type AccountCreate = Schemas['AccountCreate'];
export type AccountErrorCode = Schemas['AccountErrorCode'];
export type AccountFolder = Schemas['AccountFolder'];
export type AccountUpdate = Partial<Schemas['AccountUpdate']>;
export type ConnectionTest = Schemas['ConnectionTest'];
export type ConnectionTestRequest = Schemas['ConnectionTestRequest'];
export type FolderPreview = Schemas['FolderPreview'];
export type PreviewedFolder = Schemas['PreviewedFolder'];
/** The test result of one of the two servers. */
export type ServerTest = Schemas['SmtpTest'];

/** Stands for a stored secret that does not change. */
export const storedSecret = '********';

export function loadAccount(id: number): Promise<Account> {
    return call('GET', `/accounts/${id}`);
}

export function createAccount(account: AccountCreate): Promise<Account> {
    return call('POST', '/accounts', account);
}

export function changeAccount(id: number, change: AccountUpdate): Promise<Account> {
    return call('PUT', `/accounts/${id}`, change);
}

export function removeAccount(id: number): Promise<null> {
    return call('DELETE', `/accounts/${id}`);
}

export function setAccountStatus(id: number, status: 'active' | 'disabled'): Promise<Account> {
    return call('PUT', `/accounts/${id}/status`, { status });
}

export function syncAccount(id: number): Promise<Schemas['SyncStarted']> {
    return call('POST', `/accounts/${id}/sync`);
}

export function loadFolders(id: number): Promise<AccountFolder[]> {
    return call('GET', `/accounts/${id}/folders`);
}

/** This call and the next one store nothing. */
export function testConnection(account: ConnectionTestRequest, options?: CallOptions): Promise<ConnectionTest> {
    return call('POST', '/accounts/test-connection', account, options);
}

export function previewFolders(account: ConnectionTestRequest, options?: CallOptions): Promise<FolderPreview> {
    return call('POST', '/accounts/folders', account, options);
}
