// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';
import { readConversation } from '../../api/mails';
import type { Mail, MailDetail } from '../../api/types';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { hyphenated } from '../../i18n/hyphenated';
import { onEvent } from '../../live/feed';
import { setRead } from '../../store/mails/actions';
import type { MailList } from '../../store/mails/maillist';
import { useOpened } from '../../store/mails/opened';
import { useSelected } from '../../store/observable';
import { settings } from '../../store/settings';
import { Attachments } from './attachments';
import { ConversationRows } from './conversationrows';
import { MailBody } from './mailbody';
import { MailHead } from './mailhead';
import './reader.css';
import { isReadNext } from './readnext';
import { ReaderBar } from './readerbar';

export interface ReaderProps {
    id: number;
    list: MailList;
    open: (id: number | null) => void;
}

/** One mail, with the others of its conversation around it. */
export function Reader({ id, list, open }: ReaderProps) {
    const { mails: t, common } = useTexts();
    const { mail, failure, retry } = useOpened(id);
    const row = useSelected(list.version, () => list.mail(id)) ?? mail;
    const thread = useConversation(row);
    useMarkRead(mail);
    const title = useRef<HTMLHeadingElement>(null);
    useLayoutEffect(() => {
        if (isReadNext(id)) title.current?.focus({ preventScroll: true });
    }, []);

    if (!mail && failure) {
        const isGone = failure instanceof ApiFailure && failure.status === 404;
        const text = isGone ? t.gone : `${t.readFailed} ${failureText(failure)}`;
        const action = isGone ? (
            <Button onClick={() => open(null)}>{t.backToList}</Button>
        ) : (
            <Button onClick={retry}>{common.retry}</Button>
        );
        return <Empty icon="warning" text={text} action={action} />;
    }
    const at = thread.findIndex((one) => one.id === id);
    return (
        <article class="reader">
            <ReaderBar id={id} mail={row ?? null} detail={mail} list={list} open={open} />
            <div class="reader-scroll">
                <h1 ref={title} dir="auto" tabIndex={-1}>
                    {row ? hyphenated(row.subject || t.noSubject) : '\u00a0'}
                </h1>
                {thread.length > 1 && <ConversationRows mails={thread.slice(0, at)} list={list} />}
                {mail ? <MailHead mail={mail} /> : <div class="reader-wait">{common.loading}</div>}
                {mail && mail.truncated && <Banner kind="warning">{t.truncated}</Banner>}
                {mail && <Attachments mail={mail} />}
                {mail && <MailBody mail={mail} />}
                {thread.length > 1 && <ConversationRows mails={thread.slice(at + 1)} list={list} />}
            </div>
        </article>
    );
}

/** Opening a mail here marks it as read here. */
function useMarkRead(mail: MailDetail | null): void {
    useEffect(() => {
        if (mail && !mail.isRead) void setRead([mail.id], true);
    }, [mail?.id]);
}

/** The mails of the conversation, oldest first; none while it is one mail. */
function useConversation(mail: Mail | null | undefined): Mail[] {
    const [mails, setMails] = useState<Mail[]>([]);
    const isOn = useSelected(settings, ({ conversations }) => conversations);
    const size = mail?.threadSize ?? 1;
    useEffect(() => {
        if (!mail || !isOn || size <= 1) {
            setMails([]);
            return;
        }
        let isCurrent = true;
        const load = () =>
            readConversation(mail.id).then(
                ({ items }) => isCurrent && setMails(items),
                () => {}, // the mail itself is shown in any case
            );
        void load();
        const end = onEvent('mail.received', () => void load());
        return () => {
            isCurrent = false;
            end();
        };
    }, [mail?.id, size, isOn]);
    return mails;
}
