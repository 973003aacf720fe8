// SPDX-License-Identifier: GPL-3.0-or-later
// The page itself without a network: index.html and all files of its version.

declare const self: ServiceWorkerGlobalScope;

/** The files of this build and a name that changes with any of them; see vite.config.ts. */
declare const __SHELL__: { version: string; files: string[] };

const prefix = 'postrider-shell-';
const current = prefix + __SHELL__.version;
const entry = '/';
const beside = ['/manifest.webmanifest', '/icons/icon.svg', '/icons/icon-192x192.png'];

/** Fetches all files; fails if one cannot be fetched, and the browser tries again later. */
export async function installShell(): Promise<void> {
    const cache = await caches.open(current);
    // The entry must be the one of this build, not one that the browser has kept.
    await cache.add(new Request(entry, { cache: 'reload' }));
    await cache.addAll([...__SHELL__.files.map((file) => `/${file}`), ...beside]);
}

/**
 * Removes the files of former builds, except those of the last one: a tab that was opened with it may not have
 * fetched all its files yet.
 */
export async function removeOldShells(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page from the service, so that a new version shows at once; from the cache if it cannot be reached. */
export async function pageOf(request: Request): Promise<Response> {
    try {
        const answer = await fetch(request);
        if (answer.status < 500) return answer;
        return (await keptPage()) ?? answer; // a proxy whose service is stopped
    } catch (error) {
        const page = await keptPage();
        if (page) return page;
        throw error;
    }
}

async function keptPage(): Promise<Response | undefined> {
    return (await caches.open(current)).match(entry);
}

/** A file whose name changes with its content, of any build that is kept. */
export async function fileOf(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** A file that may change under its name. */
export async function freshFileOf(request: Request): Promise<Response> {
    try {
        return await fetch(request);
    } catch (error) {
        const file = await caches.match(request, { ignoreVary: true });
        if (file) return file;
        throw error;
    }
}

export function isFreshFile(path: string): boolean {
    return beside.includes(path);
}
