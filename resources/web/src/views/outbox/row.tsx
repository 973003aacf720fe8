// SPDX-License-Identifier: GPL-3.0-or-later
import type { OutboxMail } from '../../api/types';
import { Icon, type IconName } from '../../components/icon';
import { Said } from '../../components/said';
import { useTexts } from '../../i18n';
import { fullTime, mediumTime, shortTime } from '../../i18n/format';
import { OutboxActions } from './actions';
import { reasons } from './reasons';

const icons: Record<OutboxMail['status'], IconName> = {
    queued: 'clock',
    sending: 'send',
    sent: 'check',
    failed: 'warning',
    unknown: 'help',
    cancelled: 'close',
};

/** A mail of the outbox: its recipients, its state and its actions. */
export function OutboxRow({ mail, onChange }: { mail: OutboxMail; onChange: () => void }) {
    const t = useTexts().compose;
    const more = mail.toCount - mail.to.length;
    const who = [mail.to.join(', ') || t.noRecipient, more > 0 ? t.outbox.more(more) : ''].filter(Boolean).join(' ');
    return (
        <li class={`letter outbox-${stateOf(mail)}`}>
            <Icon name={stateOf(mail) === 'partly' ? 'warning' : icons[mail.status]} />
            <div class="letter-text">
                <div class="letter-line">
                    {mail.mailId ? (
                        <a class="letter-who cut" href={`/mails/${mail.mailId}`} dir="auto">
                            {who}
                        </a>
                    ) : (
                        <span class="letter-who cut" dir="auto">
                            {who}
                        </span>
                    )}
                    <time class="meta" dateTime={mail.createdAt} title={fullTime(mail.createdAt)}>
                        {shortTime(mail.createdAt)}
                    </time>
                </div>
                <div class="letter-subject cut" dir="auto">
                    {mail.subject || t.noSubject}
                </div>
                <div class="outbox-status">{statusText(mail, t.outbox)}</div>
                {reasons(mail, t.outbox).map((reason) => (
                    <div key={reason.text + reason.said?.text} class="outbox-reason">
                        <span dir="auto">{reason.text}</span>
                        {reason.said && <Said {...reason.said} />}
                    </div>
                ))}
            </div>
            <OutboxActions mail={mail} onChange={onChange} />
        </li>
    );
}

type Texts = ReturnType<typeof useTexts>['compose']['outbox'];

function stateOf(mail: OutboxMail): string {
    return mail.status === 'sent' && mail.rejectedCount > 0 ? 'partly' : mail.status;
}

export function statusText(mail: OutboxMail, t: Texts): string {
    const tries = mail.attempts > 1 ? ` (${t.attempts(mail.attempts)})` : '';
    switch (mail.status) {
        case 'queued':
            return (mail.attempts > 0 && mail.nextAttemptAt ? t.again(mediumTime(mail.nextAttemptAt)) : t.waiting) + tries;
        case 'sent':
            return mail.rejectedCount > 0 ? t.sentPartly(mail.rejectedCount) : t.sent(mediumTime(mail.sentAt ?? mail.createdAt));
        case 'unknown':
            return (mail.failure === 'restored' ? t.failure.restored : t.unknown) + tries;
        default:
            return t[mail.status] + tries;
    }
}
