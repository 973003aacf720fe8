// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { cleanHtml, htmlText, mailHtml, safeLink, textHtml } from '../src/store/compose/html';

describe('cleanHtml', () => {
    it.each([
        ['<p>a <b>b</b> <i>c</i></p>', '<p>a <b>b</b> <i>c</i></p>'],
        ['<p onclick="x()" style="color:red" class="y">a</p>', '<p>a</p>'],
        ['<script>x()</script><style>p{}</style>a', 'a'],
        ['<img src=x onerror=alert(1)>a', 'a'],
        ['<svg><script>x()</script></svg><math><mi>x</mi></math>a', 'a'],
        ['<a href="javascript:x()">a</a>', 'a'],
        ['<a href=" java\nscript:x()">a</a>', 'a'],
        ['<a href="data:text/html,x">a</a>', 'a'],
        ['<a href="https://example.com/?a=1&amp;b=2" target="_blank" onclick="x">a</a>', '<a href="https://example.com/?a=1&amp;b=2">a</a>'],
        ['<iframe src="https://example.com"></iframe><object></object><form><input value="x">a</form>', 'a'],
        ['<b style="font-weight:normal">a</b>', 'a'],
        ['<span style="font-weight:700">a</span><span>b</span>', '<b>a</b>b'],
        ['<h5>a</h5><section>b</section>', '<h3>a</h3><div>b</div>'],
        ['<blockquote class="x">a</blockquote>', '<blockquote type="cite">a</blockquote>'],
        ['<table><tbody><tr><td colspan="2" bgcolor="red">a</td></tr></tbody></table>', '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>'],
        ['<meta http-equiv=refresh content="0;url=//x"><base href="//x"><link rel=stylesheet href=x>a', 'a'],
        ['a<template><p>b</p></template><noscript>c</noscript>', 'a'],
        ['<!--[if mso]>x<![endif]-->a', 'a'],
        ['a &lt;script&gt; b', 'a &lt;script&gt; b'],
    ])('makes of %s', (html, clean) => expect(cleanHtml(html)).toBe(clean));

    it('is done after one pass', () => {
        for (const html of ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<svg><p><style><img src=x onerror=alert(1)>', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>']) {
            const once = cleanHtml(html);
            expect(once).not.toMatch(/onerror=/);
            expect(cleanHtml(once)).toBe(once);
        }
    });
    it('keeps images of the mail itself without loading them', () => {
        const clean = cleanHtml('<p><img src="cid:logo@x" alt="Logo"></p>');
        expect(clean).toBe('<p><img data-cid="logo@x" alt="Logo"></p>');
        expect(mailHtml(clean)).toBe('<p><img alt="Logo" src="cid:logo@x"></p>');
    });
});

describe('mailHtml', () => {
    it.each(['', '<br>', '<div><br></div>', '<p>&nbsp;</p>'])('is empty for %s', (html) => expect(mailHtml(html)).toBe(''));
});

describe('safeLink', () => {
    it.each([
        ['https://example.com/a b', 'https://example.com/a%20b'],
        ['www.example.com', 'https://www.example.com'],
        ['anna@example.com', 'mailto:anna@example.com'],
        ['mailto:anna@example.com', 'mailto:anna@example.com'],
        ['javascript:alert(1)', ''],
        ['JaVaScRiPt://example.com/%0aalert(1)', ''],
        ['ftp://example.com', ''],
        ['just words', ''],
        ['', ''],
    ])('makes of %s', (text, link) => expect(safeLink(text)).toBe(link));
});

describe('text', () => {
    it('becomes lines', () => expect(textHtml('a\n\n<b>  c')).toBe('<div>a</div><div><br></div><div>&lt;b&gt; \u00a0c</div>'));
    it('comes back out of lines', () => {
        const text = 'Hello\n\n  indented\nlast <one> & more';
        expect(htmlText(textHtml(text)).replace(/\u00a0/g, ' ')).toBe(text);
    });
    it('is read from HTML as a person would', () => {
        const html = '<style>p{}</style><h1>Offer</h1><p>Only <b>today</b>:<br>cheap</p><ul><li>one</li><li>two</li></ul><blockquote>old<blockquote>older</blockquote></blockquote><table><tr><td>a</td><td>b</td></tr></table><script>x</script>';
        expect(htmlText(html)).toBe('Offer\nOnly today:\ncheap\n\n- one\n- two\n> old\n> > older\na b');
    });
});
