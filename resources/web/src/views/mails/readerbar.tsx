// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import type { Mail, MailDetail } from '../../api/types';
import { download } from '../../api/client';
import { Button, IconButton } from '../../components/button';
import { Menu, type MenuItem } from '../../components/menu';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { deleteLater, mailsOfRows, setRead, setStarred } from '../../store/mails/actions';
import type { MailList } from '../../store/mails/maillist';
import { go } from '../../store/router';
import { toast } from '../../store/toasts';
import { HeadersDialog } from './headersdialog';
import './readerbar.css';
import { saveAs } from './saveas';
import { UnsubscribeDialog } from './unsubscribedialog';

export interface ReaderBarProps {
    id: number;
    mail: Mail | null;
    detail: MailDetail | null;
    list: MailList;
    open: (id: number | null) => void;
}

/** The actions for the opened mail. */
export function ReaderBar({ id, mail, detail, list, open }: ReaderBarProps) {
    const t = useTexts().mails;
    const [shown, show] = useState<'headers' | 'unsubscribe' | null>(null);
    const at = list.indexOf(id);
    const near = (by: number) => (at < 0 ? undefined : list.at(at + by));

    async function remove() {
        const next = near(1) ?? near(-1);
        const ids = await mailsOfRows([id], list.query);
        open(next ? next.id : null);
        deleteLater(ids, () => open(id));
    }

    async function save() {
        try {
            saveAs(await download(`/mails/${id}/raw`), `mail-${id}.eml`);
        } catch (error) {
            toast(failureText(error), { isFailure: true });
        }
    }

    function unread() {
        void setRead([id], false);
        open(null);
    }

    // What only some mails have is last: the detail may arrive while the menu is open, and no command may move then.
    const more: MenuItem[] = [
        { text: t.markUnreadAndReturn, icon: 'unread', run: unread },
        { text: t.downloadRaw, icon: 'download', run: () => void save() },
        { text: t.showHeaders, icon: 'info', run: () => show('headers'), disabled: !detail },
        ...(detail?.unsubscribe ? [{ text: t.unsubscribe, icon: 'bell', run: () => show('unsubscribe') } as MenuItem] : []),
    ];
    return (
        <div class="reader-bar" role="toolbar" aria-label={t.body}>
            <IconButton icon="back" label={t.backToList} class="reader-back" onClick={() => open(null)} />
            <Button icon="reply" kind="plain" onClick={() => go(`/compose?reply=${id}`)}>
                <span class="reader-word">{t.reply}</span>
            </Button>
            <Button icon="replyAll" kind="plain" onClick={() => go(`/compose?replyAll=${id}`)}>
                <span class="reader-word">{t.replyAll}</span>
            </Button>
            <Button icon="forward" kind="plain" onClick={() => go(`/compose?forward=${id}`)}>
                <span class="reader-word">{t.forward}</span>
            </Button>
            <span class="reader-gap" />
            <IconButton
                icon="star"
                label={mail?.isStarred ? t.unstar : t.star}
                class={mail?.isStarred ? 'starred' : ''}
                pressed={!!mail?.isStarred}
                onClick={() => void setStarred([id], !mail?.isStarred)}
            />
            <IconButton icon="trash" label={t.delete} onClick={() => void remove()} />
            <IconButton icon="chevronDown" label={t.previous} class="turned" onClick={() => open(near(-1)!.id)} disabled={!near(-1)} />
            <IconButton icon="chevronDown" label={t.next} onClick={() => open(near(1)!.id)} disabled={!near(1)} />
            <Menu icon="more" label={useTexts().common.more} items={more} />
            {shown === 'headers' && detail && <HeadersDialog mail={detail} onClose={() => show(null)} />}
            {shown === 'unsubscribe' && detail && <UnsubscribeDialog mail={detail} onClose={() => show(null)} />}
        </div>
    );
}
