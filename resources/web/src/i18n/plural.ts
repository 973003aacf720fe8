// SPDX-License-Identifier: GPL-3.0-or-later

/** The form for a number: English and German have two, Chinese has one (`other`). */
export function plural(n: number, forms: { one?: string; other: string }, locale: string): string {
    const form = n === 1 && forms.one !== undefined ? forms.one : forms.other;
    return form.replace('#', n.toLocaleString(locale));
}
