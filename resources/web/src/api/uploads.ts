// SPDX-License-Identifier: GPL-3.0-or-later
import { addressed, call, dataOf, query } from './client';
import { unreachable } from './failure';
import type { Page, Upload } from './types';

export interface UploadWatch {
    /** `part` is in 0..1. */
    onProgress: (part: number) => void;
    signal: AbortSignal;
}

/** Uploads a file. Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
export function uploadFile(file: File, { onProgress, signal }: UploadWatch): Promise<Upload> {
    const path = `/attachments${query({ filename: file.name || 'file' })}`;
    return new Promise<Upload>((resolve, reject) => {
        const request = new XMLHttpRequest();
        const { url, headers } = addressed(path);
        request.open('POST', url);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
        request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
        request.onload = () => dataOf<Upload>(answerOf(request), path).then(resolve, reject);
        request.onerror = () => reject(unreachable());
        request.onabort = () => reject(new DOMException('', 'AbortError'));
        signal.addEventListener('abort', () => request.abort());
        request.send(file);
    });
}

function answerOf(request: XMLHttpRequest): Response {
    const headers = new Headers();
    const retryAfter = request.getResponseHeader('Retry-After');
    if (retryAfter) headers.set('Retry-After', retryAfter);
    return new Response(request.responseText, { status: request.status, headers });
}

export function deleteUpload(id: string): Promise<null> {
    return call('DELETE', `/attachments/${encodeURIComponent(id)}`);
}

/** All uploads that the service keeps for this person. */
export async function listUploads(): Promise<Upload[]> {
    const all: Upload[] = [];
    for (let page = 1; ; ++page) {
        const found = await call<Page<Upload>>('GET', `/attachments${query({ page, pageSize: 100 })}`);
        all.push(...found.items);
        if (found.items.length === 0 || all.length >= found.total) return all;
    }
}

export interface StoredFile {
    filename: string;
    size: number;
}

/** Name and size of a stored mail's attachment, from the headers of a request for its first byte. */
export async function describeAttachment(id: number): Promise<StoredFile | null> {
    const { url, headers } = addressed(`/attachments/${id}/download`);
    try {
        const answer = await fetch(url, { headers: { ...headers, Range: 'bytes=0-0' } });
        await answer.body?.cancel();
        if (!answer.ok && answer.status !== 416) return null;
        const size = /\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? answer.headers.get('Content-Length');
        return { filename: nameIn(answer.headers.get('Content-Disposition') ?? ''), size: Number(size ?? 0) };
    } catch {
        throw unreachable();
    }
}

/** The name in a Content-Disposition (RFC 6266). */
export function nameIn(disposition: string): string {
    const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition);
    const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition);
    try {
        if (extended) return decodeURIComponent(extended[1]!);
    } catch {
        // not well formed: the plain name, if there is one
    }
    return (plain?.[1] ?? plain?.[2] ?? '').replace(/\\(.)/g, '$1');
}
