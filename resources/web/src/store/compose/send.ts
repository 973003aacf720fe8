// SPDX-License-Identifier: GPL-3.0-or-later
import { createDraft, type DraftContent, getDraft } from '../../api/drafts';
import { ApiFailure } from '../../api/failure';
import { cancelOutboxMail, listOutbox } from '../../api/outbox';
import { sendDraft } from '../../api/send';
import type { QueuedMail, SentMail } from '../../api/types';
import { texts } from '../../i18n';
import { mediumTime } from '../../i18n/format';
import { connection, onEvent } from '../../live/feed';
import { doLater } from './later';
import { newLocalId, ownPrefix } from './local';
import { sendingText, serverSaid } from './outcome';
import { Observable } from '../observable';
import './whence';
import { go } from '../router';
import { session } from '../session';
import { forget, readStored, store } from '../storage';
import { toast } from '../toasts';

/** A mail that a person has sent off, until its outcome is known. */
export interface Order {
    draftId: number;
    version: number;
    /** The idempotency key: the mail is sent once, however often the request is made. */
    key: string;
    content: DraftContent;
    startedAt: number; // ms
    /** The time for undo is over. */
    isDispatched: boolean;
}

export const undoFor = 6000; // ms
const forgottenBy = 60_000; // ms; after it, the tab has sent the mail or was closed
const tooOld = 20 * 60 * 60 * 1000; // the service keeps a key for 24 hours
const shownLong = 30_000;
const lateAfter = 10_000; // the event about a mail may come after the answer

/** Drafts that are about to be sent or deleted: no list shows them. */
export const leaving = new Observable<ReadonlySet<number>>(new Set());

/** Why drafts could not be sent, by their ids. */
export const refusals = new Observable<ReadonlyMap<number, ApiFailure>>(new Map());

export function setLeaving(draftId: number, isLeaving: boolean): void {
    const next = new Set(leaving.value);
    if (isLeaving) next.add(draftId);
    else next.delete(draftId);
    leaving.set(next);
}

/** Sends a saved draft in some seconds, or when the page is left; until then it can be taken back. */
export function sendLater(draftId: number, version: number, content: DraftContent): void {
    const order: Order = { draftId, version, key: newLocalId(), content, startedAt: Date.now(), isDispatched: false };
    keep(order);
    setLeaving(draftId, true);
    setRefusal(draftId, null);
    const undo = () => {
        drop(order);
        setLeaving(draftId, false);
        go(`/drafts/${draftId}`);
    };
    doLater(texts().compose.sendingSoon, { undo, ms: undoFor, run: (isClosing) => void dispatch(order, isClosing) });
}

/** Continues the orders of former pages; reports mails that fail later. Returns a function that stops this. */
export function followSending(): () => void {
    const timer = setTimeout(resume, forgottenBy);
    resume();
    const ends = [
        onEvent('mail.failed', ({ subject }) => reportLate(subject)),
        connection.follow((now) => now === 'live' && retryNow()),
    ];
    return () => {
        clearTimeout(timer);
        ends.forEach((end) => end());
    };
}

const underWay = new Map<string, Order>();
const retries = new Map<string, () => void>();

function resume(): void {
    for (const order of orders()) {
        const age = Date.now() - order.startedAt;
        if (age > tooOld) drop(order);
        else if ((order.isDispatched || age >= forgottenBy) && !underWay.has(order.key)) void dispatch(order, false);
    }
}

async function dispatch(order: Order, isClosing: boolean, failures = 0): Promise<void> {
    const dispatched = { ...order, isDispatched: true };
    keep(dispatched);
    underWay.set(order.key, dispatched);
    const away = toast(texts().compose.sending, { ms: 120_000 });
    try {
        const answer = await sendDraft(order.draftId, order.version, order.key, isClosing);
        done(order);
        reportAnswer(answer);
    } catch (error) {
        if (error instanceof ApiFailure && isUndecided(error)) again(order, error, failures + 1);
        else await refused(order, error);
    } finally {
        away();
    }
}

/** 502 and 507 are final answers of the service itself; a proxy's own 502 has no code. */
function isUndecided(error: ApiFailure): boolean {
    return error.isTemporary && error.status !== 502 && error.status !== 507;
}

/** Repeats the request later. The first one may have arrived; the key prevents a second mail. */
function again(order: Order, error: ApiFailure, failures: number): void {
    if (failures === 1) toast(texts().compose.sendUnreachable(sendingText(error)), { isFailure: true, ms: shownLong });
    const retry = () => {
        clearTimeout(timer);
        retries.delete(order.key);
        if (session.value) void dispatch(order, false, failures);
    };
    const timer = setTimeout(retry, Math.min(2000 * 2 ** failures, 60_000));
    retries.set(order.key, retry);
}

function retryNow(): void {
    for (const retry of [...retries.values()]) retry();
}

function done(order: Order): boolean {
    setTimeout(() => underWay.delete(order.key), lateAfter);
    setLeaving(order.draftId, false);
    return drop(order);
}

function reportAnswer(answer: SentMail | QueuedMail): void {
    const t = texts().compose;
    const open = { label: t.openOutbox, run: () => go('/outbox') };
    if (answer.status !== 'sent') {
        const text = answer.status === 'unknown' ? t.sentUnknown : queuedText(answer);
        toast(text, { action: open, ms: shownLong });
    } else if (answer.rejected.length > 0) {
        const who = answer.rejected.map(({ address }) => address).join(', ');
        toast(t.sentPartly(who, serverSaid(answer.rejected[0]!.response)), { isFailure: true, action: open, ms: shownLong });
    } else {
        toast(t.sent);
    }
}

function queuedText({ nextAttemptAt, failure }: QueuedMail): string {
    const t = texts().compose;
    return t.sentQueued(nextAttemptAt && mediumTime(nextAttemptAt), failure ? t.outbox.failure[failure] : '');
}

/** The mail is finally refused: the person gets the draft again, with the reason. */
async function refused(order: Order, error: unknown): Promise<void> {
    if (!done(order)) return; // another tab does that
    const t = texts().compose;
    const failure = error instanceof ApiFailure ? error : new ApiFailure(0, -1, '', String(error));
    const draftId = await draftAgain(order).catch(() => null);
    if (draftId !== null) setRefusal(draftId, failure);
    toast(t.sendRefused(order.content.subject || t.noSubject, sendingText(failure)), {
        isFailure: true,
        ms: shownLong,
        action:
            draftId !== null
                ? { label: t.openDraft, run: () => go(`/drafts/${draftId}`) }
                : { label: t.openOutbox, run: () => go('/outbox') },
    });
}

/** The draft, or a new one with its content if it was deleted when the mail entered the outbox. */
async function draftAgain(order: Order): Promise<number> {
    try {
        return (await getDraft(order.draftId)).id;
    } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 40403) throw error;
    }
    const { id } = await createDraft(order.content);
    await putAway(order).catch(() => {});
    return id;
}

/** Removes the failed mail from the outbox, because it is a draft again. */
async function putAway(order: Order): Promise<void> {
    const { items } = await listOutbox(1, 'failed');
    const { accountId, subject } = order.content;
    const failed = items.find((mail) => mail.accountId === accountId && mail.subject === subject);
    if (failed) await cancelOutboxMail(failed.id);
}

/** Reports a mail that failed in the outbox later. A mail whose request is under way is reported by that. */
function reportLate(subject: string): void {
    const t = texts().compose;
    if ([...underWay.values()].some(({ content }) => content.subject === subject)) return;
    toast(t.failedLate(subject || t.noSubject), {
        isFailure: true,
        ms: shownLong,
        action: { label: t.openOutbox, run: () => go('/outbox') },
    });
}

export function setRefusal(draftId: number, failure: ApiFailure | null): void {
    const next = new Map(refusals.value);
    if (failure) next.set(draftId, failure);
    else next.delete(draftId);
    refusals.set(next);
}

function prefix(): string {
    return ownPrefix('sending');
}

const unkept = new Set<string>(); // keys that the browser's storage did not take

function keep(order: Order): void {
    if (store(localStorage, prefix() + order.key, order)) unkept.delete(order.key);
    else unkept.add(order.key);
}

/** Removes an order. False: another tab has removed it and handles its outcome. */
function drop(order: Order): boolean {
    const key = prefix() + order.key;
    const wasKept = readStored<Order>(localStorage, key) !== null;
    forget(localStorage, key);
    return unkept.delete(order.key) || wasKept;
}

function orders(): Order[] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix()));
    return keys.flatMap((key) => readStored<Order>(localStorage, key) ?? []);
}
