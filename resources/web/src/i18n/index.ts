// SPDX-License-Identifier: GPL-3.0-or-later
import { Observable, useValue } from '../store/observable';
import { en } from './en';

export type Texts = typeof en;
export type Language = 'en' | 'de' | 'zh';

export const languages: { code: Language; name: string }[] = [
    { code: 'en', name: 'English' },
    { code: 'de', name: 'Deutsch' },
    { code: 'zh', name: '中文' },
];

const loaders: Record<Language, () => Promise<Texts>> = {
    en: async () => en,
    de: async () => (await import('./de')).de,
    zh: async () => (await import('./zh')).zh,
};

interface Current {
    code: Language;
    texts: Texts;
}

const current = new Observable<Current>({ code: 'en', texts: en });

/** The texts of the person's language; the component renders again when it changes. */
export function useTexts(): Texts {
    return useValue(current).texts;
}

/** The same outside of components. */
export function texts(): Texts {
    return current.value.texts;
}

export function language(): Language {
    return current.value.code;
}

/** Loads the chosen language, otherwise the first of the browser's languages that exists here. */
export async function useLanguage(chosen: Language | ''): Promise<void> {
    const code = chosen || preferred(navigator.languages ?? []);
    if (code === current.value.code) return;
    const loaded = await loaders[code]();
    document.documentElement.lang = code;
    current.set({ code, texts: loaded });
}

export function preferred(wanted: readonly string[]): Language {
    for (const tag of wanted) {
        const found = languages.find(({ code }) => tag.toLowerCase().split('-')[0] === code);
        if (found) return found.code;
    }
    return 'en';
}
