// SPDX-License-Identifier: GPL-3.0-or-later
import type { AccountErrorCode, ConnectionTest, ServerTest } from '../../api/accounts';
import type { Account } from '../../api/types';
import { type Draft, type Security, type Side, usualPort } from './draft';
import type { accounts as Texts } from '../../i18n/en/accounts';

type T = (typeof Texts)['trouble'];

/** A repair that one click makes. */
export type Repair =
    | { kind: 'useSecurity'; security: Security }
    | { kind: 'usePort'; port: number }
    | { kind: 'trustKey'; fingerprint: string };

/** A problem of a server: the field that it belongs to, its text, and a repair. */
export interface Complaint {
    field: 'host' | 'security' | 'login' | 'certificate';
    text: string;
    /** Data of the certificate. */
    details: string[];
    /** The service's own text, if it says more. */
    said?: string;
    repair?: Repair;
}

const isOfLogin = (code: AccountErrorCode | null) => code === 'auth_failed' || code === 'auth_required';
const isSilence = (code: AccountErrorCode | null) => code === 'connect_failed' || code === 'timeout';

/** Null: the server works. */
export function complaintOf(test: ServerTest, side: Side, draft: Draft, t: T): Complaint | null {
    if (test.ok) return null;
    const complaint = complained(test, side, draft, t);
    // If the text says the same, the service's English text would only repeat it.
    const saysAsMuch = isSilence(test.errorCode) || !!complaint.repair;
    return saysAsMuch || !test.error ? complaint : { ...complaint, said: test.error };
}

function complained(test: ServerTest, side: Side, draft: Draft, t: T): Complaint {
    const { host, port, username } = serverOf(side, draft);
    if (isOfLogin(test.errorCode)) {
        const text = draft.oauthProvider ? t.signIn(host, draft.email) : t.login(host, username);
        return { field: 'login', text, details: [] };
    }
    if (test.errorCode === 'certificate_invalid') return ofCertificate(test, host, draft, t);
    if (test.errorCode === 'tls_failed' || test.answersTo) return ofTls(test, host, port, t);
    if (test.errorCode === 'timeout') return ofSilence(side, draft, t.timeout(host, port));
    if (test.errorCode === 'connect_failed') return ofSilence(side, draft, t.connect(host, port));
    return { field: 'host', text: t.server(host), details: [] };
}

function serverOf(side: Side, draft: Draft): { host: string; port: number; username: string } {
    const imap = { host: draft.host, port: draft.port ?? usualPort('imap', draft.security), username: draft.username };
    if (side === 'imap') return imap;
    return {
        host: draft.smtp_host,
        port: draft.smtp_port ?? usualPort('smtp', draft.smtpSecurity),
        username: draft.smtpUsername || draft.username,
    };
}

function ofSilence(side: Side, draft: Draft, text: string): Complaint {
    const usual = usualPort(side, side === 'imap' ? draft.security : draft.smtpSecurity);
    const isOther = serverOf(side, draft).port !== usual;
    return { field: 'host', text, details: [], ...(isOther && { repair: { kind: 'usePort', port: usual } }) };
}

function ofTls(test: ServerTest, host: string, port: number, t: T): Complaint {
    if (!test.answersTo) return { field: 'security', text: t.tls(host, port), details: [] };
    const text = test.answersTo === 'starttls' ? t.speaksStartTls : t.speaksTls;
    return { field: 'security', text, details: [], repair: { kind: 'useSecurity', security: test.answersTo } };
}

function ofCertificate(test: ServerTest, host: string, draft: Draft, t: T): Complaint {
    const { certificate, fingerprint } = test;
    let text = t.certificate(host);
    if (draft.tlsPin) text = t.otherKey(host);
    else if (certificate && !certificate.matchesHost) text = t.otherName(host, certificate.subject);
    if (!fingerprint) return { field: 'certificate', text, details: [] };
    const details = certificate?.issuer ? [t.issuedBy(certificate.issuer)] : [];
    details.push(t.fingerprint(fingerprintText(fingerprint)));
    return { field: 'certificate', text, details, repair: { kind: 'trustKey', fingerprint } };
}

/** Pairs of upper-case hexadecimal digits with colons, the usual form. */
export function fingerprintText(fingerprint: string): string {
    return (fingerprint.toUpperCase().match(/../g) ?? []).join(':');
}

export function repaired(draft: Draft, side: Side, repair: Repair): Draft {
    switch (repair.kind) {
        case 'useSecurity':
            return { ...draft, [side === 'imap' ? 'security' : 'smtpSecurity']: repair.security };
        case 'usePort':
            return { ...draft, [side === 'imap' ? 'port' : 'smtp_port']: repair.port };
        case 'trustKey':
            return { ...draft, tlsPin: repair.fingerprint };
    }
}

/** Whether only the login of the mailbox failed, which one field can solve. */
export function isSignInRefused(test: ConnectionTest): boolean {
    const isSmtpFine = !test.smtp || test.smtp.ok || isOfLogin(test.smtp.errorCode);
    return !test.imap.ok && isOfLogin(test.imap.errorCode) && isSmtpFine;
}

/** The problem of a saved account. */
export function accountTrouble(account: Account, t: T): string {
    const { host, port, errorCode } = account;
    switch (errorCode) {
        case 'secret_locked':
            return t.locked;
        case 'secret_unreadable':
            return t.unreadable;
        case 'storage_full':
            return t.full;
        case 'certificate_invalid':
            return t.notTrusted(host);
        case 'auth_failed':
        case 'auth_required':
            return account.authType === 'oauth2' ? t.signIn(host, account.email) : t.login(host, account.username);
        case 'timeout':
            return t.timeout(host, port);
        case 'connect_failed':
            return t.connect(host, port);
        case 'tls_failed':
            return t.tls(host, port);
        default:
            return t.server(host);
    }
}

/** The problem of a folder that an account names or needs. */
export function folderTrouble({ path, role, problem }: Account['folderProblems'][number], t: typeof Texts): string {
    const what = role && role in t.folders.role ? t.folders.role[role as keyof typeof t.folders.role] : '';
    return path === null ? t.trouble.folder.noRole(what) : t.trouble.folder[problem](path);
}
