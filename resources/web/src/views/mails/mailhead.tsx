// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { MailDetail, Person } from '../../api/types';
import { Avatar } from '../../components/avatar';
import { IconButton } from '../../components/button';
import { useTexts } from '../../i18n';
import { bytes, fullTime, mediumTime } from '../../i18n/format';
import './mailhead.css';

/** Sender, recipients and time of the mail; all details on demand. */
export function MailHead({ mail }: { mail: MailDetail }) {
    const t = useTexts().mails;
    const [isOpen, setOpen] = useState(false);
    const to = mail.toFull.map(({ name, address }) => name || address);
    return (
        <header class="mail-head">
            <Avatar name={mail.fromName} address={mail.from} />
            <div class="mail-people">
                <div class="cut">
                    <strong>
                        <bdi>{mail.fromName || mail.from || t.noSender}</bdi>
                    </strong>{' '}
                    {mail.fromName && <span class="meta">&lt;{mail.from}&gt;</span>}
                </div>
                <div class="meta cut" dir="auto">
                    {t.to}: {to.slice(0, 3).join(', ')}
                    {to.length > 3 && ` ${t.andMore(to.length - 3)}`}
                    {mail.cc.length > 0 && ` · ${t.cc}: ${mail.cc.slice(0, 2).join(', ')}`}
                </div>
            </div>
            <time class="meta" dateTime={mail.createdAt} title={fullTime(mail.createdAt)}>
                {mediumTime(mail.createdAt)}
            </time>
            <IconButton
                icon={isOpen ? 'minus' : 'info'}
                label={isOpen ? t.hideDetails : t.showDetails}
                expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
            />
            {isOpen && <Details mail={mail} />}
        </header>
    );
}

function Details({ mail }: { mail: MailDetail }) {
    const t = useTexts().mails;
    return (
        <dl class="mail-details">
            <Detail label={t.from}>{personText({ name: mail.fromName, address: mail.from })}</Detail>
            {mail.replyTo.length > 0 && <Detail label={t.replyTo}>{mail.replyTo.join(', ')}</Detail>}
            <Detail label={t.to}>{mail.toFull.map(personText).join(', ')}</Detail>
            {mail.ccFull.length > 0 && <Detail label={t.cc}>{mail.ccFull.map(personText).join(', ')}</Detail>}
            {mail.bcc.length > 0 && <Detail label={t.bcc}>{mail.bcc.join(', ')}</Detail>}
            <Detail label={t.date}>{fullTime(mail.sentAt ?? mail.createdAt)}</Detail>
            <Detail label={t.mailbox}>{`${mail.accountName} · ${mail.folder}`}</Detail>
            <Detail label={t.size}>{bytes(mail.size)}</Detail>
        </dl>
    );
}

function Detail({ label, children }: { label: string; children: ComponentChildren }) {
    return (
        <div>
            <dt>{label}</dt>
            <dd dir="auto">{children}</dd>
        </div>
    );
}

function personText({ name, address }: Person): string {
    return name ? `${name} <${address}>` : address;
}
