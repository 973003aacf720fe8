// SPDX-License-Identifier: GPL-3.0-or-later

const longWord = /\p{Script=Latin}{20,}/gu;
// What German (and not only German) syllables begin with, the longest first, and the vowel after it.
const onset = /(?:sch[lmnrw]?|pf[lr]?|[bdfgkpt][lr]|ch|ph|th|kn|qu|zw|[bcdfghjklmnpqrstvwxyzß])[aeiouyäöüáéèó]/giu;
const least = 6; // letters on either side of a hyphen

/**
 * Names and subjects with soft hyphens in their longest words. Browsers hyphenate by the language of a text.
 * The language of these is not known, and some browsers have no list of syllables.
 */
export function hyphenated(text: string): string {
    return text.replace(longWord, (word) => {
        const places = [...word.matchAll(onset)].map(({ index }) => index);
        const fit = places.filter((at) => at >= least && at <= word.length - least);
        return fit.reduceRight((rest, at) => `${rest.slice(0, at)}\u00AD${rest.slice(at)}`, word);
    });
}

/** What is copied has none of them. */
export function copyWithoutSoftHyphens(event: ClipboardEvent): void {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const text = isField ? '' : (getSelection()?.toString() ?? '');
    if (!text.includes('\u00AD') || !event.clipboardData) return;
    event.clipboardData.setData('text/plain', text.replaceAll('\u00AD', ''));
    event.preventDefault();
}
