// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { Empty } from '../../components/empty';
import { useTexts } from '../../i18n';
import { followMails, forgetLists, listFor } from '../../store/mails/current';
import type { MailList } from '../../store/mails/maillist';
import { addressOf, queryOf } from '../../store/mails/query';
import { useSelected, useValue } from '../../store/observable';
import { go, place } from '../../store/router';
import { settings } from '../../store/settings';
import { ListPane } from './listpane';
import './mails.css';
import { Reader } from './reader';

const untilSkeleton = 150; // ms

/** The list, or for a short time the previous one until the new one is loaded, so that nothing flickers. */
function useReady(list: MailList): MailList {
    const state = useValue(list.state);
    const [shown, show] = useState(list);
    useEffect(() => {
        if (state !== 'loading') return show(list);
        const timer = setTimeout(() => show(list), untilSkeleton);
        return () => clearTimeout(timer);
    }, [list, state]);
    return state === 'loading' ? shown : list;
}

/** The list beside the opened mail; on a phone only one of them. */
export function Mails() {
    const t = useTexts().mails;
    const where = useValue(place);
    useSelected(settings, ({ conversations }) => conversations);
    const query = queryOf(where);
    const list = useReady(listFor(query));
    const opened = Number(where.parts[1]) || null;
    useEffect(() => {
        const end = followMails();
        return () => {
            end();
            forgetLists();
        };
    }, []);
    useEffect(() => {
        if (where.parts.length === 0) go('/mails', { replace: true });
    }, [where]);
    const open = (id: number | null) => go(addressOf(query, id ?? undefined));
    return (
        <div class={`mails ${opened ? 'has-open' : ''}`}>
            <ListPane list={list} opened={opened} open={open} />
            <section class="reader-pane" aria-label={t.body}>
                {opened ? <Reader key={opened} id={opened} list={list} open={open} /> : <Empty icon="mailOpen" text={t.openOne} />}
            </section>
        </div>
    );
}
