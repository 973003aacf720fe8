// SPDX-License-Identifier: GPL-3.0-or-later
import type { AccountErrorCode } from '../../api/accounts';
import type { Account } from '../../api/types';

/** The state of an account, as it is shown to people. */
export type State = 'paused' | 'error' | 'connecting' | 'firstSync' | 'syncing' | 'upToDate';

/** What a person can do about an account that does not work. */
export type Remedy = 'password' | 'signIn' | 'certificate' | 'servers' | 'retry';

export function stateOf(account: Pick<Account, 'status' | 'mode' | 'syncProgress' | 'lastSyncAt'>): State {
    if (account.status === 'disabled') return 'paused';
    if (account.status === 'error') return 'error';
    if (account.syncProgress) return 'firstSync';
    if (account.mode === 'syncing') return account.lastSyncAt ? 'syncing' : 'firstSync';
    if (account.mode === 'connecting' || account.mode === 'stopped' || !account.lastSyncAt) return 'connecting';
    return 'upToDate';
}

export function remedyOf(account: Pick<Account, 'errorCode' | 'authType'>): Remedy {
    const isLogin: AccountErrorCode[] = ['auth_failed', 'auth_required', 'secret_unreadable'];
    if (account.errorCode && isLogin.includes(account.errorCode))
        return account.authType === 'oauth2' ? 'signIn' : 'password';
    if (account.errorCode === 'certificate_invalid') return 'certificate';
    if (account.errorCode === 'tls_failed' || account.errorCode === 'connect_failed') return 'servers';
    return 'retry';
}

/** Whether a new password or sign-in helps. */
export function isAboutLogin(account: Pick<Account, 'errorCode' | 'authType'>): boolean {
    const remedy = remedyOf(account);
    return remedy === 'password' || remedy === 'signIn';
}

/** Whether the first synchronisation has ended. */
export function isComplete(account: Pick<Account, 'syncProgress' | 'lastSyncAt'>): boolean {
    return account.lastSyncAt !== null && account.syncProgress === null;
}
