// SPDX-License-Identifier: GPL-3.0-or-later
import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import type { Composition } from '../../store/compose/composition';
import { forgetComposition } from '../../store/compose/open';
import { sendLater } from '../../store/compose/send';
import { whence } from '../../store/compose/whence';
import { go } from '../../store/router';
import { toast } from '../../store/toasts';
import { type Doubt, doubtsAbout, mostRecipients, recipientsOf, wrongRecipients } from './checks';
import type { EditorHandle } from './editor';

export interface Sending {
    /** Checks the mail and sends it off. */
    send: () => Promise<void>;
    isBusy: boolean;
    /** The problem that prevents sending; "": none. */
    problem: string;
    /** Questions to ask before sending. */
    questions: readonly Doubt[];
    answer: (isToSend: boolean) => void;
    /** Sending was tried: wrong fields are shown as such. */
    isChecked: boolean;
}

/** Handles "Send" until the mail is on its way; a second click in that time does nothing. */
export function useSending(composition: Composition, editor: { current: EditorHandle | null }): Sending {
    const t = useTexts().compose;
    const [isBusy, setBusy] = useState(false);
    const isUnderWay = useRef(false); // set at once, not with the next rendering
    const [problem, setProblem] = useState('');
    const [isChecked, setChecked] = useState(false);
    const [questions, setQuestions] = useState<readonly Doubt[]>([]);

    function problemOf(): string {
        const { content, files } = composition;
        const wrong = wrongRecipients(content);
        if (wrong.length > 0) return t.wrongRecipients(wrong.join(', '));
        if (recipientsOf(content).length === 0) return t.noRecipients;
        if (recipientsOf(content).length > mostRecipients) return t.tooManyRecipients(mostRecipients);
        const hasFailed = files.all.value.some(({ state }) => state === 'failed' || state === 'gone');
        return hasFailed ? t.failedFiles : '';
    }

    async function send() {
        if (isUnderWay.current || questions.length > 0) return;
        editor.current?.flush();
        setChecked(true);
        const found = problemOf();
        setProblem(found);
        if (found) return;
        const doubts = doubtsAbout(composition.content);
        if (doubts.length > 0 && !composition.files.isUploading) setQuestions(doubts);
        else await sendOff();
    }

    function answer(isToSend: boolean) {
        setQuestions([]);
        if (isToSend) void sendOff();
    }

    async function sendOff() {
        if (isUnderWay.current) return;
        isUnderWay.current = true;
        setBusy(true);
        const { files, keeper } = composition;
        if (files.isUploading) toast(t.waitingForFiles);
        await files.settled();
        const late = problemOf();
        if (!keeper.isChanged && keeper.draftId === null) keeper.change(composition.content); // an unchanged reply
        const isSaved = late === '' && (await keeper.save());
        if (late || !isSaved) {
            isUnderWay.current = false;
            setBusy(false);
            const isAway = keeper.keeping.value.kind === 'unreachable';
            return setProblem(late || (isAway ? t.cannotSendNow : t.cannotSendState));
        }
        const { draftId, version, content } = keeper;
        forgetComposition(composition);
        sendLater(draftId!, version, content);
        go(whence(), { replace: true });
    }

    return { send, isBusy, problem, questions, answer, isChecked };
}
