// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../i18n';
import { guard } from '../../store/router';

/** Asks before the place or the page is left while `isDirty`. Returns a function that allows it without a question. */
export function useUnsaved(isDirty: boolean): () => void {
    const state = useRef(isDirty);
    state.current = isDirty;
    useEffect(() => {
        const warn = (event: BeforeUnloadEvent) => state.current && event.preventDefault();
        const unguard = guard(() => !state.current || confirm(texts().common.unsaved));
        addEventListener('beforeunload', warn);
        return () => {
            unguard();
            removeEventListener('beforeunload', warn);
        };
    }, []);
    return () => (state.current = false);
}
