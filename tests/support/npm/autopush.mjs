// SPDX-License-Identifier: GPL-3.0-or-later
// A push service for a real Firefox: the browser's WebSocket on one side (the protocol of Mozilla's
// autopush), RFC 8030, 8188 and 8292 on the other, as strict as autopush is. It only passes
// messages on; the browser decrypts them.
//
//     node autopush.mjs
//
// Prints a JSON line for its address ({origin}) and for each message ({status, why, headers}). On
// stdin, a number is the status with which the next message is answered.
import crypto from 'node:crypto';
import http from 'node:http';
import readline from 'node:readline';

import { importJWK, jwtVerify } from 'jose';
import { WebSocketServer } from 'ws';

const mostBody = 4096;
const channels = new Map(); // by the secret part of their endpoint
const browsers = new Map(); // sockets by user agent id
const forced = [];
let origin = '';

const tell = (what) => console.log(JSON.stringify(what));
const base64url = (bytes) => Buffer.from(bytes).toString('base64url');

/** The fault of the sender's Authorization as [status, why]; undefined if there is none. */
async function authorizationProblem(header, channel) {
    const found = /^vapid\s+t=([^,\s]+)\s*,\s*k=([A-Za-z0-9_-]+)$/.exec(header ?? '');
    if (!found) return [401, 'no VAPID'];
    const point = Buffer.from(found[2], 'base64url');
    if (point.length !== 65 || point[0] !== 4) return [401, 'no public key'];
    if (channel.key && channel.key.replace(/=+$/, '') !== base64url(point)) return [403, 'another key'];
    const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
    try {
        const options = { audience: origin, algorithms: ['ES256'], requiredClaims: ['exp', 'sub'] };
        const { payload } = await jwtVerify(found[1], await importJWK(jwk, 'ES256'), options);
        return payload.exp > Date.now() / 1000 + 24 * 3600 ? [401, 'valid for too long'] : undefined;
    } catch (error) {
        return [401, error.message];
    }
}

/** The fault of the other headers or of the body, in the same form. */
function messageProblem(headers, body) {
    if (!/^\d{1,9}$/.test(headers.ttl ?? '')) return [400, 'TTL'];
    if (headers.topic !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(headers.topic)) return [400, 'Topic'];
    if (!/^(very-low|low|normal|high)$/.test(headers.urgency ?? 'normal')) return [400, 'Urgency'];
    if (body.length > mostBody) return [413, 'too large'];
    if (headers['content-encoding'] !== 'aes128gcm') return [400, 'Content-Encoding'];
    if (body.length < 86 + 17 || body[20] !== 65 || body[21] !== 4) return [400, 'header of the body'];
    return undefined;
}

async function take(request, response) {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const answer = (status, why) => {
        tell({ status, why, headers: request.headers });
        response.writeHead(status, status === 201 ? { location: `${origin}/m/1`, ttl: request.headers.ttl } : {}).end();
    };
    const channel = channels.get(request.url.split('/').at(-1));
    if (!channel || request.method !== 'POST') return answer(410, 'unknown');
    if (forced.length > 0) return answer(forced.shift(), 'as told');
    const problem = messageProblem(request.headers, body) ?? (await authorizationProblem(request.headers.authorization, channel));
    if (problem) return answer(...problem);
    browsers.get(channel.agent)?.send(JSON.stringify({
        messageType: 'notification', channelID: channel.id, version: crypto.randomUUID(), ttl: Number(request.headers.ttl),
        topic: request.headers.topic, data: base64url(body), headers: { encoding: 'aes128gcm' },
    }));
    return answer(201);
}

/** Serves one browser: answers its hello, registers channels and removes them. */
function serve(socket) {
    let agent;
    const reply = (message) => socket.send(JSON.stringify(message));
    socket.on('message', (data) => {
        const message = JSON.parse(data.toString());
        if (message.messageType === 'hello') {
            agent = message.uaid || crypto.randomBytes(16).toString('hex');
            browsers.set(agent, socket);
            reply({ messageType: 'hello', uaid: agent, status: 200, use_webpush: true, broadcasts: {} });
        } else if (message.messageType === 'register') {
            const secret = base64url(crypto.randomBytes(32));
            channels.set(secret, { id: message.channelID, key: message.key, agent });
            reply({ messageType: 'register', channelID: message.channelID, status: 200, pushEndpoint: `${origin}/wpush/v2/${secret}` });
        } else if (message.messageType === 'unregister') {
            for (const [secret, channel] of channels) if (channel.id === message.channelID) channels.delete(secret);
            reply({ messageType: 'unregister', channelID: message.channelID, status: 200 });
        } else if (message.messageType === undefined) {
            reply({}); // a ping
        }
    });
}

const server = http.createServer(take);
const sockets = new WebSocketServer({ server, handleProtocols: (offered) => offered.has('push-notification') && 'push-notification' });
sockets.on('connection', serve);
readline.createInterface({ input: process.stdin }).on('line', (line) => forced.push(Number(line))).on('close', () => process.exit());
server.listen(0, '127.0.0.1', () => {
    origin = `http://127.0.0.1:${server.address().port}`;
    tell({ origin });
});
