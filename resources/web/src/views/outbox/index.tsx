// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect } from 'preact/hooks';
import { listOutbox, type OutboxStatus } from '../../api/outbox';
import type { OutboxMail } from '../../api/types';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { useTexts } from '../../i18n';
import { onEvent } from '../../live/feed';
import { useValue } from '../../store/observable';
import { go, place } from '../../store/router';
import { ListFailed, ListSkeleton } from '../compose/liststate';
import { Pager } from '../compose/pager';
import { type List, useList } from '../compose/uselist';
import './outbox.css';
import { OutboxRow } from './row';

const statuses: OutboxStatus[] = ['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled'];
const lookEvery = 15_000; // ms, while a mail is on its way, because failed attempts cause no event

/** The mails of the outbox and their states. */
export function Outbox() {
    const t = useTexts().compose.outbox;
    const { query } = useValue(place);
    const number = Math.max(1, Number(query.get('page')) || 1);
    const status = statuses.find((one) => one === query.get('status')) ?? '';
    const list = useList(`${status}/${number}`, () => listOutbox(number, status));
    useEffect(() => {
        const ends = [onEvent('mail.sent', list.reload), onEvent('mail.failed', list.reload)];
        return () => ends.forEach((end) => end());
    }, []);
    const isMoving = !!list.page?.items.some((mail) => mail.status === 'queued' || mail.status === 'sending');
    useEffect(() => {
        const timer = isMoving ? setInterval(list.reload, lookEvery) : undefined;
        return () => clearInterval(timer);
    }, [isMoving]);
    return (
        <div class="page">
            <div class="page-head">
                <h1>{t.title}</h1>
                <StatusFilter status={status} />
            </div>
            <OutboxList list={list} isFiltered={status !== ''} />
            {list.page && <Pager {...list.page} addressOf={(page) => addressOf(status, page)} />}
        </div>
    );
}

function addressOf(status: string, page: number): string {
    const query = new URLSearchParams({ ...(status && { status }), ...(page > 1 && { page: String(page) }) });
    return query.size > 0 ? `/outbox?${query}` : '/outbox';
}

function StatusFilter({ status }: { status: OutboxStatus | '' }) {
    const t = useTexts().compose.outbox;
    return (
        <label class="outbox-filter">
            <span class="meta">{t.show}</span>
            <select class="input" value={status} onChange={(event) => go(addressOf(event.currentTarget.value, 1))}>
                <option value="" selected={status === ''}>
                    {t.filter.all}
                </option>
                {statuses.map((one) => (
                    <option key={one} value={one} selected={status === one}>
                        {t.filter[one]}
                    </option>
                ))}
            </select>
        </label>
    );
}

function OutboxList({ list, isFiltered }: { list: List<OutboxMail>; isFiltered: boolean }) {
    const t = useTexts().compose.outbox;
    if (!list.page) return list.error ? <ListFailed error={list.error} text={t.loadFailed} again={list.reload} /> : <ListSkeleton />;
    if (list.page.items.length === 0) return isFiltered ? <NothingLikeThat /> : <NothingSent />;
    return (
        <ul class="letters" aria-label={t.list}>
            {list.page.items.map((mail) => (
                <OutboxRow key={mail.id} mail={mail} onChange={list.reload} />
            ))}
        </ul>
    );
}

function NothingLikeThat() {
    const t = useTexts().compose.outbox;
    return <Empty icon="send" text={t.emptyFiltered} action={<Button onClick={() => go('/outbox')}>{t.showAll}</Button>} />;
}

function NothingSent() {
    const t = useTexts().compose;
    return <Empty icon="send" text={t.outbox.empty} action={<Button onClick={() => go('/compose')}>{t.drafts.write}</Button>} />;
}
