// SPDX-License-Identifier: GPL-3.0-or-later
import { type ConnectionTest, type PreviewedFolder, previewFolders, testConnection } from '../../api/accounts';
import { discover, type Discovery } from '../../api/discovery';
import { ApiFailure } from '../../api/failure';
import { texts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { Observable } from '../../store/observable';
import { complaintOf, isSignInRefused, type Repair, repaired } from './complaint';
import { Creation } from './creation';
import { type Draft, isAddress, type Side, testBody, usualPort, withFindings } from './draft';
import { usualChoice } from './foldertree';
import { isAbort, patiently } from './patience';
import { missingOf, problemsOf } from './refusals';
import { hasQuestions, type Setup, start, type Step, type Task } from './setupstate';

/** A new mailbox, from its address to its first synchronisation. Nothing is stored before `save`. */
export class SetupFlow {
    readonly state = new Observable<Setup>(start);
    #aborter = new AbortController();
    readonly #creation = new Creation();

    get #t() {
        return texts().accounts;
    }

    #set(change: Partial<Setup>): void {
        this.state.set({ ...this.state.value, ...change });
    }

    #go(step: Step, change: Partial<Setup> = {}): void {
        const { trail, step: here } = this.state.value;
        const known = trail.indexOf(step);
        const way = step === here ? trail : known >= 0 ? trail.slice(0, known) : [...trail, here];
        this.#set({ task: 'none', problem: '', problems: {}, note: '', ...change, step, trail: way });
    }

    /** Aborts requests under way; the input stays. */
    cancel(): void {
        this.#aborter.abort();
        this.#aborter = new AbortController();
        this.#set({ task: 'none', note: '' });
    }

    back(): void {
        const { trail } = this.state.value;
        if (trail.length === 0) return;
        this.cancel();
        this.#set({ step: trail.at(-1)!, trail: trail.slice(0, -1), problem: '', problems: {}, test: null });
    }

    edit(change: Partial<Draft>): void {
        const { draft, problems } = this.state.value;
        const next = { ...draft, ...change };
        const isOtherHost = next.host !== draft.host || next.smtp_host !== draft.smtp_host;
        if (isOtherHost && change.tlsPin === undefined) next.tlsPin = ''; // it was the key of the previous server
        if (change.password) Object.assign(next, { oauthGrant: '', oauthProvider: '' });
        const left = Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in change)));
        const isOtherServer = Object.keys(change).some(
            (field) => !['folders', 'name', 'senderName', 'syncMode', 'syncDays'].includes(field),
        );
        this.#set({ draft: next, problems: left, ...(isOtherServer && { test: null }) });
    }

    async #run<T>(task: Task, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
        this.cancel();
        const { signal } = this.#aborter;
        this.#set({ task, problem: '', problems: {}, note: '', isThere: false });
        try {
            return await patiently(
                () => ask(signal),
                signal,
                (seconds) => this.#set({ note: this.#t.setup.pause(seconds) }),
            );
        } finally {
            if (!signal.aborted) this.#set({ task: 'none', note: '' });
        }
    }

    #fail(error: unknown): void {
        if (isAbort(error)) return;
        const isAway = error instanceof ApiFailure && error.isUnreachable;
        this.#set({ problem: isAway ? this.#t.setup.away : failureText(error) });
    }

    #checkAddress(): string | null {
        const email = this.state.value.draft.email.trim();
        if (isAddress(email)) return email;
        const t = this.#t.setup;
        this.#set({ problems: { email: email ? t.badAddress(email) : t.noAddress } });
        return null;
    }

    async enterAddress(): Promise<void> {
        const email = this.#checkAddress();
        if (!email) return;
        const { findings } = this.state.value;
        try {
            const found =
                findings?.account.email === email
                    ? findings
                    : await this.#run('discovering', (signal) => discover(email, { signal }));
            await this.#takeFindings(found, email, found !== findings);
        } catch (error) {
            this.#fail(error);
        }
    }

    async #takeFindings(findings: Discovery, email: string, isNew: boolean): Promise<void> {
        const before = { ...this.state.value.draft, email };
        const draft = isNew
            ? { ...withFindings(before, findings), oauthGrant: '', oauthProvider: '', tlsPin: '' }
            : before;
        this.#set({ draft, findings });
        if (!findings.found) {
            this.enterServers();
            this.#set({ problem: this.#t.setup.nothingFound(email.split('@').at(-1)!) });
        } else if (hasQuestions(findings) || !draft.password) {
            this.#go('signIn');
        } else {
            await this.test();
        }
    }

    enterServersOf(): void {
        const email = this.#checkAddress();
        if (!email) return;
        const { draft } = this.state.value;
        this.#set({ draft: { ...draft, email } });
        this.enterServers();
    }

    /** Fills empty fields with the ports and encryption that most providers use. */
    enterServers(): void {
        this.cancel();
        const { draft } = this.state.value;
        const imap = draft.port === null ? { port: usualPort('imap', 'tls'), security: 'tls' as const } : {};
        const smtp =
            draft.smtp_port === null ? { smtp_port: usualPort('smtp', 'tls'), smtpSecurity: 'tls' as const } : {};
        const filled = { ...draft, ...imap, ...smtp, username: draft.username || draft.email };
        this.#go('servers', { draft: filled, test: null });
    }

    takeGrant(oauthGrant: string): Promise<void> {
        const { draft, findings } = this.state.value;
        const oauthProvider = draft.oauthProvider || findings?.oauthProvider || '';
        this.#set({ draft: { ...draft, oauthGrant, oauthProvider, password: '' } });
        return this.test();
    }

    async test(): Promise<void> {
        const { draft } = this.state.value;
        const missing = missingOf(draft, this.#t);
        if (!draft.password && !draft.oauthGrant) missing.password = this.#t.setup.noPassword;
        if (Object.keys(missing).length > 0) return this.#set({ problems: missing });
        this.#go('servers', { test: null });
        try {
            const test = await this.#run('testing', (signal) => testConnection(testBody(draft), { signal }));
            await this.#takeTest(test);
        } catch (error) {
            this.#failAtField(error);
        }
    }

    async #takeTest(test: ConnectionTest): Promise<void> {
        const { draft } = this.state.value;
        this.#set({ test });
        if (test.success) return this.listFolders();
        if (!isSignInRefused(test)) return;
        const { text } = complaintOf(test.imap, 'imap', draft, this.#t.trouble)!;
        this.#go('signIn', { problems: { password: text }, draft: { ...draft, oauthGrant: '', oauthProvider: '' } });
        if (this.state.value.findings?.found) this.#set({ trail: ['address'] }); // the servers only showed the test
    }

    #failAtField(error: unknown): void {
        const problems = problemsOf(error, this.#t.login);
        const { password, oauthGrant } = problems;
        const { draft } = this.state.value;
        if (password || oauthGrant)
            this.#go('signIn', {
                problems: { password: (oauthGrant ?? password)! },
                draft: { ...draft, oauthGrant: '' },
            });
        else if (Object.keys(problems).length > 0) this.#set({ problems });
        else this.#fail(error);
    }

    repair(side: Side, repair: Repair): Promise<void> {
        this.#set({ draft: repaired(this.state.value.draft, side, repair) });
        return this.test();
    }

    /** Continues with servers that do not work. */
    goOnAnyway(): Promise<void> {
        if (this.state.value.test?.imap.ok) return this.listFolders();
        this.#go('folders');
        return Promise.resolve();
    }

    async listFolders(): Promise<void> {
        const { draft, trail } = this.state.value;
        // The servers' step only showed the test: "Back" leads to the step before it.
        const isPassedBy = this.state.value.step === 'servers' && !!this.state.value.findings?.found;
        let folders: PreviewedFolder[] = [];
        let problem = '';
        try {
            folders = (await this.#run('listing', (signal) => previewFolders(testBody(draft), { signal }))).folders;
        } catch (error) {
            if (isAbort(error)) return;
            problem = this.#t.setup.noFolders(failureText(error));
        }
        const chosen = folders.length > 0 ? usualChoice(folders) : draft.folders;
        this.#go('folders', { folders, problem, draft: { ...this.state.value.draft, folders: chosen } });
        if (isPassedBy) this.#set({ trail });
    }

    async save(): Promise<void> {
        const { draft } = this.state.value;
        const missing = missingOf(draft, this.#t);
        if (Object.keys(missing).length > 0) return this.#set({ problems: missing });
        try {
            const account = await this.#run('saving', () => this.#creation.create(draft));
            this.state.set({ ...start, step: 'sync', account });
        } catch (error) {
            if (error instanceof ApiFailure && error.code === 40901)
                this.#set({ problem: this.#t.setup.exists, isThere: true });
            else this.#failAtField(error);
        }
    }
}
