// SPDX-License-Identifier: GPL-3.0-or-later
import { contentOf, createDraft, type DraftContent, getDraft, listDrafts, updateDraft } from '../../api/drafts';
import type { Draft } from '../../api/types';
import { onEvent } from '../../live/feed';
import { ComposeFiles } from './files';
import { DraftKeeper, isSameContent, type Origin, type Places } from './keeper';
import { dropCopy, keepCopy } from './local';
import { Observable } from '../observable';

export type RecipientField = 'to' | 'cc' | 'bcc';

/** The input of a person, without the files. Recipients that are typed and not an entry yet are in `typing`. */
export interface Form {
    accountId: number;
    to: string[];
    cc: string[];
    bcc: string[];
    typing: Record<RecipientField, string>;
    subject: string;
    /** HTML as it goes into the mail. */
    body: string;
}

export type Kind = 'new' | 'reply' | 'replyAll' | 'forward' | 'draft';

/** One mail that is being written, from its first letter until it is sent, discarded or left. */
export class Composition {
    readonly form: Observable<Form>;
    readonly keeper: DraftKeeper;
    readonly files = new ComposeFiles();
    /** Grows when the body was replaced by one that was not typed here. */
    readonly replaced = new Observable(0);
    /** Takes over text that is typed and not reported yet. */
    beforeLeaving: () => void = () => {};
    readonly #ends: (() => void)[];
    #rest: Pick<DraftContent, 'replyTo' | 'replyToMailId' | 'inline'>;

    constructor(
        origin: Origin,
        readonly kind: Kind,
    ) {
        this.keeper = new DraftKeeper(servicePlaces, origin);
        this.form = new Observable(formOf(origin.content));
        this.#rest = origin.content;
        this.files.onChange = () => this.#changed();
        this.#ends = [onEvent('draft.deleted', ({ ids }) => this.#deleted(ids))];
    }

    get content(): DraftContent {
        const { typing, accountId, to, cc, bcc, subject, body } = this.form.value;
        const whole = (entries: string[], more: string) => (more.trim() ? [...entries, oneLine(more)] : entries);
        const { replyTo, replyToMailId, inline } = this.#rest;
        const { attachments, forwardAttachmentIds } = this.files;
        return {
            accountId,
            to: whole(to, typing.to),
            cc: whole(cc, typing.cc),
            bcc: whole(bcc, typing.bcc),
            subject: oneLine(subject),
            body,
            attachments,
            replyTo,
            replyToMailId,
            forwardAttachmentIds,
            inline,
        };
    }

    change(change: Partial<Form>): void {
        this.form.update((form) => ({ ...form, ...change }));
        this.#changed();
    }

    /** In a conflict: shows what was saved somewhere else. */
    takeOther(): void {
        const content = this.keeper.takeOther();
        this.form.set(formOf(content));
        this.#rest = content;
        this.files.load(content.attachments, content.forwardAttachmentIds).catch(() => {});
        this.replaced.update((n) => n + 1);
    }

    /** The mail is no longer shown: work under way ends in the background. True: the service has everything. */
    async leave(): Promise<boolean> {
        this.beforeLeaving();
        if (this.keeper.isChanged) await this.keeper.save();
        await this.files.settled();
        return !this.keeper.isChanged || this.keeper.save();
    }

    /** Stops saving and following events. */
    end(): void {
        this.#ends.forEach((end) => end());
        this.keeper.end();
    }

    #changed(): void {
        this.keeper.change(this.content);
    }

    #deleted(ids: readonly number[]): void {
        if (this.keeper.draftId !== null && ids.includes(this.keeper.draftId)) this.keeper.lose();
    }
}

function oneLine(text: string): string {
    return text.replace(/[\r\n\0]+/g, ' ').trim();
}

function formOf({ accountId, to, cc, bcc, subject, body }: DraftContent): Form {
    return { accountId, to, cc, bcc, typing: { to: '', cc: '', bcc: '' }, subject, body };
}

export function emptyContent(accountId: number): DraftContent {
    return {
        accountId, to: [], cc: [], bcc: [], subject: '', body: '', attachments: [], replyTo: [], replyToMailId: null,
        forwardAttachmentIds: [], inline: [],
    };
}

const servicePlaces: Places = { create: createDraft, update: updateDraft, findMade, keepCopy, dropCopy };

async function findMade(content: DraftContent): Promise<Draft | null> {
    const { items } = await listDrafts(1);
    const likely = items.filter(({ version, subject }) => version === 1 && subject === content.subject);
    for (const { id } of likely.slice(0, 5)) {
        const draft = await getDraft(id);
        if (isSameContent(contentOf(draft), content)) return draft;
    }
    return null;
}
