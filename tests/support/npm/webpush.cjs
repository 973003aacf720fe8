// SPDX-License-Identifier: GPL-3.0-or-later
// Makes push messages with npm's web-push, body and headers, for some seconds. Prints how many a
// second.
//
//     node webpush.cjs SECONDS
const crypto = require('node:crypto');
const webpush = require('web-push');

const browser = crypto.createECDH('prime256v1');
browser.generateKeys();
const subscription = {
    endpoint: 'https://push.example.net/send/abc',
    keys: { p256dh: browser.getPublicKey('base64url'), auth: Buffer.alloc(16, 'a').toString('base64url') },
};
const vapidDetails = { subject: 'mailto:admin@example.org', ...webpush.generateVAPIDKeys() };
const payload = 'x'.repeat(200);
const end = process.hrtime.bigint() + BigInt(process.argv[2]) * 1000000000n;
const began = process.hrtime.bigint();
let made = 0;
let bytes = 0;
while (process.hrtime.bigint() < end) {
    const details = webpush.generateRequestDetails(subscription, payload, { vapidDetails, TTL: 86400, urgency: 'high', contentEncoding: 'aes128gcm' });
    bytes += details.body.length + details.headers.Authorization.length;
    made += 1;
}
const seconds = Number(process.hrtime.bigint() - began) / 1e9;
console.log(JSON.stringify({ rate: made / seconds, bytes: Math.round(bytes / made) }));
