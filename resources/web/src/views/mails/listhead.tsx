// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Menu } from '../../components/menu';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { markAllRead } from '../../api/mails';
import { accounts } from '../../store/accounts';
import { setStarred } from '../../store/mails/actions';
import type { MailList } from '../../store/mails/maillist';
import { addressOf, type ListQuery, type QuickFilter, sorts } from '../../store/mails/query';
import { selectAll, selectNone } from '../../store/mails/selection';
import { useValue } from '../../store/observable';
import { go } from '../../store/router';
import { toast } from '../../store/toasts';
import './listhead.css';

export interface ListHeadProps {
    list: MailList;
    chosen: ReadonlySet<number>;
    remove: () => void;
    mark: (isRead: boolean) => void;
}

export function ListHead({ list, chosen, remove, mark }: ListHeadProps) {
    const t = useTexts().mails;
    useValue(list.version);
    const isChoosing = chosen.size > 0;
    return (
        <header class="list-head">
            <div class="list-title">
                {isChoosing ? <IconButton icon="close" label={t.selectNone} onClick={selectNone} /> : <Title query={list.query} />}
                <span key="count" class={isChoosing ? 'chosen-count' : 'meta list-count'} role="status">
                    {isChoosing ? t.chosen(chosen.size) : list.state.value === 'ready' && t.found(list.length)}
                </span>
                {isChoosing ? <Chosen list={list} chosen={chosen} remove={remove} mark={mark} /> : <Overview list={list} />}
            </div>
            <Filters query={list.query} />
        </header>
    );
}

function Overview({ list }: { list: MailList }) {
    const { mails: t, common } = useTexts();
    const [isAsking, ask] = useState(false);
    const { query } = list;
    const sortItems = sorts.map((sort) => ({
        text: t.sortBy[sort],
        checked: sort === query.sort,
        run: () => go(addressOf({ ...query, sort, order: sort === 'from' || sort === 'subject' ? 'asc' : 'desc' })),
    }));
    const markAll = async () => {
        ask(false);
        const filter = { ...(query.account && { accountId: query.account }), ...(query.folder && { folder: query.folder }) };
        try {
            const { updated } = await markAllRead(filter);
            toast(t.markedRead(updated));
            list.refresh();
        } catch (error) {
            toast(failureText(error), { isFailure: true });
        }
    };
    return (
        <>
            <IconButton icon="mailOpen" label={t.markAllRead} onClick={() => ask(true)} disabled={!!query.q || query.filter === 'starred' || query.filter === 'attachments'} />
            <Menu
                icon="filter"
                label={t.sort}
                items={[
                    ...sortItems,
                    {
                        text: t.ascending,
                        icon: 'refresh',
                        run: () => go(addressOf({ ...query, order: query.order === 'asc' ? 'desc' : 'asc' })),
                    },
                ]}
            />
            {isAsking && (
                <Dialog
                    title={t.markAllRead}
                    onClose={() => ask(false)}
                    actions={
                        <>
                            <Button onClick={() => ask(false)}>{common.cancel}</Button>
                            <Button kind="primary" onClick={() => void markAll()}>
                                {t.markAllRead}
                            </Button>
                        </>
                    }
                >
                    <p>{t.markAllReadAsk}</p>
                </Dialog>
            )}
        </>
    );
}

function Title({ query }: { query: ListQuery }) {
    return (
        <h1 class="cut" dir="auto">
            {useTitle(query)}
        </h1>
    );
}

function Chosen({ list, chosen, remove, mark }: ListHeadProps) {
    const t = useTexts().mails;
    const mails = [...chosen].map((id) => list.mail(id));
    const isAnyUnread = mails.some((mail) => mail && !mail.isRead);
    const isAnyPlain = mails.some((mail) => mail && !mail.isStarred);
    return (
        <>
            <IconButton icon="check" label={t.selectAll} onClick={() => selectAll(list.knownIds())} />
            <IconButton
                icon={isAnyUnread ? 'mailOpen' : 'unread'}
                label={isAnyUnread ? t.markRead : t.markUnread}
                onClick={() => mark(isAnyUnread)}
            />
            <IconButton
                icon="star"
                label={isAnyPlain ? t.star : t.unstar}
                onClick={() => void setStarred([...chosen], isAnyPlain)}
            />
            <IconButton icon="trash" label={t.delete} onClick={remove} />
        </>
    );
}

function Filters({ query }: { query: ListQuery }) {
    const t = useTexts().mails;
    const chips: { filter: QuickFilter; text: string }[] = [
        { filter: 'all', text: t.all },
        { filter: 'unread', text: t.unread },
        { filter: 'starred', text: t.starred },
        { filter: 'attachments', text: t.withAttachments },
    ];
    return (
        <div class="chips" role="group" aria-label={t.filter}>
            {chips.map(({ filter, text }) => (
                <button
                    key={filter}
                    type="button"
                    class="chip"
                    aria-pressed={query.filter === filter}
                    onClick={() => go(addressOf({ ...query, filter }))}
                >
                    {text}
                </button>
            ))}
        </div>
    );
}

function useTitle(query: ListQuery): string {
    const { mails: t, common } = useTexts();
    const all = useValue(accounts) ?? [];
    if (query.q) return t.foundFor(query.q);
    if (query.folder === '$sent') return common.nav.sent;
    const account = all.find(({ id }) => id === query.account)?.name;
    return [account, query.folder].filter(Boolean).join(' · ') || common.nav.inbox;
}
