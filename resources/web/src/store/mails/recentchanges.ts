// SPDX-License-Identifier: GPL-3.0-or-later
import type { Mail } from '../../api/types';

interface Change {
    ids: ReadonlySet<number>;
    /** Null: the mails are gone. */
    to: Partial<Mail> | null;
    /** When it was done; Infinity: it is under way. */
    at: number;
}

/**
 * What changed while answers were under way. An answer may have been read from the database before a change
 * and come here after it; its mails are shown with the change all the same.
 */
export class RecentChanges {
    #now = 0;
    readonly #asked = new Set<number>();
    #changes: Change[] = [];

    /** Runs `ask`; its mails get what was done since it began, and those that went are left out. */
    async upToDate<T extends Mail>(ask: () => Promise<T[]>): Promise<T[]> {
        const began = ++this.#now;
        this.#asked.add(began);
        try {
            return this.#apply(await ask(), began);
        } finally {
            this.#asked.delete(began);
            this.#forget();
        }
    }

    /** A change that the service has made. */
    note(ids: Iterable<number>, to: Partial<Mail> | null): void {
        this.#changes.push({ ids: new Set(ids), to, at: ++this.#now });
        this.#forget();
    }

    /** A change that the service is asked for; `make` fails where it was not made. */
    async making(ids: Iterable<number>, to: Partial<Mail>, make: () => Promise<void>): Promise<void> {
        const change: Change = { ids: new Set(ids), to, at: Infinity };
        this.#changes.push(change);
        try {
            await make();
            change.at = ++this.#now;
        } catch (error) {
            this.#changes = this.#changes.filter((one) => one !== change);
            throw error;
        } finally {
            this.#forget();
        }
    }

    #apply<T extends Mail>(mails: T[], began: number): T[] {
        const later = this.#changes.filter(({ at }) => at > began);
        const isGone = (id: number) => later.some(({ ids, to }) => to === null && ids.has(id));
        const changed = (mail: T) =>
            later.reduce((before, { ids, to }) => (ids.has(mail.id) ? { ...before, ...to } : before), mail);
        return mails.filter(({ id }) => !isGone(id)).map(changed);
    }

    /** What no answer under way can be older than. */
    #forget(): void {
        const oldest = Math.min(Infinity, ...this.#asked);
        this.#changes = this.#changes.filter(({ at }) => at === Infinity || at > oldest);
    }
}

/** Of all mails that are shown in this page. */
export const recentChanges = new RecentChanges();
