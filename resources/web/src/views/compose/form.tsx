// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { useTexts } from '../../i18n';
import { bytes } from '../../i18n/format';
import { accounts } from '../../store/accounts';
import type { Composition, Kind } from '../../store/compose/composition';
import { mostBytes, mostFiles, type Refusal } from '../../store/compose/files';
import { useValue } from '../../store/observable';
import { go } from '../../store/router';
import './compose.css';
import { Editor, type EditorHandle } from './editor';
import { FileList } from './filelist';
import { ComposeHead } from './head';
import { HeaderFields } from './headerfields';
import { KeepingBanner } from './keeping';
import { SendQuestion } from './question';
import { RefusalBanner } from './refusal';
import { useFileDrop } from './usefiledrop';
import { useLeaving } from './useleaving';
import { useSending } from './usesending';

/** The form of one mail that is written. */
export function ComposeForm({ composition }: { composition: Composition }) {
    const t = useTexts().compose;
    const form = useValue(composition.form);
    const replaced = useValue(composition.replaced);
    const [fileProblem, setFileProblem] = useState('');
    const editor = useRef<EditorHandle>(null);
    const root = useRef<HTMLFormElement>(null);
    const sending = useSending(composition, editor);
    useLeaving(composition, editor);
    useLayoutEffect(() => focusFirst(root.current!, composition), []);

    function attach(files: readonly File[]) {
        if (files.length > 0) setFileProblem(refusalText(composition.files.add(files)));
    }

    function refusalText(refusal: Refusal | null): string {
        if (!refusal) return '';
        return refusal.kind === 'too_many' ? t.files.tooMany(mostFiles) : t.files.tooLarge(refusal.names.join(', '), bytes(mostBytes));
    }

    const isOver = useFileDrop(root, attach);
    const all = useValue(accounts);
    if (all?.length === 0)
        return <Empty icon="mail" text={t.noMailbox} action={<Button onClick={() => go('/accounts')}>{t.addMailbox}</Button>} />;

    function press(event: KeyboardEvent) {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void sending.send();
    }

    function submit(event: Event) {
        event.preventDefault();
        void sending.send();
    }

    return (
        <form ref={root} class={`compose ${isOver ? 'drop-target' : ''}`} aria-label={titleOf(composition.kind, t)} noValidate onSubmit={submit} onKeyDownCapture={press}>
            <ComposeHead composition={composition} title={titleOf(composition.kind, t)} sending={sending} attach={attach} />
            <div class="compose-body">
                <div class="compose-banners">
                    <KeepingBanner composition={composition} />
                    <RefusalBanner composition={composition} />
                    {sending.problem && <Banner kind="danger">{sending.problem}</Banner>}
                    {fileProblem && <Banner kind="danger">{fileProblem}</Banner>}
                </div>
                <HeaderFields composition={composition} form={form} isChecked={sending.isChecked} />
                <FileList files={composition.files} />
                <Editor handle={editor} key={replaced} html={form.body} onChange={(body) => composition.change({ body })} onFiles={attach} />
            </div>
            {isOver && <div class="drop-hint">{t.files.drop}</div>}
            {sending.questions.length > 0 && <SendQuestion reasons={sending.questions} onAnswer={sending.answer} />}
        </form>
    );
}

type ComposeTexts = ReturnType<typeof useTexts>['compose'];

function titleOf(kind: Kind, t: ComposeTexts): string {
    return { new: t.newMail, reply: t.reply, replyAll: t.replyAll, forward: t.forward, draft: t.draft }[kind];
}

/** Moves the focus to the text if there is a recipient, as in replies, otherwise to the recipients. */
function focusFirst(root: HTMLElement, { form }: Composition): void {
    const { to, typing } = form.value;
    const first = to.length > 0 || typing.to ? '.editor' : '.recipients input';
    root.querySelector<HTMLElement>(first)?.focus();
}
