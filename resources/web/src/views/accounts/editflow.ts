// SPDX-License-Identifier: GPL-3.0-or-later
import {
    changeAccount,
    type ConnectionTest,
    loadAccount,
    loadFolders,
    type PreviewedFolder,
    previewFolders,
    testConnection,
} from '../../api/accounts';
import { texts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { loadAccounts } from '../../store/accounts';
import { Observable } from '../../store/observable';
import { toast } from '../../store/toasts';
import { isSignInRefused, complaintOf, type Repair, repaired } from './complaint';
import { changeBody, type Draft, draftOf, emptyDraft, type Side, testBody } from './draft';
import { asPreviewed } from './foldertree';
import { isAbort, patiently } from './patience';
import { missingOf, type Problems, problemsOf } from './refusals';

export interface Edit {
    task: 'loading' | 'none' | 'testing' | 'listing' | 'saving';
    /** As it is stored. */
    before: Draft;
    draft: Draft;
    test: ConnectionTest | null;
    folders: PreviewedFolder[];
    problem: string;
    problems: Problems;
    note: string;
}

const start: Edit = {
    task: 'loading',
    before: emptyDraft,
    draft: emptyDraft,
    test: null,
    folders: [],
    problem: '',
    problems: {},
    note: '',
};

/** The settings of a mailbox that is stored already. Nothing changes before `save`. */
export class EditFlow {
    readonly state = new Observable<Edit>(start);
    #aborter = new AbortController();

    constructor(private readonly id: number) {}

    #set(change: Partial<Edit>): void {
        this.state.set({ ...this.state.value, ...change });
    }

    get isChanged(): boolean {
        const { before, draft } = this.state.value;
        return Object.keys(changeBody(before, draft)).length > 0;
    }

    async load(): Promise<void> {
        try {
            const before = draftOf(await loadAccount(this.id));
            this.#set({ task: 'none', before, draft: before });
            this.#set({ folders: asPreviewed(await loadFolders(this.id)) });
        } catch (error) {
            this.#set({ task: this.state.value.before.id ? 'none' : 'loading', problem: failureText(error) });
        }
    }

    cancel(): void {
        this.#aborter.abort();
        this.#aborter = new AbortController();
        if (this.state.value.task !== 'loading') this.#set({ task: 'none', note: '' });
    }

    edit(change: Partial<Draft>): void {
        const { draft, problems } = this.state.value;
        const next = { ...draft, ...change };
        const isOtherHost = next.host !== draft.host || next.smtp_host !== draft.smtp_host;
        if (isOtherHost && change.tlsPin === undefined) next.tlsPin = ''; // it was the key of the previous server
        if (change.password) next.oauthGrant = '';
        const left = Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in change)));
        const isOfServers = Object.keys(change).some((field) => serverFields.has(field));
        this.#set({ draft: next, problems: left, ...(isOfServers && { test: null }) });
    }

    repair(side: Side, repair: Repair): Promise<void> {
        this.#set({ draft: repaired(this.state.value.draft, side, repair) });
        return this.test();
    }

    async #run<T>(task: Edit['task'], ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
        const t = texts().accounts;
        const missing = missingOf(this.state.value.draft, t);
        if (Object.keys(missing).length > 0) {
            this.#set({ problems: missing });
            return null;
        }
        this.cancel();
        const { signal } = this.#aborter;
        this.#set({ task, problem: '', problems: {}, note: '' });
        try {
            const onPause = (seconds: number) => this.#set({ note: t.setup.pause(seconds) });
            return await patiently(() => ask(signal), signal, onPause);
        } catch (error) {
            if (isAbort(error)) return null;
            const problems = problemsOf(error, t.login);
            const fields = Object.keys(problems);
            // A problem of a secret is shown at its field only.
            const isOfSecret = fields.length > 0 && fields.every((field) => secretFields.has(field));
            const problem = isOfSecret ? '' : fields.length > 0 ? t.options.fixFields : failureText(error);
            this.#set({ problems, problem });
            return null;
        } finally {
            if (!signal.aborted) this.#set({ task: 'none', note: '' });
        }
    }

    async test(): Promise<void> {
        const { draft } = this.state.value;
        const test = await this.#run('testing', (signal) => testConnection(testBody(draft), { signal }));
        if (!test) return;
        const complaint = isSignInRefused(test)
            ? complaintOf(test.imap, 'imap', draft, texts().accounts.trouble)
            : null;
        this.#set({ test, problems: complaint ? { password: complaint.text } : {} });
    }

    async listFolders(): Promise<void> {
        const { draft } = this.state.value;
        const preview = await this.#run('listing', (signal) => previewFolders(testBody(draft), { signal }));
        if (preview) this.#set({ folders: preview.folders });
    }

    async save(): Promise<void> {
        const { before, draft } = this.state.value;
        const account = await this.#run('saving', () => changeAccount(this.id, changeBody(before, draft)));
        if (!account) return;
        const stored = draftOf(account);
        this.#set({ before: stored, draft: stored });
        toast(texts().common.saved);
        await loadAccounts().catch(() => {});
    }
}

const secretFields = new Set(['password', 'smtpPassword', 'oauthGrant']);

const serverFields = new Set<string>([
    'host',
    'port',
    'security',
    'authMechanism',
    'username',
    'password',
    'smtp_host',
    'smtp_port',
    'smtpSecurity',
    'smtpAuthMechanism',
    'smtpUsername',
    'smtpPassword',
    'oauthGrant',
    'tlsPin',
    'proxyUrl',
]);
