// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the mail that an address names: a new one, a reply, a draft, or one that is not saved yet.
import { call } from '../../api/client';
import { contentOf, type DraftContent, getDraft } from '../../api/drafts';
import type { Account, Draft, MailDetail } from '../../api/types';
import { Composition, emptyContent, type Kind } from './composition';
import { parseList } from './address';
import { textHtml } from './html';
import { isSameContent } from './keeper';
import { copyOf, dropCopy, type LocalCopy, localCopies, newLocalId } from './local';
import { forwardBody, replyBody } from './quote';
import { forwardSubject, replySubject, replyTargets } from './reply';
import { knownAccounts, senders, usualSender } from './sender';
import type { Place } from '../router';

const otherTabAfter = 5000; // ms; a newer copy belongs to a tab that is still saving it

/** Compositions that are shown or still being saved; each exists only once in a page. */
const live = new Set<Composition>();
const shown = new Set<Composition>();

interface State {
    compose?: string;
}

/** Whether this address, in the history of the tab, belongs to the composition. */
export function isAt(composition: Composition, where: Place): boolean {
    const id = draftIdOf(where);
    if (id !== null) return composition.keeper.draftId === id;
    return localIdHere() === composition.keeper.localId;
}

function draftIdOf({ parts }: Place): number | null {
    return parts[0] === 'drafts' && /^\d+$/.test(parts[1] ?? '') ? Number(parts[1]) : null;
}

function localIdHere(): string | null {
    return (history.state as State | null)?.compose ?? null;
}

/** Opens the mail that an address names; fails with an ApiFailure if the service does not have it. */
export async function openComposition(where: Place): Promise<Composition> {
    const running = [...live].find((one) => isAt(one, where));
    const composition = running ?? (await made(where));
    live.add(composition);
    shown.add(composition);
    history.replaceState({ ...(history.state as State | null), compose: composition.keeper.localId }, '');
    return composition;
}

/** The composition is no longer shown. It is kept in memory until everything is saved. */
export async function closeComposition(composition: Composition): Promise<void> {
    shown.delete(composition);
    const { keeping } = composition.keeper;
    await composition.leave();
    const forgetSaved = () => {
        const isUnneeded = !composition.keeper.isChanged && !composition.files.isUploading;
        if (isUnneeded && !shown.has(composition)) forgetComposition(composition);
        return isUnneeded;
    };
    if (forgetSaved()) return;
    const unfollow = keeping.follow(() => forgetSaved() && unfollow());
}

export function forgetComposition(composition: Composition): void {
    composition.end();
    live.delete(composition);
    shown.delete(composition);
}

/** Saves all compositions as far as a closing page can. */
export function leaveAll(): void {
    for (const composition of live) {
        composition.beforeLeaving();
        composition.keeper.leave();
    }
}

export function retryAll(): void {
    for (const composition of live) composition.keeper.retry();
}

async function made(where: Place): Promise<Composition> {
    const id = draftIdOf(where);
    if (id !== null) return openDraft(id);
    const { query } = where;
    const localId = query.get('copy') ?? localIdHere();
    const copy = localId ? copyOf(localId) : null;
    if (copy) return fromCopy(copy);
    for (const kind of ['reply', 'replyAll', 'forward'] as const)
        if (/^\d+$/.test(query.get(kind) ?? '')) return answer(Number(query.get(kind)), kind);
    return written(await newContent(query), 'new');
}

function written(content: DraftContent, kind: Kind): Composition {
    return new Composition({ localId: newLocalId(), content }, kind);
}

async function openDraft(id: number): Promise<Composition> {
    const copy = copyFor(id);
    let draft: Draft | null = null;
    try {
        draft = await getDraft(id);
    } catch (error) {
        if (!copy) throw error; // with a copy, the attempt to save it shows the problem
    }
    if (copy && draft && isSameContent(contentOf(draft), copy.content)) dropCopy(copy.localId);
    else if (copy) return fromCopy(copy);
    const content = contentOf(draft!);
    const origin = { localId: newLocalId(), content, draftId: id, version: draft!.version };
    return withFiles(new Composition(origin, 'draft'), content);
}

/** Changes of this draft that the service has not received. */
function copyFor(id: number): LocalCopy | undefined {
    const here = localIdHere();
    return localCopies().find(
        (copy) => copy.draftId === id && (copy.localId === here || Date.now() - copy.changedAt > otherTabAfter),
    );
}

function fromCopy(copy: LocalCopy): Composition {
    return withFiles(new Composition({ ...copy, isChanged: true }, 'draft'), copy.content);
}

function withFiles(composition: Composition, content: DraftContent): Composition {
    composition.files.load(content.attachments, content.forwardAttachmentIds).catch(() => {});
    return composition;
}

async function answer(id: number, kind: 'reply' | 'replyAll' | 'forward'): Promise<Composition> {
    const [mail, accounts] = await Promise.all([call<MailDetail>('GET', `/mails/${id}`), knownAccounts()]);
    const composition = written(answerContent(mail, accounts, kind), kind);
    if (kind === 'forward') composition.files.addStored(mail.attachments);
    return composition;
}

/** The initial content of a reply or a forwarded mail. If possible, the mailbox that received the mail sends it. */
export function answerContent(mail: MailDetail, accounts: readonly Account[], kind: Kind): DraftContent {
    const canSend = senders(accounts).some((account) => account.id === mail.accountId);
    const content = emptyContent(canSend ? mail.accountId : usualSender(accounts));
    if (kind === 'forward') return { ...content, subject: forwardSubject(mail.subject), body: forwardBody(mail) };
    const own = accounts.map(({ email }) => email);
    const targets = replyTargets(mail, own, kind === 'replyAll');
    return { ...content, ...targets, subject: replySubject(mail.subject), body: replyBody(mail), replyToMailId: mail.id };
}

/** The content of a new mail, from the address or a `mailto:` link (RFC 6068). */
async function newContent(query: URLSearchParams): Promise<DraftContent> {
    const content = emptyContent(usualSender(await knownAccounts()));
    const wanted = query.has('mailto') ? mailtoQuery(query.get('mailto')!) : query;
    const account = Number(wanted.get('account') ?? 0);
    const list = (name: string) => wanted.getAll(name).flatMap(parseList);
    return {
        ...content,
        accountId: account > 0 ? account : content.accountId,
        to: list('to'),
        cc: list('cc'),
        bcc: list('bcc'),
        subject: wanted.get('subject') ?? '',
        body: textHtml(wanted.get('body') ?? ''),
    };
}

/** The fields of a `mailto:` link; a plus sign in it stays a plus sign. */
export function mailtoQuery(link: string): URLSearchParams {
    const [to = '', fields = ''] = link.replace(/^(web\+)?mailto:/i, '').split('?', 2);
    const found = new URLSearchParams(fields.replace(/\+/g, '%2B'));
    const names = new URLSearchParams();
    for (const [name, value] of found) names.append(name.toLowerCase(), value);
    const first = decoded(to);
    if (first) names.append('to', first);
    return names;
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
