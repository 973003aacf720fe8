// SPDX-License-Identifier: GPL-3.0-or-later

type Slot = number | undefined;

/**
 * The order of a list whose rows come in pages: a mail id in each place, or nothing yet. Some mails are
 * held: they no longer match the filter (a mail that was opened under "unread"), and the service does not
 * count them, but they stay where they are until the list is left.
 */
export class Slots {
    #slots: Slot[] = [];
    readonly #held = new Set<number>();

    get length(): number {
        return this.#slots.length;
    }

    at(index: number): Slot {
        return this.#slots[index];
    }

    indexOf(id: number): number {
        return this.#slots.indexOf(id);
    }

    ids(): Slot[] {
        return this.#slots;
    }

    isHeld(id: number): boolean {
        return this.#held.has(id);
    }

    hold(id: number): void {
        if (this.#slots.includes(id)) this.#held.add(id);
    }

    release(id: number): void {
        this.#held.delete(id);
    }

    remove(ids: ReadonlySet<number>): void {
        this.#slots = this.#slots.filter((id) => id === undefined || !ids.has(id));
        for (const id of ids) this.#held.delete(id);
    }

    /** The number of counted mails before this place, which is its offset in the service's list. */
    offsetOf(index: number): number {
        if (this.#held.size === 0) return index;
        let offset = 0;
        for (let i = 0; i < index; ++i) if (!this.#isHeldAt(i)) ++offset;
        return offset;
    }

    /** Enters the ids that the service has from this offset on. */
    fill(offset: number, ids: number[]): void {
        const fresh = new Set(ids);
        let counted = 0;
        for (let i = 0; i < this.#slots.length; ++i) {
            if (this.#isHeldAt(i)) continue;
            const wanted = counted >= offset && counted < offset + ids.length ? ids[counted - offset] : undefined;
            // A mail that has moved must be at one place only: the newest known one.
            if (wanted !== undefined) this.#slots[i] = wanted;
            else if (this.#slots[i] !== undefined && fresh.has(this.#slots[i]!)) this.#slots[i] = undefined;
            ++counted;
        }
    }

    /**
     * Takes the service's first mails and the number of all its mails. New mails are inserted in front; the
     * rest of the list stays if it still fits behind them.
     */
    mergeHead(ids: number[], total: number): void {
        const last = ids.at(-1);
        const lastAt = last === undefined ? -1 : this.#slots.lastIndexOf(last);
        const tail = lastAt < 0 ? [] : this.#slots.slice(lastAt + 1);
        const isHeldTail = (id: Slot) => id !== undefined && this.#held.has(id);
        const counted = tail.filter((id) => !isHeldTail(id)).length;
        const heldInHead = this.#heldPlaces(new Set(ids), lastAt);
        const head: Slot[] = insertHeld(ids, heldInHead);
        const rest = counted === total - ids.length ? tail : unknown(total - ids.length);
        this.#slots = [...head, ...rest];
        const there = new Set(this.#slots);
        for (const id of this.#held) if (!there.has(id)) this.#held.delete(id);
    }

    /** Pages (from 1) of the service's list with places between these that are not known yet. */
    missingPages(from: number, to: number, pageSize: number): number[] {
        const pages = new Set<number>();
        for (let i = Math.max(0, from); i < Math.min(to, this.#slots.length); ++i)
            if (this.#slots[i] === undefined) pages.add(Math.floor(this.offsetOf(i) / pageSize) + 1);
        return [...pages];
    }

    #isHeldAt(index: number): boolean {
        const id = this.#slots[index];
        return id !== undefined && this.#held.has(id);
    }

    /** Held mails of the head that the service does not list, each with the mail that follows it. */
    #heldPlaces(listed: ReadonlySet<number>, lastAt: number): { id: number; before: Slot }[] {
        const end = lastAt < 0 ? this.#slots.length : lastAt + 1;
        const places: { id: number; before: Slot }[] = [];
        for (let i = 0; i < end; ++i) {
            const id = this.#slots[i];
            if (id === undefined || !this.#held.has(id)) continue;
            if (listed.has(id)) this.#held.delete(id);
            else places.push({ id, before: this.#slots.slice(i + 1).find((next) => next !== undefined && listed.has(next)) });
        }
        return places;
    }
}

function insertHeld(ids: number[], held: { id: number; before: Slot }[]): Slot[] {
    const result: Slot[] = [...ids];
    for (const { id, before } of held) {
        const at = before === undefined ? result.length : result.indexOf(before);
        result.splice(at, 0, id);
    }
    return result;
}

function unknown(n: number): Slot[] {
    return new Array<Slot>(Math.max(0, n)).fill(undefined);
}
