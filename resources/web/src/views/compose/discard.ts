// SPDX-License-Identifier: GPL-3.0-or-later
import { deleteDraft } from '../../api/drafts';
import { texts } from '../../i18n';
import type { Composition } from '../../store/compose/composition';
import { doLater } from '../../store/compose/later';
import { forgetComposition } from '../../store/compose/open';
import { setLeaving } from '../../store/compose/send';
import { whence } from '../../store/compose/whence';
import { go } from '../../store/router';

/** Discards a mail, unless the person takes that back within some seconds. */
export function discard(composition: Composition): void {
    const { keeper } = composition;
    const isNothing = keeper.draftId === null && !keeper.isChanged;
    const address = () => (keeper.draftId === null ? `/compose?copy=${keeper.localId}` : `/drafts/${keeper.draftId}`);
    keeper.leave(); // so that undo finds the complete mail
    if (keeper.draftId !== null) setLeaving(keeper.draftId, true);
    go(whence(), { replace: true });
    if (isNothing) return;
    const undo = () => {
        if (keeper.draftId !== null) setLeaving(keeper.draftId, false);
        go(address());
    };
    const run = (isClosing: boolean) => {
        const id = keeper.draftId;
        forgetComposition(composition);
        if (id !== null) deleteDraft(id, isClosing).catch(() => {}).finally(() => setLeaving(id, false));
    };
    doLater(texts().compose.discarded, { undo, run });
}
