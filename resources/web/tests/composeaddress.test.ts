// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { addressOf, formatAddress, isAddress, isSameAddress, parseAddress, parseList, shownName, splitList } from '../src/store/compose/address';

describe('isAddress', () => {
    it.each(['anna@example.com', 'a.b+c@example.co.uk', '"anna berg"@example.com', 'jörg@müller.example', '用户@例子.中国', 'root@localhost', 'a@[127.0.0.1]'])(
        'takes %s',
        (text) => expect(isAddress(text)).toBe(true),
    );
    it.each(['', 'anna', 'anna@', '@example.com', 'anna@example', 'anna berg@example.com', 'a@b@c.d', '.a@b.cd', 'a..b@c.de', 'a@b..c', 'a@-b.de', 'a@b.c,d', 'a<b@c.de', `a@${'b'.repeat(320)}.de`])(
        'refuses %s',
        (text) => expect(isAddress(text)).toBe(false),
    );
});

describe('parseList', () => {
    it('cuts at commas, semicolons and line ends', () => {
        expect(parseList('a@b.de, c@d.de; e@f.de\ng@h.de，i@j.de')).toEqual(['a@b.de', 'c@d.de', 'e@f.de', 'g@h.de', 'i@j.de']);
    });
    it('keeps names, with a comma in quotes', () => {
        expect(parseList('"Berg, Anna" <anna@b.de>, Ben Hill <ben@b.de>')).toEqual(['"Berg, Anna" <anna@b.de>', 'Ben Hill <ben@b.de>']);
    });
    it('cuts plain addresses with blanks between them', () => {
        expect(parseList('a@b.de c@d.de')).toEqual(['a@b.de', 'c@d.de']);
    });
    it('keeps what is no address as it was typed', () => {
        expect(parseList('anna, ben@b.de')).toEqual(['anna', 'ben@b.de']);
        expect(parseList('Anna Berg')).toEqual(['Anna Berg']);
    });
    it('takes a link apart', () => expect(parseList('mailto:anna@b.de')).toEqual(['anna@b.de']));
    it('gives nothing for nothing', () => expect(parseList(' , ;\n')).toEqual([]));
    it('lets a quotation mark that is never closed be a character', () => {
        expect(splitList('5" a, b@c.de')).toEqual(['5" a', 'b@c.de']);
    });
});

describe('a name', () => {
    it.each(['Berg, Anna', 'A "B" C', 'back\\slash', 'a@b', 'Dr. Anna', '王小明', 'Jörg Müller'])('comes back: %s', (name) => {
        const entry = formatAddress({ name, address: 'x@y.de' });
        expect(parseAddress(entry)).toEqual({ name, address: 'x@y.de' });
        expect(parseList(entry)).toEqual([entry]);
    });
    it('is left out where it is the address', () => expect(formatAddress({ name: 'x@y.de', address: 'x@y.de' })).toBe('x@y.de'));
    it('has no line ends', () => expect(formatAddress({ name: 'A\r\nBcc: x', address: 'x@y.de' })).not.toMatch(/[\r\n]/));
    it('is shown, else the address', () => {
        expect(shownName('Anna <x@y.de>')).toBe('Anna');
        expect(shownName('<x@y.de>')).toBe('x@y.de');
        expect(shownName('wrong')).toBe('wrong');
        expect(addressOf('Anna <x@y.de>')).toBe('x@y.de');
        expect(isSameAddress('Anna <X@y.de>', 'x@Y.de')).toBe(true);
    });
});
