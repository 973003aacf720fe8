// SPDX-License-Identifier: GPL-3.0-or-later
import type { Choices } from './choices';
import { isQuiet } from './quiethours';

/** A notification as the browser shows it. */
export interface Shown {
    title: string;
    options: NotificationOptions & { renotify?: boolean; data: { url: string } };
}

const texts = {
    en: { newMail: 'New mail', newMails: (n: number) => `${n} new mails` },
    de: { newMail: 'Neue Mail', newMails: (n: number) => `${n} neue Mails` },
    zh: { newMail: '新邮件', newMails: (n: number) => `${n} 封新邮件` },
};

const usualIcon = '/icons/icon-192x192.png';

/** The notification for a push message; a neutral sentence if the message cannot be read. */
export function notificationOf(payload: unknown, choices: Choices | undefined, now: Date): Shown {
    const t = texts[choices?.language ?? 'en'] ?? texts.en;
    const given = asObject(payload);
    const data = asObject(given.data);
    const isSilent = !!choices && (!choices.notifications || isQuiet(choices.quietHours, now));
    const mails = typeof data.mail_count === 'number' ? data.mail_count : 0;
    const tag = textOf(given.tag, 100);
    const title = mails > 1 ? t.newMails(mails) : textOf(given.title, 300) || t.newMail;
    return {
        title,
        options: {
            body: textOf(given.body, 2000),
            icon: ownPath(given.icon) ?? usualIcon,
            badge: usualIcon,
            silent: isSilent,
            data: { url: ownPath(data.url) ?? '/mails' },
            // A notification that replaces an older one alerts like a new one.
            ...(tag && { tag, renotify: !isSilent }),
        },
    };
}

/** Accepts only addresses of this origin, so that a payload cannot lead elsewhere. */
export function ownPath(value: unknown): string | null {
    if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return null;
    const url = new URL(value, 'http://own.invalid');
    return url.host === 'own.invalid' ? url.pathname + url.search : null;
}

function asObject(value: unknown): Record<string, unknown> {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown, most: number): string {
    return typeof value === 'string' ? value.slice(0, most) : '';
}
