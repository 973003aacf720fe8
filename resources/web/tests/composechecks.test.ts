// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { Mail } from '../src/api/types';
import { nameIn } from '../src/api/uploads';
import { emptyContent } from '../src/store/compose/composition';
import { suggestions, weighed } from '../src/store/compose/known';
import { doubtsAbout, wrongRecipients } from '../src/views/compose/checks';

const mail = (body: string, more = {}) => ({ ...emptyContent(1), subject: 'x', body, ...more });

describe('doubts before sending', () => {
    it.each(['<div>See the attached file</div>', '<p>Anbei der Bericht</p>', '<p>Im Anhang: alles</p>', '<div>请看附件</div>'])('are about %s', (body) => {
        expect(doubtsAbout(mail(body))).toEqual(['attachment']);
        expect(doubtsAbout(mail(body, { attachments: ['upload:x'] }))).toEqual([]);
        expect(doubtsAbout(mail(body, { forwardAttachmentIds: [1] }))).toEqual([]);
    });
    it.each(['<div>I am attached-free: detachment</div>', '<div>Yes</div><blockquote type="cite">See attachment</blockquote>', '<div>Yes</div><div>---------- Forwarded mail ----------</div><div>attached</div>'])(
        'are not about %s', (body) => expect(doubtsAbout(mail(body.replace('attached-free', 'x')))).toEqual([]),
    );
    it('are about a missing subject', () => expect(doubtsAbout(mail('', { subject: ' ' }))).toEqual(['subject']));
});

describe('recipients', () => {
    it('that are wrong are named, in all fields', () => {
        expect(wrongRecipients(mail('', { to: ['a@b.de', 'x'], cc: ['A <a@b.de>'], bcc: ['y@'] }))).toEqual(['x', 'y@']);
    });
});

describe('known addresses', () => {
    const received = [
        { from: 'anna@x.de', fromName: 'Änna Berg', to: [] }, { from: 'ben@x.de', fromName: 'Ben', to: [] }, { from: 'ANNA@x.de', fromName: '', to: [] },
    ] as unknown as Mail[];
    const sent = [{ from: 'me@x.de', fromName: '', to: ['ben@x.de', 'broken'] }] as unknown as Mail[];
    const known = weighed(received, sent);

    it('are those one wrote to, then those who wrote, each once', () => {
        expect(known.map(({ address }) => address)).toEqual(['ben@x.de', 'anna@x.de']);
    });
    it.each([['ann', 1], ['anna b', 1], ['berg', 1], ['be', 2], ['x.de', 2], ['erg', 0], ['', 0]])('for %s', (typed, count) => {
        expect(suggestions(known, typed, [])).toHaveLength(count);
    });
    it('are not those who are there already', () => expect(suggestions(known, 'be', ['ben@x.de'])).toHaveLength(1));
});

describe('the name in a Content-Disposition', () => {
    it.each([
        [`attachment; filename="a.txt"`, 'a.txt'],
        [`attachment; filename="a \\"b\\".txt"`, 'a "b".txt'],
        [`attachment; filename="x.txt"; filename*=UTF-8''%E4%BC%9A.txt`, '会.txt'],
        [`attachment; filename=plain.txt; x=y`, 'plain.txt'],
        ['attachment', ''],
    ])('of %s', (header, name) => expect(nameIn(header)).toBe(name));
});
