// SPDX-License-Identifier: GPL-3.0-or-later
// Drafts that the service does not have yet, kept in this browser until it has them.
import type { DraftContent } from '../../api/drafts';
import { session } from '../session';
import { forget, readStored, store } from '../storage';

export interface LocalCopy {
    /** Of the composition, unique in this browser. */
    localId: string;
    /** The draft that it changes; null: the service has none yet. */
    draftId: number | null;
    /** The version of the draft that it is based on. */
    version: number;
    content: DraftContent;
    /** A request to make a draft with this content got no answer. */
    isMaybeMade: boolean;
    changedAt: number; // ms
}

let user = session.value?.username ?? '';
// Text that is typed when the session ends still belongs to the same person.
session.follow((now) => (user = now?.username ?? user));

/** The prefix of this person's keys in the browser's storage. */
export function ownPrefix(what: 'draft' | 'sending'): string {
    return `postrider.${what}.${user}.`;
}

function prefix(): string {
    return ownPrefix('draft');
}

/** False: the browser did not keep it. */
export function keepCopy(copy: LocalCopy): boolean {
    return store(localStorage, prefix() + copy.localId, copy);
}

export function dropCopy(localId: string): void {
    forget(localStorage, prefix() + localId);
}

export function copyOf(localId: string): LocalCopy | null {
    return readStored<LocalCopy>(localStorage, prefix() + localId);
}

/** All copies of this person, the newest first. */
export function localCopies(): LocalCopy[] {
    const found: LocalCopy[] = [];
    try {
        for (let i = 0; i < localStorage.length; ++i) {
            const key = localStorage.key(i)!;
            const copy = key.startsWith(prefix()) ? readStored<LocalCopy>(localStorage, key) : null;
            if (copy?.content) found.push(copy);
        }
    } catch {
        // forbidden: there are none
    }
    return found.sort((a, b) => b.changedAt - a.changedAt);
}

let numbers = 0;

export function newLocalId(): string {
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${++numbers}`;
}
