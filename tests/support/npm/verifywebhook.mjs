// SPDX-License-Identifier: GPL-3.0-or-later
// Checks with npm's standardwebhooks whether a call is signed correctly.
//
//     node verifywebhook.mjs       reads lines {secret, headers, body}, prints {"ok": true|false}
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';

for await (const line of createInterface({ input: process.stdin })) {
    const { secret, headers, body } = JSON.parse(line);
    let ok = true;
    try {
        new Webhook(secret).verify(body, headers);
    } catch {
        ok = false;
    }
    console.log(JSON.stringify({ ok }));
}
