// SPDX-License-Identifier: GPL-3.0-or-later
import { call } from '../api/client';
import { type Language, useLanguage } from '../i18n';
import { Observable } from './observable';
import { readStored, store } from './storage';

/** What a person has chosen; kept by the service, so it is the same on every device. */
export interface Settings {
    language: '' | Language;
    theme: 'system' | 'light' | 'dark';
    density: 'comfortable' | 'compact';
    conversations: boolean;
    notifications: boolean;
    /** Addresses whose remote images are always shown. */
    imageSenders: string[];
    quietHours: { enabled: boolean; from: string; to: string };
}

const key = 'postrider.settings'; // local copy, so that the first rendering has the right colours

const usual: Settings = {
    language: '',
    theme: 'system',
    density: 'comfortable',
    conversations: true,
    notifications: true,
    imageSenders: [],
    quietHours: { enabled: false, from: '22:00', to: '07:00' },
};

export const settings = new Observable<Settings>({ ...usual, ...readStored<Partial<Settings>>(localStorage, key) });

/** Applies the language and looks of the last visit; to be called before the first rendering. */
export async function applySettings(): Promise<void> {
    settings.follow(apply);
    await apply(settings.value);
}

export async function loadSettings(): Promise<void> {
    settings.set({ ...usual, ...(await call<Partial<Settings>>('GET', '/settings')) });
}

/** Applies a change at once; reverts it and fails if the service refuses it. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
    const before = settings.value;
    settings.set({ ...before, ...change });
    try {
        settings.set({ ...usual, ...(await call<Partial<Settings>>('PUT', '/settings', change)) });
    } catch (error) {
        settings.set(before);
        throw error;
    }
}

async function apply(now: Settings): Promise<void> {
    store(localStorage, key, now);
    const root = document.documentElement;
    if (now.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = now.theme;
    root.dataset.density = now.density;
    await useLanguage(now.language);
}
