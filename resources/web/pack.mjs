// SPDX-License-Identifier: GPL-3.0-or-later
// pack.mjs FOLDER COLLECTION: writes x.gz beside each file x that becomes smaller, and a Qt resource
// collection of all of them under /web.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const [folder, collection] = process.argv.slice(2).map((path) => resolve(path));
const compressible = /\.(html|js|css|svg|json|webmanifest)$/;

function filesIn(directory) {
    return readdirSync(directory)
        .sort()
        .map((name) => join(directory, name))
        .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]));
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const entries = [];
for (const path of filesIn(folder)) {
    const names = [path];
    if (compressible.test(path)) {
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
        names.push(`${path}.gz`);
    }
    for (const name of names)
        entries.push(`<file alias="${escaped(relative(folder, name))}">${escaped(name)}</file>`);
}
writeFileSync(collection, `<RCC><qresource prefix="/web">\n${entries.join('\n')}\n</qresource></RCC>\n`);
