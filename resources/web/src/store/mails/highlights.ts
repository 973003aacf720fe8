// SPDX-License-Identifier: GPL-3.0-or-later
import type { Highlight, Mail } from '../../api/types';

export const highlightedPage = 20; // mails in one request; the service reads the text of each
const pause = 150; // ms without another call of show()

/**
 * Where the words of a search are in the mails in view. They are requested a moment after the list, so the
 * results while typing do not wait for them.
 */
export class Highlights {
    readonly #known = new Map<number, Highlight>();
    #timer = 0;

    constructor(
        /** Reads one page of the service's list, of `highlightedPage` mails. */
        private readonly read: (page: number) => Promise<Mail[]>,
        private readonly changed: () => void,
    ) {}

    of(id: number): Highlight | undefined {
        return this.#known.get(id);
    }

    /** Reads these pages a moment later, unless it is called again before. */
    show(pages: () => number[]): void {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => void this.#readAll(pages()), pause);
    }

    close(): void {
        clearTimeout(this.#timer);
    }

    async #readAll(pages: number[]): Promise<void> {
        for (const page of pages) {
            const mails = await this.read(page).catch(() => []); // the rows stay as they are
            for (const { id, highlight } of mails) if (highlight) this.#known.set(id, highlight);
            if (mails.length > 0) this.changed();
        }
    }
}
