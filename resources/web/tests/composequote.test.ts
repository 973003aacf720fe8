// SPDX-License-Identifier: GPL-3.0-or-later
import { afterEach, describe, expect, it } from 'vitest';
import type { Account, MailDetail } from '../src/api/types';
import { useLanguage } from '../src/i18n';
import { htmlText } from '../src/store/compose/html';
import { answerContent, mailtoQuery } from '../src/store/compose/open';
import { forwardBody, quote, replyBody, textOf } from '../src/store/compose/quote';
import { forwardSubject, replySubject, replyTargets } from '../src/store/compose/reply';

const person = (address: string, name = '') => ({ name, address });

function mail(change: Partial<MailDetail> = {}): MailDetail {
    const usual: Partial<MailDetail> = {
        id: 7, accountId: 1, from: 'anna@x.de', fromName: 'Anna Berg', replyTo: [], subject: 'Lunch', createdAt: '2026-03-02T09:00:00Z', sentAt: null,
        toFull: [person('me@x.de', 'Me')], ccFull: [], textBody: 'One\n> two\n>> three\nfour\n', htmlBody: null, attachments: [],
    };
    return { ...usual, ...change } as MailDetail;
}

afterEach(() => useLanguage('en'));

describe('quoting', () => {
    it('puts quoted lines one level deeper', () => {
        expect(quote('a\n> b\nc')).toBe('<blockquote type="cite"><div>a</div><blockquote type="cite"><div>b</div></blockquote><div>c</div></blockquote>');
    });
    it('is not deep without end', () => expect(quote('>'.repeat(1000) + 'x').match(/<blockquote/g)!.length).toBeLessThan(10));
    it('shows markup of strangers as text', () => expect(quote('<img src=x onerror=alert(1)>')).not.toContain('<img'));
    it('takes the text of a mail that is only HTML', () => expect(textOf({ textBody: null, htmlBody: '<p>Hi <b>you</b></p><script>x()</script>' })).toBe('Hi you'));
    it('says who wrote it, in the language of the person', async () => {
        expect(htmlText(replyBody(mail()))).toMatch(/^On Monday, March 2, 2026.*, Anna Berg <anna@x.de> wrote:\n> One\n> > two\n> > > three\n> four/s);
        await useLanguage('de');
        expect(htmlText(replyBody(mail()))).toMatch(/^Am Montag, 2. März 2026.* schrieb Anna Berg <anna@x.de>:/);
        await useLanguage('zh');
        expect(htmlText(replyBody(mail()))).toMatch(/^Anna Berg <anna@x.de> 于 .*写道：/);
    });
    it('forwards with the header lines', () => {
        const text = htmlText(forwardBody(mail({ ccFull: [person('c@x.de')] })));
        expect(text).toContain('---------- Forwarded mail ----------\nFrom: Anna Berg <anna@x.de>\nDate: Monday');
        expect(text).toContain('Subject: Lunch\nTo: Me <me@x.de>\nCc: c@x.de\n\nOne\n> two');
    });
});

describe('who gets an answer', () => {
    const own = ['me@x.de', 'also@x.de'];
    it('is the sender', () => expect(replyTargets(mail(), own, false)).toEqual({ to: ['Anna Berg <anna@x.de>'], cc: [] }));
    it('is where Reply-To leads', () => expect(replyTargets(mail({ replyTo: ['list@x.de'] }), own, false).to).toEqual(['list@x.de']));
    it('are all, each once, without oneself', () => {
        const all = mail({ toFull: [person('ME@x.de'), person('ben@x.de', 'Ben'), person('anna@x.de')], ccFull: [person('c@x.de'), person('also@x.de'), person('Ben@x.de')] });
        expect(replyTargets(all, own, true)).toEqual({ to: ['Anna Berg <anna@x.de>'], cc: ['Ben <ben@x.de>', 'c@x.de'] });
    });
    it('are those who got it where one wrote it oneself', () => {
        const sent = mail({ from: 'me@x.de', toFull: [person('ben@x.de', 'Ben')], ccFull: [person('c@x.de')] });
        expect(replyTargets(sent, own, false)).toEqual({ to: ['Ben <ben@x.de>'], cc: [] });
        expect(replyTargets(sent, own, true)).toEqual({ to: ['Ben <ben@x.de>'], cc: ['c@x.de'] });
    });
    it('is oneself where one wrote to oneself only', () => {
        expect(replyTargets(mail({ from: 'me@x.de', fromName: '' }), own, true).to).toEqual(['me@x.de']);
    });
});

describe('subjects', () => {
    it.each([['Lunch', 'Re: Lunch'], ['Re: Lunch', 'Re: Lunch'], ['AW: Essen', 'AW: Essen'], ['RE[2]: x', 'RE[2]: x'], ['回复：午饭', '回复：午饭'], ['', 'Re:'], ['Regen', 'Re: Regen']])(
        'answer %s', (subject, wanted) => expect(replySubject(subject)).toBe(wanted),
    );
    it.each([['Lunch', 'Fwd: Lunch'], ['Fwd: Lunch', 'Fwd: Lunch'], ['WG: Essen', 'WG: Essen'], ['Re: x', 'Fwd: Re: x']])(
        'forward %s', (subject, wanted) => expect(forwardSubject(subject)).toBe(wanted),
    );
});

describe('an answer', () => {
    const accounts = [{ id: 3, email: 'also@x.de', status: 'active' }, { id: 1, email: 'me@x.de', status: 'active' }] as Account[];
    it('goes out from the mailbox that got the mail', () => {
        expect(answerContent(mail(), accounts, 'reply')).toMatchObject({ accountId: 1, replyToMailId: 7, subject: 'Re: Lunch' });
    });
    it('goes out from another one where that one is switched off', () => {
        const off = accounts.map((one) => (one.id === 1 ? { ...one, status: 'disabled' as const } : one));
        expect(answerContent(mail(), off, 'reply').accountId).toBe(3);
    });
    it('is none to the thread where a mail is forwarded', () => {
        expect(answerContent(mail(), accounts, 'forward')).toMatchObject({ to: [], replyToMailId: null, subject: 'Fwd: Lunch' });
    });
});

describe('mailto', () => {
    it('has its fields', () => {
        const found = mailtoQuery('mailto:a@b.de,c%40d.de?Subject=Hi%20you&body=1+1%0D%0A2&cc=e@f.de');
        expect(Object.fromEntries(found)).toEqual({ subject: 'Hi you', body: '1+1\r\n2', cc: 'e@f.de', to: 'a@b.de,c@d.de' });
    });
});
