// SPDX-License-Identifier: GPL-3.0-or-later
import type { Highlight, Mail } from '../../api/types';
import { Avatar } from '../../components/avatar';
import { Icon } from '../../components/icon';
import { Marked } from '../../components/marked';
import { memo } from '../../components/memo';
import { useTexts } from '../../i18n';
import { fullTime, shortTime } from '../../i18n/format';
import { setStarred } from '../../store/mails/actions';
import type { MailList } from '../../store/mails/maillist';
import { addressOf } from '../../store/mails/query';
import './mailrow.css';
import { readNext } from './readnext';

export interface MailRowProps {
    mail: Mail;
    /** Where the words of a search are in the mail. */
    highlight: Highlight | undefined;
    list: MailList;
    isOpened: boolean;
    isAtCursor: boolean;
    /** The Tab key stops at this row, the only such row of the list. */
    isStop: boolean;
    isChosen: boolean;
    choose: (id: number, isRange: boolean) => void;
}

export const MailRow = memo(Row);

function Row({ mail, highlight, list, isOpened, isAtCursor, isStop, isChosen, choose }: MailRowProps) {
    const t = useTexts().mails;
    const subject = mail.subject || t.noSubject;
    const isSent = mail.folder === '$sent';
    const who = isSent ? mail.to.join(', ') : mail.fromName || mail.from || t.noSender;
    const state = [!mail.isRead && 'unread', isOpened && 'opened', isAtCursor && 'at-cursor', isChosen && 'chosen'];
    const click = (event: MouseEvent) => {
        if (event.detail === 0) readNext(mail.id, isOpened); // by the Enter key
        if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        choose(mail.id, event.shiftKey);
    };
    return (
        <div class={`mail-row ${state.filter(Boolean).join(' ')}`} data-mail={mail.id}>
            <label class="mail-choice" onClick={(event) => event.shiftKey && (event.preventDefault(), choose(mail.id, true))}>
                <Avatar name={who} address={isSent ? (mail.to[0] ?? '') : mail.from} />
                <input
                    type="checkbox"
                    checked={isChosen}
                    aria-label={`${t.select}: ${subject}`}
                    tabIndex={isStop ? 0 : -1}
                    onChange={() => choose(mail.id, false)}
                />
            </label>
            <a
                class="mail-link"
                href={addressOf(list.query, mail.id)}
                onClick={click}
                tabIndex={isStop ? 0 : -1}
                aria-current={isOpened ? 'true' : undefined}
            >
                <span class="mail-line">
                    {!mail.isRead && <span class="visually-hidden">{t.unread}: </span>}
                    <span class="mail-sender cut" dir="auto">
                        <Marked text={who} spans={isSent ? undefined : mail.fromName ? highlight?.fromName : highlight?.from} />
                    </span>
                    {(mail.threadSize ?? 1) > 1 && (
                        <span class="mail-thread" title={t.conversation(mail.threadSize)}>
                            {t.conversationShort(mail.threadSize)}
                        </span>
                    )}
                    {mail.hasAttachment && (
                        <span class="mail-attached" title={t.withAttachments}>
                            <Icon name="attach" size={15} />
                            <span class="visually-hidden">{t.withAttachments}</span>
                        </span>
                    )}
                    <time class="mail-time" dateTime={mail.createdAt} title={fullTime(mail.createdAt)}>
                        {shortTime(mail.createdAt)}
                    </time>
                </span>
                <span class="mail-subject cut" dir="auto">
                    <Marked text={subject} spans={highlight?.subject} />
                </span>
                <span class="mail-summary cut" dir="auto">
                    <Preview mail={mail} highlight={highlight} />
                </span>
            </a>
            <span class="mail-marks">
                <button
                    type="button"
                    class={`star-button ${mail.isStarred ? 'starred' : ''}`}
                    aria-label={`${mail.isStarred ? t.unstar : t.star}: ${subject}`}
                    aria-pressed={mail.isStarred}
                    tabIndex={isStop ? 0 : -1}
                    onClick={() => void setStarred([mail.id], !mail.isStarred)}
                >
                    <Icon name="star" filled={mail.isStarred} size={18} />
                </button>
            </span>
        </div>
    );
}

/** The begin of the mail's text; for a search the part of the mail with its words. */
function Preview({ mail, highlight }: { mail: Mail; highlight: Highlight | undefined }) {
    const t = useTexts().mails;
    const snippet = highlight?.snippet;
    if (!snippet) return <>{mail.summary || '\u00a0'}</>;
    const sources = { text: '', recipients: `${t.to}: `, filenames: `${t.withAttachments}: ` };
    return (
        <>
            {sources[snippet.field]}
            <Marked text={snippet.text} spans={snippet.hits} />
        </>
    );
}

/** Stands for a row that is being fetched. */
export function SkeletonRow() {
    return (
        <div class="mail-row skeleton" aria-hidden="true">
            <span class="bone round" />
            <span class="mail-link">
                <span class="bone" />
                <span class="bone long" />
            </span>
        </div>
    );
}

export function SkeletonList() {
    return (
        <div class="skeleton-list">
            {Array.from({ length: 8 }, (_, i) => (
                <SkeletonRow key={i} />
            ))}
        </div>
    );
}
