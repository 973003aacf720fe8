// SPDX-License-Identifier: GPL-3.0-or-later
import { listHighlighted, listMails, type MailFilter, pageSize } from '../../api/mails';
import type { Highlight, Mail } from '../../api/types';
import { Observable } from '../observable';
import { highlightedPage, Highlights } from './highlights';
import { type ListQuery, stillMatches } from './query';
import { recentChanges } from './recentchanges';
import { Slots } from './slots';

export type ListState = 'loading' | 'ready' | 'failed';

const pauseBetweenRefreshes = 400; // ms; the first one is made at once

/** The mails of one list: read in pages as they come into view, and updated when the service changes them. */
export class MailList {
    /** Grows with each change of the shown rows. */
    readonly version = new Observable(0);
    readonly state = new Observable<ListState>('loading');
    failure: unknown = null;

    readonly #slots = new Slots();
    readonly #rows = new Map<number, Mail>();
    readonly #running = new Set<number>();
    #hidden: ReadonlySet<number> = new Set();
    #shown: (number | undefined)[] | null = null;
    #view = { from: 0, to: 0 };
    #refreshTimer = 0;
    #refreshedAt = 0;
    readonly #ended = new AbortController();
    readonly #highlights = new Highlights((page) => this.#readHighlighted(page), () => this.#changed());

    constructor(
        readonly query: ListQuery,
        private readonly filter: MailFilter,
    ) {}

    get length(): number {
        return this.#ids().length;
    }

    /** Undefined while it is being fetched. */
    at(index: number): Mail | undefined {
        const id = this.#ids()[index];
        return id === undefined ? undefined : this.#rows.get(id);
    }

    mail(id: number): Mail | undefined {
        return this.#rows.get(id);
    }

    /** Where the words of the search are in this mail. Undefined until it is known, and without a search. */
    highlightOf(id: number): Highlight | undefined {
        return this.#highlights.of(id);
    }

    indexOf(id: number): number {
        return this.#ids().indexOf(id);
    }

    /** The ids of all rows that were fetched, in order. */
    knownIds(): number[] {
        return this.#ids().filter((id) => id !== undefined);
    }

    /** Reads the first page; new mails are inserted at the front. */
    async load(): Promise<void> {
        this.#refreshedAt = Date.now();
        try {
            const { items, total } = await this.#read(1);
            this.#take(items);
            this.#slots.mergeHead(items.map(({ id }) => id), total);
            this.failure = null;
            this.state.set('ready');
            this.#changed();
            this.#showHighlights();
        } catch (error) {
            if (this.#ended.signal.aborted) return;
            this.failure = error;
            if (this.state.value === 'loading') this.state.set('failed');
        }
    }

    /** Reads again at once, but not more often than every 400 ms. */
    refresh(): void {
        if (this.#refreshTimer) return;
        const wait = Math.max(0, this.#refreshedAt + pauseBetweenRefreshes - Date.now());
        this.#refreshTimer = window.setTimeout(() => {
            this.#refreshTimer = 0;
            void this.load();
            for (const page of this.#pagesInView()) if (page > 1) void this.#fetch(page);
        }, wait);
    }

    /** Reads the mails at these places if they are missing: the places are in view. */
    show(from: number, to: number): void {
        this.#view = { from, to };
        for (const page of this.#slots.missingPages(from, to, pageSize)) void this.#fetch(page);
        this.#showHighlights();
    }

    /** Changes rows; a mail that no longer matches the query stays until the list is left. */
    patch(ids: Iterable<number>, changes: Partial<Mail>): void {
        let isChanged = false;
        for (const id of ids) {
            const row = this.#rows.get(id);
            if (!row) continue;
            const next = { ...row, ...changes };
            this.#rows.set(id, next);
            if (stillMatches(this.query, next)) this.#slots.release(id);
            else this.#slots.hold(id);
            isChanged = true;
        }
        if (isChanged) this.#changed();
    }

    remove(ids: ReadonlySet<number>): void {
        this.#slots.remove(ids);
        for (const id of ids) this.#rows.delete(id);
        this.#changed();
    }

    /** Hides these mails for now: their deletion can still be taken back. */
    hide(ids: ReadonlySet<number>): void {
        this.#hidden = ids;
        this.#changed();
    }

    /** Aborts all requests and makes no new ones. */
    close(): void {
        this.#ended.abort();
        this.#highlights.close();
        clearTimeout(this.#refreshTimer);
    }

    async #fetch(page: number): Promise<void> {
        if (this.#running.has(page)) return;
        this.#running.add(page);
        try {
            const { items } = await this.#read(page);
            this.#take(items);
            this.#slots.fill((page - 1) * pageSize, items.map(({ id }) => id));
            this.#changed();
            this.#showHighlights();
        } catch {
            // Read again when the place comes into view the next time.
        } finally {
            this.#running.delete(page);
        }
    }

    /** Reads a page, and applies changes that were made while the answer was under way. */
    async #read(page: number): Promise<{ items: Mail[]; total: number }> {
        let total = 0;
        const items = await recentChanges.upToDate(async () => {
            const answer = await listMails(this.filter, page, { signal: this.#ended.signal });
            total = answer.total - answer.items.length;
            return answer.items;
        });
        return { items, total: total + items.length };
    }

    #showHighlights(): void {
        if (this.query.q) this.#highlights.show(() => this.#pagesToHighlight());
    }

    async #readHighlighted(page: number): Promise<Mail[]> {
        const { items } = await listHighlighted(this.filter, page, highlightedPage, { signal: this.#ended.signal });
        return items;
    }

    /** Pages with mails in view whose highlights are not known. */
    #pagesToHighlight(): number[] {
        const pages = new Set<number>();
        for (let i = this.#view.from; i < this.#view.to; ++i) {
            const id = this.#slots.at(i);
            if (id !== undefined && !this.#highlights.of(id)) pages.add(Math.floor(this.#slots.offsetOf(i) / highlightedPage) + 1);
        }
        return [...pages];
    }

    #take(items: Mail[]): void {
        for (const mail of items) this.#rows.set(mail.id, mail);
    }

    #pagesInView(): number[] {
        const first = Math.floor(this.#slots.offsetOf(this.#view.from) / pageSize) + 1;
        const last = Math.floor(this.#slots.offsetOf(Math.max(this.#view.from, this.#view.to - 1)) / pageSize) + 1;
        return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    }

    #ids(): (number | undefined)[] {
        if (this.#hidden.size === 0) return this.#slots.ids();
        this.#shown ??= this.#slots.ids().filter((id) => id === undefined || !this.#hidden.has(id));
        return this.#shown;
    }

    #changed(): void {
        this.#shown = null;
        this.version.update((n) => n + 1);
    }
}
