// SPDX-License-Identifier: GPL-3.0-or-later
// @vitest-environment jsdom
import { render } from 'preact';
import { describe, expect, it } from 'vitest';
import { Marked, type Span } from '../src/components/marked';

function html(text: string, spans: Span[] | undefined): string {
    const root = document.createElement('p');
    render(<Marked text={text} spans={spans} />, root);
    return root.innerHTML;
}

describe('Marked', () => {
    it('marks the parts and keeps the whole text', () => {
        expect(html('the contract of may', [{ start: 4, length: 8 }, { start: 16, length: 3 }])).toBe(
            'the <mark>contract</mark> of <mark>may</mark>',
        );
    });

    it('is plain text without parts', () => {
        expect(html('a <b>', undefined)).toBe('a &lt;b&gt;');
        expect(html('a <b>', [])).toBe('a &lt;b&gt;');
    });

    it('shows markup of a mail as text', () => {
        expect(html('<img src=x>', [{ start: 1, length: 3 }])).toBe('&lt;<mark>img</mark> src=x&gt;');
    });

    it('leaves out what is beyond the end, and no part comes twice', () => {
        expect(html('abc', [{ start: 1, length: 9 }, { start: 2, length: 1 }, { start: 7, length: 2 }])).toBe('a<mark>bc</mark>');
    });

    it('counts in UTF-16 code units', () => {
        expect(html('🎉 party', [{ start: 0, length: 2 }])).toBe('<mark>🎉</mark> party');
    });
});
