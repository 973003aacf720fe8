// SPDX-License-Identifier: GPL-3.0-or-later
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Mail } from '../../api/types';
import { VirtualList } from '../../components/virtuallist';
import { useTexts } from '../../i18n';
import { useKeys } from '../../store/keys';
import { deleteLater, mailsOfRows, setRead, setStarred } from '../../store/mails/actions';
import type { MailList } from '../../store/mails/maillist';
import { selection, selectNone, selectTo, toggle } from '../../store/mails/selection';
import { useSelected, useValue } from '../../store/observable';
import { go } from '../../store/router';
import { settings } from '../../store/settings';
import { KeysHelp } from './keyshelp';
import { ListEmpty } from './listempty';
import { ListHead } from './listhead';
import { MailRow, SkeletonRow } from './mailrow';
import { readNext } from './readnext';
import { useRowFocus } from './rowfocus';

export interface ListPaneProps {
    list: MailList;
    opened: number | null;
    open: (id: number | null) => void;
}

/** The mail that keys act on; if it is gone, the place where it was. */
interface Cursor {
    at: number;
    id: number | null;
}

const nowhere: Cursor = { at: -1, id: null };

export function ListPane({ list, opened, open }: ListPaneProps) {
    const t = useTexts().mails;
    useValue(list.version);
    const state = useValue(list.state);
    const chosen = useValue(selection);
    const rowHeight = useSelected(settings, ({ density }) => (density === 'compact' ? 56 : 72));
    const [cursor, setCursor] = useState<Cursor>(nowhere);
    const [isHelpShown, showHelp] = useState(false);
    const pane = useRef<HTMLElement>(null);
    useEffect(() => {
        selectNone();
        setCursor(({ id }) => ({ at: -1, id })); // a place in another list means nothing
    }, [list]);

    const openedAt = opened === null ? -1 : list.indexOf(opened);
    const at = openedAt >= 0 ? openedAt : placeOf(cursor, list);
    const mailAtCursor = at >= 0 ? list.at(at) : undefined;
    const focus = useRowFocus(pane, opened, mailAtCursor?.id ?? null);
    useEffect(() => {
        if (openedAt >= 0) setCursor({ at: openedAt, id: opened }); // stays there when the mail is left
    }, [opened, openedAt]);

    function move(by: number) {
        const to = Math.max(0, Math.min(list.length - 1, at + by));
        const mail = list.at(to);
        setCursor({ at: to, id: mail?.id ?? null });
        if (!mail) return;
        if (focus.isInReader()) readNext(mail.id);
        else focus.goTo(mail.id);
        if (opened !== null) open(mail.id);
    }

    function read() {
        if (!mailAtCursor) return;
        readNext(mailAtCursor.id, mailAtCursor.id === opened);
        open(mailAtCursor.id);
    }

    /** The mails that a key acts on: the selection, else the mail at the cursor. */
    function targets(): number[] {
        if (chosen.size > 0) return [...chosen];
        return mailAtCursor ? [mailAtCursor.id] : [];
    }

    async function remove() {
        const ids = targets();
        if (ids.length === 0) return;
        const next = list.at(at + 1) ?? list.at(at - 1);
        const isInReader = focus.isInReader();
        const all = await mailsOfRows(ids, list.query);
        const rest = chosen.size === 0 && next ? next : nearestKept(list, at, new Set(all));
        if (opened !== null && all.includes(opened)) open(chosen.size === 0 && next ? next.id : null);
        if (rest && isInReader) readNext(rest.id);
        else if (rest) focus.goTo(rest.id);
        selectNone();
        deleteLater(all, opened !== null ? () => open(opened) : undefined);
    }

    async function mark(isRead: boolean) {
        const ids = targets();
        await setRead(await mailsOfRows(ids, list.query), isRead);
    }

    useKeys({
        j: () => move(1),
        k: () => move(-1),
        ArrowDown: () => move(1),
        ArrowUp: () => move(-1),
        o: read,
        Enter: read,
        u: () => open(null),
        Escape: () => (chosen.size > 0 ? selectNone() : open(null)),
        x: () => mailAtCursor && toggle(mailAtCursor.id),
        s: () => mailAtCursor && void setStarred(targets(), !mailAtCursor.isStarred),
        e: () => {
            void mark(true);
            if (chosen.size === 0) move(1);
        },
        U: () => {
            void mark(false);
            open(null);
        },
        '#': () => void remove(),
        Delete: () => void remove(),
        c: () => go('/compose'),
        r: () => mailAtCursor && go(`/compose?reply=${mailAtCursor.id}`),
        a: () => mailAtCursor && go(`/compose?replyAll=${mailAtCursor.id}`),
        f: () => mailAtCursor && go(`/compose?forward=${mailAtCursor.id}`),
        '?': () => showHelp(true),
    });

    /** The cursor follows the focus. */
    function enter({ target }: FocusEvent) {
        const id = Number((target as Element).closest<HTMLElement>('.mail-row')?.dataset.mail) || null;
        if (id !== null && id !== mailAtCursor?.id) setCursor({ at: list.indexOf(id), id });
    }

    const choose = useCallback(
        (id: number, isRange: boolean) => (isRange ? selectTo(id, list.knownIds()) : toggle(id)),
        [list],
    );
    const show = useCallback((from: number, to: number) => list.show(from, to), [list]);
    const renderRow = (index: number) => {
        const mail = list.at(index);
        if (!mail) return <SkeletonRow />;
        return (
            <MailRow
                mail={mail}
                highlight={list.highlightOf(mail.id)}
                list={list}
                isOpened={mail.id === opened}
                isAtCursor={index === at}
                isStop={index === Math.max(0, at)}
                isChosen={chosen.has(mail.id)}
                choose={choose}
            />
        );
    };
    return (
        <section class={`list-pane ${chosen.size > 0 ? 'choosing' : ''}`} aria-label={t.list} ref={pane} onFocusIn={enter}>
            <ListHead list={list} chosen={chosen} remove={() => void remove()} mark={(isRead) => void mark(isRead)} />
            {list.length > 0 ? (
                <VirtualList
                    count={list.length}
                    rowHeight={rowHeight}
                    renderRow={renderRow}
                    keyOf={(index) => list.at(index)?.id ?? `unknown-${index}`}
                    onRange={show}
                    label={t.list}
                    follow={at}
                />
            ) : (
                <ListEmpty list={list} state={state} />
            )}
            {isHelpShown && <KeysHelp onClose={() => showHelp(false)} />}
        </section>
    );
}

function placeOf({ at, id }: Cursor, list: MailList): number {
    const found = id === null ? -1 : list.indexOf(id);
    return found >= 0 ? found : Math.min(at, list.length - 1);
}

/** The first mail from this place on that stays, else the last one before it. */
function nearestKept(list: MailList, at: number, going: ReadonlySet<number>): Mail | undefined {
    const mails = Array.from({ length: list.length }, (_, i) => list.at(i));
    const stays = (mail: Mail | undefined) => !!mail && !going.has(mail.id);
    return mails.slice(Math.max(0, at)).find(stays) ?? mails.slice(0, Math.max(0, at)).findLast(stays);
}
