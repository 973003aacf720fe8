// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../src/api/failure';
import type { ConnectionTest, PreviewedFolder, ServerTest } from '../src/api/accounts';
import { en } from '../src/i18n/en';
import { complaintOf, fingerprintText, isSignInRefused, repaired } from '../src/views/accounts/complaint';
import { mayBeOpened } from '../src/views/accounts/browsersignin';
import { changeBody, createBody, type Draft, emptyDraft, isAddress, testBody } from '../src/views/accounts/draft';
import { folderRows, usualChoice } from '../src/views/accounts/foldertree';
import { missingOf, problemsOf } from '../src/views/accounts/refusals';
import { spanKey, spansFor } from '../src/views/accounts/span';

const draft: Draft = {
    ...emptyDraft,
    email: 'nina@example.org',
    host: 'imap.example.org',
    port: 993,
    security: 'tls',
    username: 'nina@example.org',
    password: 'secret',
    smtp_host: 'smtp.example.org',
    smtp_port: 587,
    smtpSecurity: 'starttls',
};
const stored: Draft = { ...draft, id: 7, password: '' };
const works: ServerTest = {
    ok: true,
    error: null,
    errorCode: null,
    fingerprint: null,
    certificate: null,
    answersTo: null,
    security: 'tls',
    capabilities: [],
    mechanism: 'PLAIN',
    refusedMechanisms: [],
};
const t = en.accounts.trouble;

describe('what is sent of a mailbox', () => {
    it('is everything of a new one, with the address as its name', () => {
        expect(createBody(draft)).toMatchObject({ name: 'nina@example.org', password: 'secret', smtp_port: 587 });
        expect(createBody({ ...draft, smtp_host: '' })).toMatchObject({ smtp_host: null, smtp_port: null });
        expect(createBody({ ...draft, oauthGrant: 'grant' })).not.toHaveProperty('password');
    });

    it('is what changed of a stored one, and no secret that was not entered', () => {
        expect(changeBody(stored, stored)).toEqual({});
        expect(changeBody(stored, { ...stored, name: 'Work', folders: ['INBOX', 'Sent'] })).toEqual({
            name: 'Work',
            folders: ['INBOX', 'Sent'],
        });
        expect(changeBody(stored, { ...stored, password: 'new' })).toEqual({ password: 'new' });
    });

    it('names the stored password by its mask in a test', () => {
        expect(testBody(stored)).toMatchObject({ id: 7, password: '********' });
        expect(testBody({ ...stored, password: 'new' })).toMatchObject({ id: 7, password: 'new' });
        expect(testBody(draft)).not.toHaveProperty('id');
    });

    it.each([
        ['a@b.example', true],
        ['a@b', true],
        [' a@b.example ', true],
        ['a@', false],
        ['@b', false],
        ['a@b@c', false],
        ['a b@c', false],
        ['a@b.', false],
    ])('begins with an address: %s', (text, is) => {
        expect(isAddress(text)).toBe(is);
    });
});

describe('what is wrong with a server', () => {
    const failed = (errorCode: ServerTest['errorCode'], more: Partial<ServerTest> = {}): ServerTest => ({
        ...works,
        ok: false,
        errorCode,
        error: 'It said no.',
        ...more,
    });

    it('is nothing where it works', () => {
        expect(complaintOf(works, 'imap', draft, t)).toBeNull();
    });

    it('is the login, with the words of the server', () => {
        const complaint = complaintOf(failed('auth_failed'), 'imap', draft, t)!;
        expect(complaint).toMatchObject({ field: 'login', said: 'It said no.' });
        expect(complaint.text).toContain('imap.example.org refused the user name nina@example.org');
    });

    it('is mended by the other encryption where the port speaks that', () => {
        const { repair } = complaintOf(failed('tls_failed', { answersTo: 'tls' }), 'smtp', draft, t)!;
        expect(repaired(draft, 'smtp', repair!).smtpSecurity).toBe('tls');
        expect(repaired(draft, 'smtp', repair!).security).toBe(draft.security);
    });

    it('offers the usual port where another one is silent', () => {
        const other = { ...draft, port: 994 };
        expect(complaintOf(failed('connect_failed'), 'imap', other, t)!.repair).toEqual({ kind: 'usePort', port: 993 });
        expect(complaintOf(failed('timeout'), 'imap', draft, t)!.repair).toBeUndefined();
    });

    it('offers to trust the key of a certificate, and shows its fingerprint', () => {
        const certificate = {
            issuer: 'Home',
            subject: 'imap.example.org',
            expiresAt: '2027-01-01T00:00:00Z',
            matchesHost: true,
        };
        const test = failed('certificate_invalid', { fingerprint: 'ab'.repeat(32), certificate });
        const complaint = complaintOf(test, 'imap', draft, t)!;
        expect(complaint.details[0]).toBe('Issued by Home');
        expect(complaint.details[1]).toContain(fingerprintText('ab'.repeat(32)));
        expect(repaired(draft, 'imap', complaint.repair!).tlsPin).toBe('ab'.repeat(32));
        const foreign = { ...test, certificate: { ...certificate, subject: 'other.example', matchesHost: false } };
        expect(complaintOf(foreign, 'imap', draft, t)!.text).toContain('for another name: other.example');
        expect(complaintOf(test, 'imap', { ...draft, tlsPin: 'cd' }, t)!.text).toContain('another key');
    });

    it('is a matter of the password alone only where nothing else fails', () => {
        const test = (imap: ServerTest, smtp: ServerTest | null) => ({ imap, smtp }) as ConnectionTest;
        expect(isSignInRefused(test(failed('auth_failed'), failed('auth_failed')))).toBe(true);
        expect(isSignInRefused(test(failed('auth_failed'), null))).toBe(true);
        expect(isSignInRefused(test(failed('auth_failed'), failed('timeout')))).toBe(false);
        expect(isSignInRefused(test(works, failed('auth_failed')))).toBe(false);
    });

    it('stands at the field that the service names', () => {
        const failure = new ApiFailure(400, 40001, 'validation_failed', 'No.', [
            { field: 'password', reason: 'must be entered again' },
            { field: 'proxyUrl', reason: 'must begin with socks5://' },
        ]);
        expect(problemsOf(failure, en.accounts.login)).toEqual({
            password: en.accounts.login.again,
            proxyUrl: 'must begin with socks5://',
        });
    });

    it('is what is missing, before anybody is asked', () => {
        expect(missingOf(draft, en.accounts)).toEqual({});
        expect(Object.keys(missingOf({ ...emptyDraft, port: 70000, folders: [] }, en.accounts))).toEqual([
            'host',
            'username',
            'port',
            'folders',
        ]);
    });
});

describe('what is fetched', () => {
    const folder = (
        path: string,
        name: string,
        role: PreviewedFolder['role'] = null,
        selectable = true,
    ): PreviewedFolder => ({
        path,
        name,
        role,
        selectable,
        serverTotal: 1,
        serverUnread: 0,
        serverSize: null,
    });
    const folders = [
        folder('INBOX', 'INBOX', 'inbox'),
        folder('Lists', 'Lists', null, false),
        folder('Lists/Qt', 'Qt'),
        folder('Sent', 'Sent', 'sent'),
    ];

    it('is the inbox and sent mail at first', () => {
        expect(usualChoice(folders)).toEqual(['INBOX', 'Sent']);
        expect(usualChoice([])).toEqual(['INBOX']);
    });

    it('is shown as a tree, with folders that are gone', () => {
        const rows = folderRows(folders, ['INBOX', 'Old']);
        expect(rows.map(({ path, depth, isGone }) => [path, depth, isGone])).toEqual([
            ['INBOX', 0, false],
            ['Lists', 0, false],
            ['Lists/Qt', 1, false],
            ['Sent', 0, false],
            ['Old', 0, true],
        ]);
    });

    it('keeps a span that is not in the usual list', () => {
        expect(spansFor({ mode: 'recent', days: 7 }).map(spanKey)).toContain('recent-7');
        expect(spansFor({ mode: 'unread', days: 7 })).toHaveLength(5);
    });
});

describe("a provider's page", () => {
    it.each([
        ['https://login.example.com/authorize', true],
        ['http://127.0.0.1:9000/authorize', true],
        ['http://localhost/authorize', true],
        ['http://login.example.com/authorize', false],
        ['javascript:alert(1)', false],
        ['', false],
    ])('is opened only where that is safe: %s', (address, is) => {
        expect(mayBeOpened(address)).toBe(is);
    });
});
