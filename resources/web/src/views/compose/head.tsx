// SPDX-License-Identifier: GPL-3.0-or-later
import { useRef } from 'preact/hooks';
import { Button, IconButton } from '../../components/button';
import { useTexts } from '../../i18n';
import type { Composition } from '../../store/compose/composition';
import { whence } from '../../store/compose/whence';
import { useValue } from '../../store/observable';
import { go } from '../../store/router';
import { discard } from './discard';
import { KeepingSign } from './keeping';
import type { Sending } from './usesending';

interface Props {
    composition: Composition;
    title: string;
    sending: Sending;
    attach: (files: readonly File[]) => void;
}

/** The title, the state of saving, and the actions. */
export function ComposeHead({ composition, title, sending, attach }: Props) {
    const { common, compose: t } = useTexts();
    const keeping = useValue(composition.keeper.keeping);
    const input = useRef<HTMLInputElement>(null);
    function choose(event: Event) {
        const chosen = event.currentTarget as HTMLInputElement;
        attach([...(chosen.files ?? [])]);
        chosen.value = ''; // the same file may be chosen again
    }
    return (
        <header class="compose-head">
            <IconButton icon="back" label={common.back} onClick={() => go(whence())} />
            <div class="compose-title">
                <h1 class="cut">{title}</h1>
                <KeepingSign keeping={keeping} />
            </div>
            <input ref={input} type="file" multiple hidden aria-label={t.files.add} tabIndex={-1} onChange={choose} />
            <IconButton icon="trash" label={t.discard} onClick={() => discard(composition)} />
            <IconButton icon="attach" label={t.files.add} onClick={() => input.current!.click()} />
            <Button kind="primary" type="submit" icon="send" busy={sending.isBusy} title={t.sendKeys}>
                <span class="send-text">{t.send}</span>
            </Button>
        </header>
    );
}
