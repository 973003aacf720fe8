// SPDX-License-Identifier: GPL-3.0-or-later
// The browser's storage of this origin. It may be full or forbidden: then nothing is kept.

export function readStored<T>(area: Storage, key: string): T | null {
    try {
        const text = area.getItem(key);
        return text === null ? null : (JSON.parse(text) as T);
    } catch {
        return null;
    }
}

/** False: the value could not be stored. */
export function store(area: Storage, key: string, value: unknown): boolean {
    try {
        area.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

export function forget(area: Storage, key: string): void {
    try {
        area.removeItem(key);
    } catch {
        // forbidden: nothing was kept there
    }
}
