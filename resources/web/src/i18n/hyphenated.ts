// SPDX-License-Identifier: GPL-3.0-or-later

const longWord = /\p{Script=Latin}{20,}/gu;
// Beginnings of syllables in German and other languages, the longest first, each with a vowel after it.
const onset = /(?:sch[lmnrw]?|pf[lr]?|[bdfgkpt][lr]|ch|ph|th|kn|qu|zw|[bcdfghjklmnpqrstvwxyzß])[aeiouyäöüáéèó]/giu;
const least = 6; // letters on either side of a hyphen

/**
 * Inserts soft hyphens into the longest words of names and subjects. Browsers hyphenate by the language of a text.
 * The language of these texts is unknown, and some browsers cannot hyphenate.
 */
export function hyphenated(text: string): string {
    return text.replace(longWord, (word) => {
        const places = [...word.matchAll(onset)].map(({ index }) => index);
        const fit = places.filter((at) => at >= least && at <= word.length - least);
        return fit.reduceRight((rest, at) => `${rest.slice(0, at)}\u00AD${rest.slice(at)}`, word);
    });
}

/** Removes soft hyphens from text that is copied. */
export function copyWithoutSoftHyphens(event: ClipboardEvent): void {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const text = isField ? '' : (getSelection()?.toString() ?? '');
    if (!text.includes('\u00AD') || !event.clipboardData) return;
    event.clipboardData.setData('text/plain', text.replaceAll('\u00AD', ''));
    event.preventDefault();
}
