// SPDX-License-Identifier: GPL-3.0-or-later
import { call, query } from '../api/client';
import { ApiFailure } from '../api/failure';
import { beforeLogout, session } from '../store/session';
import { Observable } from '../store/observable';
import { type EventName, eventNames, type LiveEvents } from './events';
import { afterFailure } from './reconnect';

export type Connection = 'connecting' | 'live' | 'waiting' | 'polling' | 'offline';

/** The state of the event stream: how new mail arrives now. */
export const connection = new Observable<Connection>('connecting');

type Listener<N extends EventName> = (data: LiveEvents[N]) => void;

const listeners = new Map<EventName, Set<Listener<EventName>>>();
const catchUps = new Set<() => void>();

/** Calls the listener for each such event. Returns a function that stops this. */
export function onEvent<N extends EventName>(name: N, listener: Listener<N>): () => void {
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set);
    set.add(listener as Listener<EventName>);
    return () => set.delete(listener as Listener<EventName>);
}

/** Calls the listener when events may have been missed: all shown data must be read again. */
export function onCatchUp(listener: () => void): () => void {
    catchUps.add(listener);
    return () => catchUps.delete(listener);
}

let source: EventSource | null = null;
let timer = 0;
let failures = 0;
let lastEventId = '';
let isRunning = false;
let silence = 0; // timer: no heartbeat came

const silentAfter = 45_000; // three heartbeats

/** Follows the service's events until stop(). */
export function start(): void {
    if (isRunning) return;
    isRunning = true;
    failures = 0;
    void open();
}

export function stop(): void {
    isRunning = false;
    lastEventId = '';
    close();
    clearTimeout(timer);
}

async function open(): Promise<void> {
    close();
    if (failures === 0) connection.set('connecting');
    try {
        // Uses a ticket, so that no token is part of an address.
        const ticket = await call<{ ticket: string }>('POST', '/mails/stream/ticket');
        if (!isRunning) return;
        listenTo(new EventSource('/api/v1/mails/stream' + query({ ticket: ticket.ticket, lastEventId })));
    } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) return;
        failed();
    }
}

function listenTo(stream: EventSource): void {
    source = stream;
    for (const name of eventNames)
        stream.addEventListener(name, (event) => receive(name, event as MessageEvent<string>));
    stream.onerror = failed;
    expectSigns();
}

function receive(name: EventName, event: MessageEvent<string>): void {
    expectSigns();
    if (event.lastEventId) lastEventId = event.lastEventId;
    if (name === 'connected') {
        failures = 0;
        clearTimeout(timer);
        connection.set('live');
        // Data that was read before the stream was open may have changed since, also at the first connection.
        // Durable events are replayed, transient ones are not.
        catchUp();
    }
    if (name === 'resync') catchUp();
    const data = parsed(event.data);
    if (data !== undefined) for (const listener of [...(listeners.get(name) ?? [])]) listener(data as never);
}

function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

function failed(): void {
    close();
    if (!isRunning) return;
    failures += 1;
    const next = afterFailure(failures, Math.random());
    connection.set(!navigator.onLine ? 'offline' : next.what === 'poll' ? 'polling' : 'waiting');
    clearTimeout(timer);
    timer = window.setTimeout(() => {
        if (next.what === 'poll') catchUp();
        void open();
    }, next.afterMs);
}

function expectSigns(): void {
    clearTimeout(silence);
    silence = window.setTimeout(failed, silentAfter);
}

function close(): void {
    clearTimeout(silence);
    source?.close();
    source = null;
}

function catchUp(): void {
    for (const listener of [...catchUps]) listener();
}

/** Tries at once, because the network is back or the page is visible again. */
function tryNow(): void {
    if (!isRunning || !session.value || connection.value === 'live' || connection.value === 'connecting') return;
    clearTimeout(timer);
    void open();
}

beforeLogout(async () => stop()); // an event would cause new requests

addEventListener('online', tryNow);
addEventListener('offline', () => isRunning && failed());
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tryNow());
