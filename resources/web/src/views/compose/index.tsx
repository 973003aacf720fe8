// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import type { Composition } from '../../store/compose/composition';
import { closeComposition, isAt, openComposition } from '../../store/compose/open';
import { useValue } from '../../store/observable';
import { go, place, type Place } from '../../store/router';
import { ComposeForm } from './form';

/** The mail that the address names, to write it. */
export function Compose() {
    const where = useValue(place);
    const [composition, setComposition] = useState<Composition | null>(null);
    const [problem, setProblem] = useState<unknown>(null);
    const shown = useRef<Composition | null>(null);

    async function open(at: Place) {
        setProblem(null);
        try {
            const opened = await openComposition(at);
            if (place.value !== at) return closeComposition(opened);
            shown.current = opened;
            opened.keeper.onNamed = (id) => shown.current === opened && go(`/drafts/${id}`, { replace: true });
            setComposition(opened);
        } catch (error) {
            if (place.value === at) setProblem(error);
        }
    }

    function close() {
        if (shown.current) void closeComposition(shown.current);
        shown.current = null;
        setComposition(null);
    }

    useEffect(() => {
        if (shown.current && isAt(shown.current, where)) return;
        close();
        void open(where);
    }, [where]);
    useEffect(() => close, []);

    if (problem) return <NotOpened error={problem} again={() => void open(where)} />;
    return composition ? <ComposeForm key={composition.keeper.localId} composition={composition} /> : null;
}

function NotOpened({ error, again }: { error: unknown; again: () => void }) {
    const { common, compose: t } = useTexts();
    const isGone = error instanceof ApiFailure && error.status === 404;
    const action = isGone ? (
        <Button onClick={() => go('/drafts')}>{common.nav.drafts}</Button>
    ) : (
        <Button onClick={again}>{common.retry}</Button>
    );
    return <Empty icon="warning" text={`${t.openFailed} ${isGone ? t.refused.gone : failureText(error)}`} action={action} />;
}
