// SPDX-License-Identifier: GPL-3.0-or-later
import type { Mail } from '../../api/types';
import { Avatar } from '../../components/avatar';
import { useTexts } from '../../i18n';
import { shortTime } from '../../i18n/format';
import type { MailList } from '../../store/mails/maillist';
import { addressOf } from '../../store/mails/query';
import './conversationrows.css';
import { readNext } from './readnext';

/** The other mails of a conversation, a line each; a click opens one in place. */
export function ConversationRows({ mails, list }: { mails: Mail[]; list: MailList }) {
    const t = useTexts().mails;
    if (mails.length === 0) return null;
    return (
        <ul class="conversation" aria-label={t.conversation(mails.length)}>
            {mails.map((mail) => (
                <li key={mail.id}>
                    <a class={mail.isRead ? '' : 'unread'} href={addressOf(list.query, mail.id)} onClick={(event) => event.detail === 0 && readNext(mail.id)}>
                        <Avatar name={mail.fromName} address={mail.from} />
                        <span class="conversation-sender cut" dir="auto">
                            {mail.fromName || mail.from || t.noSender}
                        </span>
                        <span class="meta cut" dir="auto">
                            {mail.summary}
                        </span>
                        <time class="meta" dateTime={mail.createdAt}>
                            {shortTime(mail.createdAt)}
                        </time>
                    </a>
                </li>
            ))}
        </ul>
    );
}
