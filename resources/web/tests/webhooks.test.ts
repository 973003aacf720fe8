// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../src/api/failure';
import { changeOf, draftOf, headerRow, isSame, listOf, newSecret, previewOf, problemsOf } from '../src/views/webhooks/draft';
import { faultKindOf, faultOf, piecesOf, spotOf } from '../src/views/webhooks/position';
import { variablesOf } from '../src/views/webhooks/variables';

describe('a place in a template', () => {
    const text = 'a\n\nbc😀\r\nd';
    it.each([[0, 1, 1], [1, 1, 2], [2, 2, 1], [3, 3, 1], [7, 3, 5], [9, 4, 1], [10, 4, 2]])(
        '%i is line %i, column %i', (position, line, column) => expect(spotOf(text, position)).toEqual({ line, column }));

    const failure = (reason: string, more = {}) =>
        new ApiFailure(400, 40001, 'validation_failed', 'wrong', [{ field: 'bodyTemplate', reason, ...more }]);
    it('is read from what the service says', () => {
        expect(faultOf(failure('at position 6: {{ is not closed by }}.'))).toEqual({ position: 6, reason: '{{ is not closed by }}.' });
        expect(faultOf(failure('at position 6: wrong', { position: 7 }))).toEqual({ position: 7, reason: 'wrong' });
        expect(faultOf(failure('too long'))).toEqual({ position: 0, reason: 'too long' });
        expect(faultOf(new ApiFailure(400, 40001, '', '', [{ field: 'url', reason: 'at position 1: x' }]))).toBeNull();
    });

    it.each([
        ['ab {{data', 'unclosed'],
        ['ab {{data.x y}}', 'path'],
        ['ab {{data.x}}', 'many'],
        ['ab cd', null],
    ])('is known by its text: %s', (text, kind) => {
        expect(faultKindOf(text, { position: 3, reason: 'in English' })).toBe(kind);
    });
});

describe('the pieces of a template', () => {
    const shown = (...args: Parameters<typeof piecesOf>) => piecesOf(...args).map(({ text, kind }) => [kind, text]);
    it('are its variables and what is around them', () => {
        expect(shown('{"a": "{{data.b}}"}', [], null)).toEqual([['plain', '{"a": "'], ['variable', '{{data.b}}'], ['plain', '"}']]);
        expect(shown('', [], null)).toEqual([]);
    });
    it('show variables that there are not', () =>
        expect(shown('{{a}}{{b}}', [5], null)).toEqual([['variable', '{{a}}'], ['unknown', '{{b}}']]));
    it('leave literal braces', () => expect(shown('\\{{a}}', [], null)).toEqual([['plain', '\\{{a}}']]));
    it('show an error to the end of its line', () => {
        expect(shown('x{{a}\nb', [], 1)).toEqual([['plain', 'x'], ['fault', '{{a}'], ['plain', '\nb']]);
        expect(shown('{"a"}\n{{b}}', [], 0)).toEqual([['fault', '{"a"}'], ['plain', '\n'], ['variable', '{{b}}']]);
        expect(shown('ab', [], 1)).toEqual([['plain', 'a'], ['fault', 'b']]);
    });
    it.each(['{{', '{{a', '\\{{{{a}}', 'a\n{{b}}\n', '{{a}}{{'])('together are the text %j', (text) => {
        for (let at = 0; at <= text.length; ++at)
            expect(piecesOf(text, [0], at).map((piece) => piece.text).join('')).toBe(text);
    });
});

describe('the form', () => {
    const draft = { ...draftOf(null), name: ' Tickets ', url: 'https://a.example/ ' };
    it('sends what was entered', () => {
        const headers = [headerRow(' X-A ', 'b'), headerRow('', 'left out')];
        expect(changeOf({ ...draft, headers, from: '@a.example, b' })).toEqual({
            name: 'Tickets', url: 'https://a.example/', headers: { 'X-A': 'b' }, mode: 'sync', events: ['mail.received'],
            bodyTemplate: null, filters: { accountIds: [], from: ['@a.example', 'b'], subject: [] },
        });
    });
    it('sends a secret only where it was changed', () => {
        expect(changeOf(draft)).not.toHaveProperty('secret');
        expect(changeOf({ ...draft, secret: null }).secret).toBeNull();
        expect(changeOf({ ...draft, secret: '' }).secret).toBeNull();
        expect(changeOf({ ...draft, secret: 'whsec_x' }).secret).toBe('whsec_x');
    });
    it('shows the preview with no header but the type', () => {
        const headers = [headerRow('Authorization', '********'), headerRow('content-type', 'text/plain')];
        expect(previewOf({ ...draft, headers }).headers).toEqual({ 'Content-Type': 'text/plain' });
    });
    it('knows whether something was changed', () => {
        expect(isSame(draftOf(null), draftOf(null))).toBe(true);
        expect(isSame(draftOf(null), draft)).toBe(false);
        expect(isSame(draftOf(null), { ...draftOf(null), headers: [headerRow()] })).toBe(true);
    });
    it('says what is missing', () => {
        expect(problemsOf(draft)).toEqual({});
        expect(problemsOf({ ...draft, name: ' ', url: 'a.example', events: [], secret: 'short' })).toEqual({
            name: 'nameMissing', url: 'urlWrong', events: 'eventsMissing', secret: 'secretWrong',
        });
        expect(problemsOf({ ...draft, secret: newSecret() })).toEqual({});
    });
    it('reads lists', () => expect(listOf(' a, ,b，c\nd,')).toEqual(['a', 'b', 'c', 'd']));
});

it('offers each variable once, of all chosen events', () => {
    const all = variablesOf(['mail.sent', 'mail.failed']);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(['data.mail_id', 'data.error', 'event']));
});
