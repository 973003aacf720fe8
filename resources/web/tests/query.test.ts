// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { addressOf, isGrouped, parametersOf, queryOf, stillMatches } from '../src/store/mails/query';
import type { Mail } from '../src/api/types';

const at = (address: string) => {
    const url = new URL(address, 'http://localhost');
    return queryOf({ path: url.pathname, parts: url.pathname.split('/').filter(Boolean), query: url.searchParams });
};

describe('which mails a list shows', () => {
    it.each([
        '/mails',
        '/mails?filter=unread',
        '/mails?filter=starred&account=3',
        '/mails?folder=%24sent',
        '/mails?sort=from&order=asc',
        '/search?q=from%3Aanna+%22two+words%22',
        '/search?q=a&filter=attachments',
    ])('stands in the address: %s', (address) => {
        expect(addressOf(at(address))).toBe(address);
    });

    it.each(['/mails?filter=nonsense', '/mails?account=-1', '/mails?account=x', '/mails?sort=password', '/mails?order=up'])(
        'is all mail where the address makes no sense: %s',
        (address) => {
            expect(addressOf(at(address))).toBe('/mails');
        },
    );

    it('names a mail that is opened in it', () => {
        expect(addressOf(at('/search?q=a'), 7)).toBe('/search/7?q=a');
    });

    it('is asked for by the names of the interface', () => {
        expect(parametersOf(at('/mails?filter=unread&account=3'), false)).toEqual({ accountId: 3, isRead: false });
        expect(parametersOf(at('/search?q=x&sort=size'), true)).toEqual({ q: 'x', sort: 'size' });
        expect(parametersOf(at('/mails'), true)).toEqual({ conversations: true });
    });

    it('is grouped only where the service can', () => {
        expect(isGrouped(at('/mails?filter=starred'), true)).toBe(true);
        expect(isGrouped(at('/mails'), false)).toBe(false);
        expect(isGrouped(at('/search?q=x'), true)).toBe(false);
        expect(isGrouped(at('/mails?sort=from'), true)).toBe(false);
    });

    it('knows which mails belong to it', () => {
        const mail = (isRead: boolean, isStarred: boolean) => ({ isRead, isStarred }) as Mail;
        expect(stillMatches(at('/mails?filter=unread'), mail(true, false))).toBe(false);
        expect(stillMatches(at('/mails?filter=starred'), mail(true, true))).toBe(true);
        expect(stillMatches(at('/mails'), mail(true, false))).toBe(true);
    });
});
