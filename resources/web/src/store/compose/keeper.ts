// SPDX-License-Identifier: GPL-3.0-or-later
import { contentOf, type DraftContent } from '../../api/drafts';
import { ApiFailure } from '../../api/failure';
import type { Draft } from '../../api/types';
import type { LocalCopy } from './local';
import { Observable } from '../observable';

/** The state of saving, which a person sees beside the fields. */
export type Keeping =
    | { kind: 'untouched' }
    | { kind: 'unsaved' } // saved soon
    | { kind: 'saving' }
    | { kind: 'saved'; at: Date }
    | { kind: 'unreachable'; isKeptHere: boolean } // tried again
    | { kind: 'refused'; error: unknown; isKeptHere: boolean }
    | { kind: 'conflict'; other: Draft }
    | { kind: 'gone' }; // deleted or sent somewhere else

/** The functions of the service and of the browser's storage that the keeper needs; tests have their own. */
export interface Places {
    create(content: DraftContent, keepalive: boolean): Promise<Draft>;
    update(id: number, version: number, content: DraftContent, keepalive: boolean): Promise<Draft>;
    /** A draft with exactly this content that has not changed since it was made; null: there is none. */
    findMade(content: DraftContent): Promise<Draft | null>;
    keepCopy(copy: LocalCopy): boolean;
    dropCopy(localId: string): void;
}

export interface Origin {
    localId: string;
    content: DraftContent;
    draftId?: number | null;
    version?: number;
    /** The service does not have this content. */
    isChanged?: boolean;
    /** The service may have made a draft with this content: the answer was lost. */
    isMaybeMade?: boolean;
}

export const pauseBeforeSaving = 1000; // ms after the last change
export const longestUnsaved = 10_000; // ms, if the person types without a pause
const pauseBeforeCopying = 250;
const longestWait = 30_000;
const mostKeepalive = 60_000; // bytes; browsers refuse larger ones

/** Saves a draft by itself. Keeps all changes until the service has confirmed them. */
export class DraftKeeper {
    readonly keeping = new Observable<Keeping>({ kind: 'untouched' });
    readonly localId: string;
    content: DraftContent;
    draftId: number | null;
    version: number;
    /** Called when the service has given the draft its id. */
    onNamed: (id: number) => void = () => {};

    #places: Places;
    #isChanged: boolean;
    #running: Promise<void> | null = null;
    #saveTimer: ReturnType<typeof setTimeout> | undefined;
    #copyTimer: ReturnType<typeof setTimeout> | undefined;
    #unsavedSince = 0;
    #failures = 0;
    #maybeMade: DraftContent | null; // a request that makes the draft had no answer
    #maybeSaved: DraftContent | null = null; // the same for one that changes it
    #isEnded = false;

    constructor(places: Places, origin: Origin) {
        this.#places = places;
        this.localId = origin.localId;
        this.content = origin.content;
        this.draftId = origin.draftId ?? null;
        this.version = origin.version ?? 0;
        this.#isChanged = origin.isChanged ?? false;
        this.#maybeMade = origin.isMaybeMade ? origin.content : null;
        if (this.#isChanged) this.#changed();
    }

    /** Whether the service has not confirmed all changes yet. */
    get isChanged(): boolean {
        return this.#isChanged;
    }

    get isStopped(): boolean {
        return ['conflict', 'gone'].includes(this.keeping.value.kind);
    }

    change(content: DraftContent): void {
        this.content = content;
        this.#isChanged = true;
        this.#changed();
    }

    /** Saves unsaved changes now; true: the service has everything. */
    async save(keepalive = false): Promise<boolean> {
        while (this.#running) await this.#running;
        if (!this.#isChanged) return this.draftId !== null;
        await this.#try(keepalive);
        if (this.#isChanged && this.keeping.value.kind === 'unsaved') return this.save(keepalive);
        return !this.#isChanged;
    }

    /** The page is left: writes the copy at once, and sends the draft if it is small enough for a closing page. */
    leave(): void {
        if (!this.#isChanged || this.#isEnded) return;
        const isSmall = new Blob([JSON.stringify(this.content)]).size < mostKeepalive;
        // A request under way is not repeated, because that would make a second draft.
        if (!this.#running && isSmall) void this.#try(true);
        this.#copy();
    }

    /** Tries again to save. */
    retry(): void {
        if (this.#isChanged) void this.#try();
    }

    /** In a conflict: keeps the content of this page. */
    keepMine(): Promise<boolean> {
        const now = this.keeping.value;
        if (now.kind === 'conflict') this.version = now.other.version;
        if (now.kind === 'gone') this.draftId = null;
        this.keeping.set({ kind: 'unsaved' });
        this.#isChanged = true;
        return this.save();
    }

    /** In a conflict: takes the service's content and returns it. */
    takeOther(): DraftContent {
        const now = this.keeping.value;
        if (now.kind !== 'conflict') return this.content;
        this.content = contentOf(now.other);
        this.#confirmed(now.other);
        return this.content;
    }

    /** The draft was deleted or sent elsewhere. */
    lose(): void {
        if (this.#isEnded) return;
        clearTimeout(this.#saveTimer);
        this.keeping.set({ kind: 'gone' });
        this.#copy();
    }

    /** Stops saving: the draft is sent or discarded. */
    end(): void {
        this.#isEnded = true;
        clearTimeout(this.#saveTimer);
        clearTimeout(this.#copyTimer);
        this.#places.dropCopy(this.localId);
    }

    #changed(): void {
        if (this.#isEnded) return;
        clearTimeout(this.#copyTimer);
        this.#copyTimer = setTimeout(() => this.#copy(), pauseBeforeCopying);
        if (this.isStopped) return;
        const { kind } = this.keeping.value;
        if (kind === 'unreachable') return; // the next try includes this change
        if (kind !== 'saving') this.keeping.set({ kind: 'unsaved' });
        this.#unsavedSince ||= Date.now();
        const patience = Math.max(0, this.#unsavedSince + longestUnsaved - Date.now());
        this.#later(Math.min(pauseBeforeSaving, patience));
    }

    #later(ms: number): void {
        clearTimeout(this.#saveTimer);
        this.#saveTimer = setTimeout(() => void this.#try(), ms);
    }

    /** Makes one request, unless one is under way; later changes are saved after it. */
    #try(keepalive = false): Promise<void> {
        clearTimeout(this.#saveTimer);
        if (this.isStopped || this.#isEnded) return Promise.resolve();
        this.#running ??= this.#saveOnce(keepalive).finally(() => (this.#running = null));
        return this.#running;
    }

    /** Writes the copy; false: the browser did not keep it. */
    #copy(): boolean {
        clearTimeout(this.#copyTimer);
        const { localId, draftId, version, content } = this;
        if (this.#isEnded || !this.#isChanged) return true;
        const isMaybeMade = draftId === null && content === this.#maybeMade;
        return this.#places.keepCopy({ localId, draftId, version, content, isMaybeMade, changedAt: Date.now() });
    }

    async #saveOnce(keepalive: boolean): Promise<void> {
        const { content } = this;
        this.#unsavedSince = 0;
        this.keeping.set({ kind: 'saving' });
        try {
            const saved = await this.#write(content, keepalive);
            this.#maybeMade = null;
            this.#maybeSaved = null;
            this.#name(saved);
            if (content === this.content) this.#confirmed(saved);
            else this.#more(saved.version);
        } catch (error) {
            this.#failed(error, content);
        }
    }

    async #write(content: DraftContent, keepalive: boolean): Promise<Draft> {
        const found = this.draftId === null && this.#maybeMade ? await this.#places.findMade(this.#maybeMade) : null;
        if (found) {
            this.#name(found);
            if (isSameContent(contentOf(found), content)) return found;
        }
        if (this.draftId !== null) return this.#places.update(this.draftId, this.version, content, keepalive);
        this.#maybeMade = content;
        return this.#places.create(content, keepalive);
    }

    #name(draft: Draft): void {
        if (this.draftId !== null) return;
        this.draftId = draft.id;
        this.version = draft.version;
        if (!this.#isEnded) this.onNamed(draft.id);
    }

    #confirmed(saved: Draft): void {
        this.version = saved.version;
        this.#isChanged = false;
        this.#failures = 0;
        clearTimeout(this.#copyTimer);
        this.#places.dropCopy(this.localId);
        this.keeping.set({ kind: 'saved', at: new Date() });
    }

    /** Saved, but the content has changed since. */
    #more(version: number): void {
        this.version = version;
        this.#failures = 0;
        this.keeping.set({ kind: 'unsaved' });
        this.#later(pauseBeforeSaving);
    }

    #failed(error: unknown, content: DraftContent): void {
        const isKeptHere = this.#copy();
        const failure = error instanceof ApiFailure ? error : null;
        if (failure && !failure.isUnreachable) this.#maybeMade = null;
        if (failure?.isUnreachable && this.draftId !== null) this.#maybeSaved = content;
        if (failure?.code === 40905 && failure.data) this.#conflict(failure.data as Draft);
        else if (failure?.code === 40403) this.keeping.set({ kind: 'gone' });
        else if (failure && !failure.isTemporary) this.keeping.set({ kind: 'refused', error, isKeptHere });
        else {
            this.keeping.set({ kind: 'unreachable', isKeptHere });
            this.#failures += 1;
            if (!this.#isEnded) this.#later(Math.min(1000 * 2 ** this.#failures, longestWait));
        }
    }

    #conflict(other: Draft): void {
        const there = contentOf(other);
        if (isSameContent(there, this.content)) {
            this.#confirmed(other);
        } else if (this.#maybeSaved && isSameContent(there, this.#maybeSaved)) {
            this.#more(other.version); // our own request, whose answer was lost
        } else {
            this.keeping.set({ kind: 'conflict', other });
        }
    }
}

export function isSameContent(a: DraftContent, b: DraftContent): boolean {
    return textOf(a) === textOf(b);
}

function textOf(content: DraftContent): string {
    return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
}
