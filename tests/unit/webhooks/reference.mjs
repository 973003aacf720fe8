// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of webhook templates once more, in another language: prints COUNT random cases, one a
// line, as {template, data, mode, text} or {template, data, mode, refused: true}.
const PATH = /^[A-Za-z_][A-Za-z0-9_]{0,63}(\.(?:[A-Za-z_][A-Za-z0-9_]{0,63}|0|[1-9][0-9]{0,3})){0,7}$/;

function parse(text) {
  const parts = [];
  let literal = '', inString = false, escaped = false, count = 0;
  for (let i = 0; i < text.length;) {
    if (text.startsWith('\\{{', i)) {
      literal += '{{';
      i += 3;
      escaped = false;
      continue;
    }
    if (text.startsWith('{{', i)) {
      const end = text.indexOf('}}', i + 2);
      if (end < 0) throw Error('unclosed');
      const path = text.slice(i + 2, end).replace(/^[ \t]+|[ \t]+$/g, '');
      if (!PATH.test(path) || ++count > 256) throw Error('path');
      parts.push(literal, { path: path.split('.'), inString });
      literal = '';
      escaped = false;
      i = end + 2;
      continue;
    }
    const c = text[i++];
    if (inString) {
      if (escaped) escaped = false;
      else if (c === '\\') escaped = true;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    literal += c;
  }
  return [...parts, literal];
}

function look(data, path) {
  for (const key of path) {
    if (Array.isArray(data)) data = /^\d+$/.test(key) ? data[+key] : key === 'length' ? data.length : undefined;
    else if (data !== null && typeof data === 'object' && Object.hasOwn(data, key)) data = data[key];
    else return undefined;
  }
  return data;
}

const json = (value) => JSON.stringify(value).replace(/[\u2028\u2029<>&\u007f]/g,
  (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
const plain = (value) => value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
const insert = {
  json: (value, inString) => inString ? json(plain(value)).slice(1, -1) : json(value === undefined ? null : value),
  text: (value) => plain(value).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''),
  form: (value) => encodeURIComponent(plain(value)).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase()),
  xml: (value) => plain(value).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }[c])),
};

// mulberry32: the same cases for the same seed.
let seed = Number(process.argv[3] ?? 1);
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];

function words() {
  let text = '';
  for (let n = below(10); n > 0; --n) {
    const kind = random();
    if (kind < 0.4) text += pick([...'"\\\n\r\t\b\f/\u0000\u001f\u007f\u2028\ufffe<>&{}\'%']);
    else if (kind < 0.55) text += '{{data.s}}';
    else if (kind < 0.65) text += String.fromCodePoint(0x10000 + below(0xfffff));
    else text += String.fromCharCode(32 + below(95));
  }
  return text;
}

// Names in order, as the other side keeps them.
function value(depth = 0) {
  const kind = random();
  if (kind < 0.4 || depth > 3) return words();
  if (kind < 0.55) return pick([0, -7, 42, 1.5, 0.1, 9007199254740991, 123456.789]);
  if (kind < 0.65) return pick([null, true, false]);
  if (kind < 0.85) return Array.from({ length: below(4) }, () => value(depth + 1));
  return { a: value(depth + 1), subject: words() };
}

const PIECES = ['{{data.s}}', '{{ data.v }}', '"{{data.v}}"', '"', '\\', '\\"', '\\{{', '{', '}', '}}', ' ', ',', ':', 'x', 'é😀',
  '{{data.mails}}', '{{data.mails.0.subject}}', '{{data.mails.length}}', '{{data.mails.7}}', '{{data.v.a}}', '{{data.v.1.a}}',
  '{{data.none}}', '{{event}}', '{{\tdata.s}}', '{{data.v.length}}'];
const BROKEN = ['{{', '{{}}', '{{data..x}}', '{{data.mails[0]}}', '{{#each x}}', '{{a b}}', '{{.x}}', '{{data.01}}', '{{{data.s}}}',
  '{{a.b.c.d.e.f.g.h.i}}', '{{data.10000}}', '{{ü}}'];

function template() {
  let text = '';
  for (let n = 1 + below(8); n > 0; --n) text += random() < 0.03 ? pick(BROKEN) : pick(PIECES);
  return text;
}

for (let left = Number(process.argv[2]); left > 0; --left) {
  const data = { data: { mails: Array.from({ length: below(3) }, () => ({ subject: words() })), s: words(), v: value() }, event: 'mail.received' };
  const text = template(), mode = pick(Object.keys(insert));
  let known = { refused: true };
  try {
    known = { text: parse(text).map((p) => typeof p === 'string' ? p : insert[mode](look(data, p.path), p.inString)).join('') };
  } catch (error) {
    if (!['unclosed', 'path'].includes(error.message)) throw error;
  }
  process.stdout.write(JSON.stringify({ template: text, data, mode, ...known }) + '\n');
}
