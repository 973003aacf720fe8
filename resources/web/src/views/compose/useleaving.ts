// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect } from 'preact/hooks';
import { connection } from '../../live/feed';
import type { Composition } from '../../store/compose/composition';
import { leaveAll, retryAll } from '../../store/compose/open';
import type { EditorHandle } from './editor';

/** Saves when the page is hidden or closed, and tries again when the service is back. */
export function useLeaving(composition: Composition, editor: { current: EditorHandle | null }): void {
    useEffect(() => {
        composition.beforeLeaving = () => editor.current?.flush();
        const hide = () => document.visibilityState === 'hidden' && leaveAll();
        const warn = (event: BeforeUnloadEvent) => {
            if (isLostByClosing(composition)) event.preventDefault();
        };
        addEventListener('pagehide', leaveAll);
        addEventListener('online', retryAll);
        addEventListener('beforeunload', warn);
        document.addEventListener('visibilitychange', hide);
        const unfollow = connection.follow((now) => now === 'live' && retryAll());
        return () => {
            removeEventListener('pagehide', leaveAll);
            removeEventListener('online', retryAll);
            removeEventListener('beforeunload', warn);
            document.removeEventListener('visibilitychange', hide);
            unfollow();
        };
    }, [composition]);
}

/** Whether closing loses uploads under way, or text that neither the service nor the browser has stored. */
function isLostByClosing({ files, keeper }: Composition): boolean {
    const now = keeper.keeping.value;
    return files.isUploading || ((now.kind === 'unreachable' || now.kind === 'refused') && !now.isKeptHere);
}
