// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { hyphenated } from '../src/i18n/hyphenated';

const shown = (text: string) => hyphenated(text).replaceAll('\u00AD', '-');

describe('a long word', () => {
    it.each([
        ['Rechtsschutzversicherung', 'Rechts-schutz-ver-si-cherung'],
        ['Donaudampfschifffahrtsgesellschaft', 'Donaudampf-schiff-fahrts-ge-sell-schaft'],
        ['Kraftfahrzeughaftpflichtversicherung', 'Kraftfahr-zeug-haft-pflicht-ver-si-cherung'],
    ])('breaks at its syllables: %s', (word, broken) => {
        expect(shown(`Die ${word}.`)).toBe(`Die ${broken}.`);
    });

    it('is left where it is short enough for every line', () => {
        expect(hyphenated('Versicherung 会议 imap.example.org')).toBe('Versicherung 会议 imap.example.org');
    });
});
