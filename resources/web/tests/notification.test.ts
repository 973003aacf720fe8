// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { Choices } from '../src/worker/choices';
import { notificationOf, ownPath } from '../src/worker/notification';
import { isQuiet } from '../src/worker/quiethours';

const at = (hour: number, minute = 0) => new Date(2026, 10, 23, hour, minute);
const hours = (from: string, to: string, enabled = true) => ({ enabled, from, to });
const choices = (more: Partial<Choices> = {}): Choices => ({
    language: 'en', notifications: true, quietHours: hours('22:00', '07:00'), ...more,
});

describe('quiet hours', () => {
    it.each([
        ['22:00', '07:00', at(21, 59), false],
        ['22:00', '07:00', at(22), true],
        ['22:00', '07:00', at(0), true],
        ['22:00', '07:00', at(6, 59), true],
        ['22:00', '07:00', at(7), false],
        ['12:00', '13:30', at(13, 29), true],
        ['12:00', '13:30', at(13, 30), false],
        ['12:00', '13:30', at(23), false],
        ['08:00', '08:00', at(8), false],
        ['25:00', '07:00', at(2), false],
    ])('from %s to %s at %s: %s', (from, to, now, is) => expect(isQuiet(hours(from, to), now)).toBe(is));

    it('are none where they are off', () => expect(isQuiet(hours('22:00', '07:00', false), at(23))).toBe(false));
});

describe('a notification', () => {
    const payload = {
        title: 'Zoë', body: 'Grüße', icon: '/icons/icon-192x192.png', tag: 'mail-3',
        data: { event: 'mail.received', mail_count: 1, mail_id: 7, url: '/mails/7' },
    };

    it('says what the payload says and leads to its mail', () => {
        const { title, options } = notificationOf(payload, choices(), at(12));
        expect(title).toBe('Zoë');
        expect(options).toMatchObject({
            body: 'Grüße', tag: 'mail-3', silent: false, renotify: true, data: { url: '/mails/7' },
        });
    });

    it('is silent in quiet hours, and where notifications are off', () => {
        expect(notificationOf(payload, choices(), at(23)).options.silent).toBe(true);
        expect(notificationOf(payload, choices({ notifications: false }), at(12)).options.silent).toBe(true);
        expect(notificationOf(payload, undefined, at(23)).options.silent).toBe(false);
    });

    it('counts several mails in the language of the person', () => {
        const many = { ...payload, title: '3 new mails', data: { mail_count: 3, url: '/' } };
        expect(notificationOf(many, choices({ language: 'de' }), at(12)).title).toBe('3 neue Mails');
    });

    it.each([[null], ['text'], [[]], [{}], [{ title: 5, body: {}, data: 'x' }]])('is neutral for %j', (bad) => {
        const { title, options } = notificationOf(bad, choices(), at(12));
        expect([title, options.body, options.data.url]).toEqual(['New mail', '', '/mails']);
    });
});

describe('the address of a notification', () => {
    it.each(['/mails/7', '/', '/mails?filter=unread'])('%s stays', (url) => expect(ownPath(url)).toBe(url));
    it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '', 5, null])(
        '%s is not taken', (url) => expect(ownPath(url)).toBeNull());
});
