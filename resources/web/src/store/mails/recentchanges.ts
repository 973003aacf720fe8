// SPDX-License-Identifier: GPL-3.0-or-later
import type { Mail } from '../../api/types';

interface Change {
    ids: ReadonlySet<number>;
    /** Null: the mails are gone. */
    to: Partial<Mail> | null;
    /** The logical time when it was done; Infinity: it is under way. */
    at: number;
}

/**
 * Changes that were made while answers were under way. The service may read an answer from the database before
 * a change, and the answer arrives after it; its mails are shown with the change.
 */
export class RecentChanges {
    #now = 0;
    readonly #asked = new Set<number>();
    #changes: Change[] = [];

    /** Runs `ask`, applies the changes since its begin to its mails, and leaves out mails that were deleted. */
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

    /** A change that is requested from the service; `make` fails if the service refuses it. */
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

    /** Drops changes that are older than all answers under way. */
    #forget(): void {
        const oldest = Math.min(Infinity, ...this.#asked);
        this.#changes = this.#changes.filter(({ at }) => at === Infinity || at > oldest);
    }
}

/** The changes of all mails that this page shows. */
export const recentChanges = new RecentChanges();
