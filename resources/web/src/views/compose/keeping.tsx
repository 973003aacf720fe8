// SPDX-License-Identifier: GPL-3.0-or-later
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { mediumTime } from '../../i18n/format';
import { language } from '../../i18n';
import type { Composition } from '../../store/compose/composition';
import type { Keeping } from '../../store/compose/keeper';
import { forgetComposition } from '../../store/compose/open';
import { useValue } from '../../store/observable';
import { go } from '../../store/router';

/** "Saved 12:03" while saving works; problems are shown in the banner. */
export function KeepingSign({ keeping }: { keeping: Keeping }) {
    const t = useTexts().compose.keeping;
    return (
        <span class="keeping meta cut" role="status">
            {signText(keeping, t)}
        </span>
    );
}

type Texts = ReturnType<typeof useTexts>['compose']['keeping'];

function signText(keeping: Keeping, t: Texts): string {
    switch (keeping.kind) {
        case 'untouched':
            return '';
        case 'saving':
            return t.saving;
        case 'saved':
            return t.saved(keeping.at.toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' }));
        default:
            return t.unsaved;
    }
}

/** The reason why a draft is not saved, and the choices of the person. */
export function KeepingBanner({ composition }: { composition: Composition }) {
    const t = useTexts().compose.keeping;
    const { keeper } = composition;
    const keeping = useValue(keeper.keeping);
    switch (keeping.kind) {
        case 'unreachable':
            return <Banner kind="warning">{keeping.isKeptHere ? t.unreachable : t.unreachableLost}</Banner>;
        case 'refused':
            return <Banner kind="danger">{t.refused(failureText(keeping.error))}</Banner>;
        case 'conflict':
            return (
                <Banner
                    kind="warning"
                    action={
                        <span class="row-of-buttons">
                            <Button onClick={() => void keeper.keepMine()}>{t.mine}</Button>
                            <Button onClick={() => composition.takeOther()}>{t.other}</Button>
                        </span>
                    }
                >
                    <p>{t.conflict}</p>
                    <p class="conflict-other" dir="auto">
                        {t.conflictOther(mediumTime(keeping.other.updatedAt), otherText(keeping.other, t))}
                    </p>
                </Banner>
            );
        case 'gone':
            return (
                <Banner
                    kind="warning"
                    action={
                        <span class="row-of-buttons">
                            <Button onClick={() => void keeper.keepMine()}>{t.keep}</Button>
                            <Button onClick={() => leave(composition)}>{t.leave}</Button>
                        </span>
                    }
                >
                    {t.gone}
                </Banner>
            );
        default:
            return null;
    }
}

function otherText({ subject, summary }: { subject: string; summary: string }, t: Texts): string {
    return [subject, summary].filter(Boolean).join(' – ') || t.empty;
}

function leave(composition: Composition): void {
    forgetComposition(composition);
    go('/drafts');
}
