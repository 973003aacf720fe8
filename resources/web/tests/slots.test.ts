// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { Slots } from '../src/store/mails/slots';

function slots(ids: number[], total = ids.length): Slots {
    const made = new Slots();
    made.mergeHead(ids, total);
    return made;
}

describe('the order of a list', () => {
    it('has a place for every mail, known or not', () => {
        expect(slots([9, 8], 4).ids()).toEqual([9, 8, undefined, undefined]);
    });

    it('names the pages that are missing between two places', () => {
        const list = slots([9, 8], 5);
        expect(list.missingPages(0, 5, 2)).toEqual([2, 3]);
        expect(list.missingPages(0, 2, 2)).toEqual([]);
        expect(list.missingPages(-3, 99, 2)).toEqual([2, 3]);
    });

    it('takes a page that arrives', () => {
        const list = slots([9, 8], 5);
        list.fill(2, [7, 6]);
        expect(list.ids()).toEqual([9, 8, 7, 6, undefined]);
    });

    it('puts new mails in front and keeps the rest', () => {
        const list = slots([9, 8, 7, 6], 4);
        list.mergeHead([11, 10, 9, 8], 6);
        expect(list.ids()).toEqual([11, 10, 9, 8, 7, 6]);
    });

    it('forgets the rest when it does not fit behind the first page any more', () => {
        const list = slots([9, 8, 7, 6], 4);
        list.mergeHead([9, 8], 3);
        expect(list.ids()).toEqual([9, 8, undefined]);
    });

    it('begins anew when nothing of the first page was known', () => {
        const list = slots([3, 2, 1]);
        list.mergeHead([9, 8], 5);
        expect(list.ids()).toEqual([9, 8, undefined, undefined, undefined]);
    });

    it('is empty when the service has nothing', () => {
        const list = slots([3, 2, 1]);
        list.mergeHead([], 0);
        expect(list.length).toBe(0);
    });

    it('keeps a mail at one place when pages overlap', () => {
        const list = slots([9, 8], 5);
        list.fill(2, [8, 7]); // a new mail has shifted everything
        expect(list.ids()).toEqual([9, undefined, 8, 7, undefined]);
    });

    it('loses what was removed', () => {
        const list = slots([9, 8, 7]);
        list.remove(new Set([8, 100]));
        expect(list.ids()).toEqual([9, 7]);
    });
});

describe('mails that are held', () => {
    it('stay where they were although the service lists them no more', () => {
        const list = slots([9, 8, 7]);
        list.hold(8);
        list.mergeHead([9, 7], 2);
        expect(list.ids()).toEqual([9, 8, 7]);
    });

    it('stay at the end', () => {
        const list = slots([9, 8, 7]);
        list.hold(7);
        list.mergeHead([9, 8], 2);
        expect(list.ids()).toEqual([9, 8, 7]);
    });

    it('stay when they are all that was there', () => {
        const list = slots([9]);
        list.hold(9);
        list.mergeHead([], 0);
        expect(list.ids()).toEqual([9]);
    });

    it('stand behind new mails', () => {
        const list = slots([9, 8]);
        list.hold(9);
        list.mergeHead([10, 8], 2);
        expect(list.ids()).toEqual([10, 9, 8]);
    });

    it('do not count for the pages of the service', () => {
        const list = slots([9, 8, 7], 5);
        list.hold(8);
        expect(list.offsetOf(3)).toBe(2);
        list.fill(2, [6, 5]);
        expect(list.ids()).toEqual([9, 8, 7, 6, 5]);
    });

    it('count again when the service lists them again', () => {
        const list = slots([9, 8]);
        list.hold(8);
        list.mergeHead([9, 8], 2);
        expect(list.isHeld(8)).toBe(false);
        expect(list.ids()).toEqual([9, 8]);
    });
});

describe('a list against a model', () => {
    it('shows after any changes what the service has', () => {
        let seed = 7;
        const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
        for (let round = 0; round < 200; ++round) {
            let truth = Array.from({ length: random(40) }, (_, i) => 1000 - i);
            const list = slots(truth.slice(0, 5), truth.length);
            let next = 1001;
            for (let step = 0; step < 30; ++step) {
                if (random(2)) truth = [next++, ...truth];
                else if (truth.length) truth.splice(random(truth.length), 1);
                list.mergeHead(truth.slice(0, 5), truth.length);
                for (const page of list.missingPages(0, truth.length, 5))
                    list.fill((page - 1) * 5, truth.slice((page - 1) * 5, page * 5));
                const shown = list.ids();
                expect(shown.length).toBe(truth.length);
                // The mails in view are right; mails that were fetched before a change further down may be stale.
                expect(shown.slice(0, 5)).toEqual(truth.slice(0, 5));
                expect(new Set(shown).size).toBe(shown.length);
            }
        }
    });
});
