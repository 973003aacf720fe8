// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { deleteDraft, listDrafts } from '../../api/drafts';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { texts, useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { onEvent } from '../../live/feed';
import { doLater } from '../../store/compose/later';
import { dropCopy, type LocalCopy, localCopies } from '../../store/compose/local';
import { leaving, setLeaving } from '../../store/compose/send';
import { useValue } from '../../store/observable';
import { go, place } from '../../store/router';
import { toast } from '../../store/toasts';
import { ListFailed, ListSkeleton } from '../compose/liststate';
import { Pager } from '../compose/pager';
import { type List, useList } from '../compose/uselist';
import type { DraftItem } from '../../api/types';
import { DraftRow, LocalRow } from './row';

/** Mails that were begun and not sent. */
export function Drafts() {
    const t = useTexts().compose;
    const number = Math.max(1, Number(useValue(place).query.get('page')) || 1);
    const list = useList(String(number), () => listDrafts(number));
    useEffect(() => {
        const ends = [onEvent('draft.deleted', list.reload), leaving.follow(list.reload)];
        return () => ends.forEach((end) => end());
    }, []);
    return (
        <div class="page">
            <div class="page-head">
                <h1>{t.drafts.title}</h1>
            </div>
            <DraftList list={list} isFirst={number === 1} />
            {list.page && <Pager {...list.page} addressOf={(page) => `/drafts?page=${page}`} />}
        </div>
    );
}

function DraftList({ list, isFirst }: { list: List<DraftItem>; isFirst: boolean }) {
    const t = useTexts().compose;
    const hidden = useValue(leaving);
    const [copies, setCopies] = useState<LocalCopy[]>(localCopies);
    const items = (list.page?.items ?? []).filter(({ id }) => !hidden.has(id));
    const unsaved = isFirst ? copies.filter(({ draftId }) => draftId === null) : [];
    const isChangedHere = (id: number) => copies.some(({ draftId }) => draftId === id);

    function removeCopy(copy: LocalCopy) {
        setCopies((all) => all.filter(({ localId }) => localId !== copy.localId));
        doLater(t.drafts.deleted, { undo: () => setCopies(localCopies()), run: () => dropCopy(copy.localId) });
    }

    if (!list.page && list.error && unsaved.length === 0)
        return <ListFailed error={list.error} text={t.drafts.loadFailed} again={list.reload} />;
    if (!list.page && !list.error) return <ListSkeleton />;
    if (items.length + unsaved.length === 0)
        return <Empty icon="draft" text={t.drafts.empty} action={<Button onClick={() => go('/compose')}>{t.drafts.write}</Button>} />;
    return (
        <ul class="letters" aria-label={t.drafts.list}>
            {unsaved.map((copy) => (
                <LocalRow key={copy.localId} copy={copy} onDelete={() => removeCopy(copy)} />
            ))}
            {items.map((draft) => (
                <DraftRow key={draft.id} draft={draft} isChangedHere={isChangedHere(draft.id)} onDelete={() => remove(draft.id)} />
            ))}
        </ul>
    );
}

/** Removes a draft from the list at once, and from the service some seconds later. */
function remove(id: number): void {
    const t = texts().compose.drafts;
    setLeaving(id, true);
    const back = () => setLeaving(id, false);
    const run = (isClosing: boolean) => {
        deleteDraft(id, isClosing)
            .catch((error: unknown) => toast(t.deleteFailed(failureText(error)), { isFailure: true }))
            .finally(back);
    };
    doLater(t.deleted, { undo: back, run });
}
