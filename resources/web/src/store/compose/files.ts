// SPDX-License-Identifier: GPL-3.0-or-later
import { ApiFailure } from '../../api/failure';
import type { Attachment, Upload } from '../../api/types';
import { deleteUpload, describeAttachment, listUploads, uploadFile } from '../../api/uploads';
import { Observable } from '../observable';

export const mostFiles = 20;
export const mostBytes = 25 * 1024 * 1024; // all files of a mail together

export interface ComposeFile {
    key: number;
    filename: string;
    size: number;
    state: 'uploading' | 'ready' | 'failed' | 'gone';
    /** 0..1 while it is uploaded. */
    progress: number;
    problem?: 'too_large' | 'unreachable' | 'refused';
    error?: unknown;
    /** As in `attachments` of a draft. */
    upload?: string;
    /** As in `forwardAttachmentIds`. */
    attachmentId?: number;
}

/** Why files were refused before an upload. */
export type Refusal = { kind: 'too_large' | 'too_many'; names: string[] };

let nextKey = 1;

/** The files of one mail: uploads, and attachments of stored mails. */
export class ComposeFiles {
    readonly all = new Observable<ComposeFile[]>([]);
    /** Called when the files that a draft has to name have changed. */
    onChange: () => void = () => {};
    readonly #sources = new Map<number, { file: File; control: AbortController }>();

    get attachments(): string[] {
        return this.all.value.flatMap(({ upload }) => (upload ? [upload] : []));
    }

    get forwardAttachmentIds(): number[] {
        return this.all.value.flatMap(({ attachmentId }) => (attachmentId ? [attachmentId] : []));
    }

    get isUploading(): boolean {
        return this.all.value.some(({ state }) => state === 'uploading');
    }

    /** Starts the uploads; files beyond the limits of a mail are refused before. */
    add(files: readonly File[]): Refusal | null {
        const room = mostFiles - this.all.value.length;
        if (files.length > room) return { kind: 'too_many', names: files.slice(Math.max(0, room)).map(({ name }) => name) };
        let bytes = this.all.value.reduce((sum, { size }) => sum + size, 0);
        const refused: string[] = [];
        for (const file of files) {
            if (bytes + file.size > mostBytes) {
                refused.push(file.name);
                continue;
            }
            bytes += file.size;
            this.#begin(file, nextKey++);
        }
        return refused.length > 0 ? { kind: 'too_large', names: refused } : null;
    }

    addStored(attachments: readonly Attachment[]): void {
        const made = attachments.flatMap(({ id, filename, size }): ComposeFile[] =>
            [{ key: nextKey++, filename, size: size ?? 0, state: 'ready', progress: 1, attachmentId: id }],
        );
        this.all.update((all) => [...all, ...made]);
    }

    /** Loads the files that a draft names, with their names and sizes. */
    async load(attachments: readonly string[], forwardAttachmentIds: readonly number[]): Promise<void> {
        const named: ComposeFile[] = [
            ...attachments.map((upload) => ({ ...unknown(), upload, filename: upload.startsWith('upload:') ? '…' : upload })),
            ...forwardAttachmentIds.map((attachmentId) => ({ ...unknown(), attachmentId })),
        ];
        this.#abortAll();
        this.all.set(named);
        if (named.some(({ upload }) => upload?.startsWith('upload:'))) this.#describeUploads(await listUploads());
        await Promise.all(named.filter((file) => file.attachmentId).map((file) => this.#describeStored(file)));
    }

    retry(key: number): void {
        const source = this.#sources.get(key);
        if (source) this.#begin(source.file, key);
    }

    /** Removes a file; an upload under way is aborted, a complete one is deleted. */
    remove(key: number): void {
        const file = this.all.value.find((one) => one.key === key);
        this.#sources.get(key)?.control.abort();
        this.#sources.delete(key);
        this.all.update((all) => all.filter((one) => one.key !== key));
        if (file?.upload?.startsWith('upload:') && file.state === 'ready') deleteUpload(file.upload).catch(() => {});
        this.onChange();
    }

    /** Resolves when no upload is under way. */
    settled(): Promise<void> {
        if (!this.isUploading) return Promise.resolve();
        return new Promise((resolve) => {
            const unfollow = this.all.follow(() => {
                if (this.isUploading) return;
                unfollow();
                resolve();
            });
        });
    }

    #begin(file: File, key: number): void {
        const control = new AbortController();
        this.#sources.set(key, { file, control });
        const begun: ComposeFile = { key, filename: file.name || 'file', size: file.size, state: 'uploading', progress: 0 };
        this.all.update((all) => (all.some((one) => one.key === key) ? all.map((one) => (one.key === key ? begun : one)) : [...all, begun]));
        const onProgress = (progress: number) => this.#set(key, { progress });
        uploadFile(file, { onProgress, signal: control.signal }).then(
            (made) => this.#done(key, made),
            (error: unknown) => this.#failed(key, error),
        );
    }

    #done(key: number, made: Upload): void {
        this.#sources.delete(key);
        this.#set(key, { state: 'ready', progress: 1, upload: made.id, filename: made.filename, size: made.size });
        this.onChange();
    }

    #failed(key: number, error: unknown): void {
        if (error instanceof DOMException) return; // the file was removed
        const failure = error instanceof ApiFailure ? error : null;
        const problem = failure?.status === 413 ? 'too_large' : failure?.isUnreachable ? 'unreachable' : 'refused';
        this.#set(key, { state: 'failed', progress: 0, problem, error });
    }

    #describeUploads(uploads: readonly Upload[]): void {
        this.all.update((all) =>
            all.map((file) => {
                if (!file.upload?.startsWith('upload:') || file.size > 0) return file;
                const found = uploads.find(({ id }) => id === file.upload);
                return found ? { ...file, filename: found.filename, size: found.size } : { ...file, state: 'gone', filename: '' };
            }),
        );
    }

    async #describeStored(file: ComposeFile): Promise<void> {
        const found = await describeAttachment(file.attachmentId!);
        this.#set(file.key, found ?? { state: 'gone', filename: '' });
    }

    #set(key: number, change: Partial<ComposeFile>): void {
        this.all.update((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
    }

    #abortAll(): void {
        for (const { control } of this.#sources.values()) control.abort();
        this.#sources.clear();
    }
}

function unknown(): ComposeFile {
    return { key: nextKey++, filename: '…', size: 0, state: 'ready', progress: 1 };
}
