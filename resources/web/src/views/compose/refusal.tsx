// SPDX-License-Identifier: GPL-3.0-or-later
import { Banner } from '../../components/banner';
import { IconButton } from '../../components/button';
import { useTexts } from '../../i18n';
import type { Composition } from '../../store/compose/composition';
import { sendingText } from '../../store/compose/outcome';
import { refusals, setRefusal } from '../../store/compose/send';
import { useValue } from '../../store/observable';

/** Why the last attempt to send this draft failed. */
export function RefusalBanner({ composition }: { composition: Composition }) {
    const { common, compose: t } = useTexts();
    const id = composition.keeper.draftId;
    const failure = useValue(refusals).get(id ?? 0);
    if (!failure || id === null) return null;
    const close = <IconButton icon="close" label={common.close} onClick={() => setRefusal(id, null)} />;
    return (
        <Banner kind="danger" action={close}>
            <span dir="auto">{t.notSent(sendingText(failure))}</span>
        </Banner>
    );
}
