// SPDX-License-Identifier: GPL-3.0-or-later
import { ApiFailure, type FailureDetail, unreachable } from './failure';

const base = '/api/v1';

/** The data of the session that the client needs; set once at the start (store/session). */
export interface Credentials {
    token(): string | null;
    /** The service refused the token: the person has to log in again. */
    refused(): void;
}

let credentials: Credentials = { token: () => null, refused: () => {} };

export function useCredentials(those: Credentials): void {
    credentials = those;
}

let noteAge: (readAt: string | null) => void = () => {};

/** `note` is called for each answer: with the time when the answer was read if it comes from the store of the
 *  service worker, because the service cannot be reached; otherwise with null. */
export function useAgeNote(note: (readAt: string | null) => void): void {
    noteAge = note;
}

export interface CallOptions {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    /** Completed even if the page is closed; all such bodies together may have 64 KiB. */
    keepalive?: boolean;
    /** Sent as it is, instead of JSON. */
    raw?: Blob;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `data` of the answer, or an ApiFailure. `path` is what follows /api/v1. */
export async function call<T>(method: Method, path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
    return dataOf<T>(await request(method, path, body, options), path);
}

/** `data` of an answer to a request that call() did not make, or an ApiFailure. */
export async function dataOf<T>(answer: Response, path: string): Promise<T> {
    noteAge(answer.headers.get('X-Postrider-Offline'));
    const envelope = await readEnvelope(answer);
    if (answer.ok && envelope.code === 0) return envelope.data as T;
    const failure = failureOf(answer, envelope);
    const isRefused = failure.status === 401 && failure.code !== 40104;
    if (isRefused && path !== '/auth/login') credentials.refused();
    throw failure;
}

/** The address and headers of a request to a path; for requests that call() does not make. */
export function addressed(path: string): { url: string; headers: Record<string, string> } {
    const token = credentials.token();
    return { url: base + path, headers: token ? { Authorization: `Bearer ${token}` } : {} };
}

/** The bytes of an attachment or of a raw mail. */
export async function download(path: string, options: CallOptions = {}): Promise<Blob> {
    const answer = await request('GET', path, undefined, options);
    if (!answer.ok) throw failureOf(answer, await readEnvelope(answer));
    return answer.blob();
}

/** `?a=1&b=2` without undefined and empty values. */
export function query(values: Record<string, string | number | boolean | null | undefined>): string {
    const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
    return text ? `?${text}` : '';
}

const running = new Set<Promise<Response>>();

/** Resolves when no request waits for its answer; includes requests that begin in the meantime. */
export async function settled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
}

async function request(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
    const answer = send(method, path, body, options);
    running.add(answer);
    try {
        return await answer;
    } finally {
        running.delete(answer);
    }
}

async function send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
    const { url, headers: own } = addressed(path);
    const headers = new Headers({ ...options.headers, ...own });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    try {
        return await fetch(url, {
            method,
            headers,
            body: options.raw ?? (body === undefined ? null : JSON.stringify(body)),
            signal: options.signal ?? null,
            keepalive: options.keepalive ?? false,
            cache: 'no-store',
        });
    } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw unreachable();
    }
}

interface Envelope {
    code: number;
    data?: unknown;
    message?: string;
    error?: string;
    details?: FailureDetail[];
}

async function readEnvelope(answer: Response): Promise<Envelope> {
    try {
        return (await answer.json()) as Envelope;
    } catch {
        return { code: -1 }; // a proxy's page, or an answer that was cut off
    }
}

function failureOf(answer: Response, envelope: Envelope): ApiFailure {
    if (envelope.code <= 0) return unreachable();
    return new ApiFailure(
        answer.status,
        envelope.code,
        envelope.error ?? '',
        envelope.message ?? '',
        envelope.details ?? [],
        Number(answer.headers.get('Retry-After') ?? 0),
        envelope.data ?? null,
    );
}
