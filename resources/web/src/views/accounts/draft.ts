// SPDX-License-Identifier: GPL-3.0-or-later
import { type AccountCreate, type AccountUpdate, type ConnectionTestRequest, storedSecret } from '../../api/accounts';
import type { Discovery } from '../../api/discovery';
import type { Account } from '../../api/types';

export type Security = Account['security'];
export type Side = 'imap' | 'smtp';

/** An account while a person enters it, with the names of the REST interface. Secrets are kept here only. */
export interface Draft {
    id: number; // 0: a new one
    email: string;
    name: string;
    senderName: string;
    host: string;
    port: number | null;
    security: Security;
    authMechanism: Account['authMechanism'];
    username: string;
    /** Empty with an id: the stored one. */
    password: string;
    /** Empty: mail is only received. */
    smtp_host: string;
    smtp_port: number | null;
    smtpSecurity: Security;
    smtpAuthMechanism: Account['smtpAuthMechanism'];
    /** Empty: as for IMAP. */
    smtpUsername: string;
    smtpPassword: string;
    /** Of a sign-in with the browser, instead of a password. */
    oauthGrant: string;
    oauthProvider: string;
    tlsPin: string;
    proxyUrl: string;
    folders: string[];
    folderRoles: Account['folderRoles'];
    syncMode: Account['syncMode'];
    syncDays: number;
    flagSync: Account['flagSync'];
    onExpunge: Account['onExpunge'];
    deleteOnServer: boolean;
    appendSent: boolean;
    notify: boolean;
}

export const emptyDraft: Draft = {
    id: 0,
    email: '',
    name: '',
    senderName: '',
    host: '',
    port: null,
    security: 'auto',
    authMechanism: 'auto',
    username: '',
    password: '',
    smtp_host: '',
    smtp_port: null,
    smtpSecurity: 'auto',
    smtpAuthMechanism: 'auto',
    smtpUsername: '',
    smtpPassword: '',
    oauthGrant: '',
    oauthProvider: '',
    tlsPin: '',
    proxyUrl: '',
    folders: ['INBOX'],
    folderRoles: {},
    syncMode: 'all',
    syncDays: 30,
    flagSync: 'pull',
    onExpunge: 'hide',
    deleteOnServer: false,
    appendSent: false,
    notify: true,
};

export function draftOf(account: Account): Draft {
    const { id, email, name, senderName, host, port, security, authMechanism, username } = account;
    const { smtp_port, smtpSecurity, smtpAuthMechanism, folders, folderRoles, syncMode, syncDays } = account;
    const { flagSync, onExpunge, deleteOnServer, appendSent, notify } = account;
    return {
        ...{ id, email, name, senderName, host, port, security, authMechanism, username },
        ...{ smtp_port, smtpSecurity, smtpAuthMechanism, folders, folderRoles, syncMode, syncDays },
        ...{ flagSync, onExpunge, deleteOnServer, appendSent, notify },
        smtp_host: account.smtp_host ?? '',
        smtpUsername: account.smtpUsername ?? '',
        oauthProvider: account.oauthProvider ?? '',
        tlsPin: account.tlsPin ?? '',
        proxyUrl: account.proxyUrl ?? '',
        password: '',
        smtpPassword: '',
        oauthGrant: '',
    };
}

/** The draft with the servers that were found. */
export function withFindings(draft: Draft, findings: Discovery): Draft {
    const { account } = findings;
    return {
        ...draft,
        host: account.host ?? '',
        port: account.port,
        security: account.security ?? 'auto',
        username: account.username ?? '',
        smtp_host: account.smtp_host ?? '',
        smtp_port: account.smtp_port,
        smtpSecurity: account.smtpSecurity ?? 'auto',
        smtpUsername: account.smtpUsername ?? '',
    };
}

export function usualPort(side: Side, security: Security): number {
    const isTls = security === 'tls' || security === 'auto';
    if (side === 'imap') return isTls ? 993 : 143;
    return isTls ? 465 : 587;
}

/** Whether the text is an address that can be searched for. */
export function isAddress(text: string): boolean {
    return /^[^@\s]+@[^@\s]*[^@\s.]$/.test(text.trim());
}

function settingsOf(draft: Draft): Omit<AccountCreate, 'password'> {
    const sends = draft.smtp_host !== '';
    const isOtherName = draft.smtpUsername !== '' && draft.smtpUsername !== draft.username;
    return {
        email: draft.email,
        name: draft.name || draft.email,
        senderName: draft.senderName,
        host: draft.host,
        port: draft.port ?? usualPort('imap', draft.security),
        security: draft.security,
        authMechanism: draft.authMechanism,
        username: draft.username,
        smtp_host: draft.smtp_host || null,
        smtp_port: sends ? (draft.smtp_port ?? usualPort('smtp', draft.smtpSecurity)) : null,
        smtpSecurity: draft.smtpSecurity,
        smtpAuthMechanism: draft.smtpAuthMechanism,
        smtpUsername: isOtherName ? draft.smtpUsername : null,
        tlsPin: draft.tlsPin || null,
        proxyUrl: draft.proxyUrl || null,
        folders: draft.folders,
        folderRoles: draft.folderRoles,
        syncMode: draft.syncMode,
        syncDays: draft.syncDays,
        flagSync: draft.flagSync,
        onExpunge: draft.onExpunge,
        deleteOnServer: draft.deleteOnServer,
        appendSent: draft.appendSent,
        notify: draft.notify,
    };
}

function secretsOf(draft: Draft): Pick<AccountUpdate, 'password' | 'oauthGrant' | 'smtpPassword'> {
    return {
        ...(draft.oauthGrant ? { oauthGrant: draft.oauthGrant } : draft.password && { password: draft.password }),
        ...(draft.smtpPassword && { smtpPassword: draft.smtpPassword }),
    };
}

/** For POST /accounts. */
export function createBody(draft: Draft): AccountCreate {
    return { ...settingsOf(draft), ...secretsOf(draft) } as AccountCreate;
}

/** For POST /accounts/test-connection and /accounts/folders. */
export function testBody(draft: Draft): ConnectionTestRequest {
    const body = { ...settingsOf(draft), ...secretsOf(draft) };
    if (draft.id === 0) return body as ConnectionTestRequest;
    const keeps = !draft.password && !draft.oauthGrant;
    return { ...body, id: draft.id, ...(keeps && { password: storedSecret }) } as ConnectionTestRequest;
}

/** For PUT /accounts/:id: the changed fields, and the secrets that were entered. */
export function changeBody(before: Draft, after: Draft): AccountUpdate {
    const old = settingsOf(before) as Record<string, unknown>;
    const changed = Object.entries(settingsOf(after)).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
    );
    return { ...Object.fromEntries(changed), ...secretsOf(after) };
}
