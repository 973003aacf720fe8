// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { OutboxMail } from '../src/api/types';
import { en } from '../src/i18n/en';
import { reasons } from '../src/views/outbox/reasons';

const t = en.compose.outbox;
const mail = { status: 'failed', rejected: [], failure: null, response: null, lastError: null, copyState: null, copyError: null };
const of = (change: object) => reasons({ ...mail, ...change } as unknown as OutboxMail, t);

describe('why a mail is not sent', () => {
    it('is said in the words of the page, with what the server answered', () => {
        const refused = { failure: 'deferred', response: 'come back later', lastError: 'mx refused: 451 come back later' };
        expect(of(refused)).toEqual([{ text: t.failure.deferred, said: { by: 'server', text: 'come back later' } }]);
    });

    it('names the words of the service where the server said nothing', () => {
        const away = { failure: 'unreachable', lastError: 'mx has no address.' };
        expect(of(away)).toEqual([{ text: t.failure.unreachable, said: { by: 'service', text: 'mx has no address.' } }]);
        expect(of({ failure: 'rejected', lastError: 'The mail is too large.' })[0]!.text).toBe(t.failure.unfit);
    });

    it('is said once for all recipients with the same answer', () => {
        const rejected = ['anna', 'ben'].map((address) => ({ address, smtpCode: 550, response: 'no such user' }));
        const said = { by: 'server', text: 'no such user' };
        const partly = of({ status: 'sent', rejected, acceptedCount: 1, rejectedCount: 2 });
        expect(partly).toEqual([{ text: t.refusedFor('anna, ben'), said }]);
        const all = of({ rejected, acceptedCount: 0, rejectedCount: 2, failure: 'rejected', response: 'no such user' });
        expect(all).toEqual([{ text: t.refusedForAll(2), said }]);
    });

    it('is not said of a mail that may have arrived', () => {
        expect(of({ status: 'unknown', failure: 'unreachable', lastError: 'lost' })).toEqual([]);
    });

    it('is said of a missing copy too', () => {
        const copy = of({ status: 'sent', copyState: 'pending', copyError: 'No folder.' });
        expect(copy).toEqual([{ text: t.copyPending, said: { by: 'service', text: 'No folder.' } }]);
    });
});
