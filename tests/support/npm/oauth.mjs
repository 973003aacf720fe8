// SPDX-License-Identifier: GPL-3.0-or-later
// A provider of OAuth sign-ins: oauth2-mock-server, made as strict as real providers. PKCE is required,
// a code and a refresh token work once (the answer has the next refresh token), tokens are JWTs for the
// person that login_hint named, and a mail server checks a token at /userinfo. The device flow (RFC 8628)
// is our own code.
//
//     node oauth.mjs [PORT]
//
// Prints a JSON line for its address ({origin}), for each call of the token endpoint ({grant, status,
// client}), for the tokens that it issued ({secrets}) and for each call held in mode "silent" ({silent}). On stdin,
// JSON: {"ttl": seconds}, {"mode": "up", "down" (connections end), "silent" (no answer until another
// mode) or "500"}, {"isRotating": false}, {"isReporting": true} (/userinfo answers a bad token with the
// status 401), {"isRefusing": true} (/userinfo accepts no token), {"isDeclining": true} (people decline the
// sign-in in the browser), {"revoke": true} (all refresh tokens),
// {"forget": true} (all access tokens), {"approve": user code, "email"}, {"deny": user code}.
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import http from 'node:http';
import readline from 'node:readline';

import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';

const state = { ttl: 3600, mode: 'up', isRotating: true, isReporting: false, isRefusing: false, isDeclining: false };
const people = new Map(); // e-mail address by code and by refresh token
const devices = new Map(); // {userCode, email, isDenied} by device code
let validFrom = 0; // access tokens up to this number are void
let given = 0;
const held = []; // requests that wait in mode "silent"

const tell = (what) => console.log(JSON.stringify(what));
const issuer = new OAuth2Issuer();
await issuer.keys.generate('RS256');
const service = new OAuth2Service(issuer);

service.on('beforeAuthorizeRedirect', ({ url }, request) => {
    if (state.isDeclining) {
        url.searchParams.delete('code');
        url.searchParams.set('error', 'access_denied');
    }
    const code = url.searchParams.get('code');
    if (code && request.query.code_challenge_method === 'S256' && request.query.client_id)
        people.set(code, request.query.login_hint);
});
service.on('beforeTokenSigning', (token, request) => {
    const email = people.get(request.body.code ?? request.body.refresh_token);
    Object.assign(token.payload, { email, jti: randomUUID(), number: ++given, exp: token.payload.iat + state.ttl });
});
service.on('beforeResponse', (response, { body }) => {
    const used = body.code ?? body.refresh_token;
    const email = people.get(used);
    if (body.refresh_token && !state.isRotating) delete response.body.refresh_token;
    else people.delete(used) && people.set(response.body.refresh_token, email);
    response.body.expires_in = state.ttl;
    tell({ secrets: [response.body.access_token, response.body.refresh_token ?? used] });
});

/** The e-mail address in a valid access token, otherwise undefined. */
function bearer(header) {
    try {
        const [head, payload, signature] = (header ?? '').replace(/^Bearer /, '').split('.');
        const { kid } = JSON.parse(Buffer.from(head, 'base64url'));
        const key = createPublicKey({ key: issuer.keys.toJSON().find((one) => one.kid === kid), format: 'jwk' });
        const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'));
        const { exp, email, number } = JSON.parse(Buffer.from(payload, 'base64url'));
        return isSigned && exp > Date.now() / 1000 && number > validFrom && !state.isRefusing ? email : undefined;
    } catch {
        return undefined;
    }
}

function answer(response, status, body) {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function body(request) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    return new URLSearchParams(Buffer.concat(chunks).toString());
}

function beginDevice(response) {
    const code = randomUUID();
    const userCode = randomUUID().slice(0, 8).toUpperCase();
    devices.set(code, { userCode });
    answer(response, 200, {
        device_code: code, user_code: userCode, verification_uri: `${issuer.url}/enter`, expires_in: 60, interval: 1,
    });
}

async function deviceToken(response, code) {
    const device = devices.get(code);
    if (!device) return answer(response, 400, { error: 'expired_token' });
    if (device.isDenied) return answer(response, 400, { error: 'access_denied' });
    if (!device.email) return answer(response, 400, { error: 'authorization_pending' });
    devices.delete(code);
    const refresh = randomUUID();
    people.set(refresh, device.email);
    const transform = (_head, payload) => Object.assign(payload, { email: device.email, number: ++given, jti: randomUUID() });
    const access = await issuer.buildToken({ scopesOrTransform: transform, expiresIn: state.ttl });
    return answer(response, 200, {
        access_token: access, refresh_token: refresh, token_type: 'bearer', expires_in: String(state.ttl),
    });
}

/** The token endpoint. Requests run one after another, because the package signs one token at a time. */
let turn = Promise.resolve();
function token(request, response, form) {
    response.on('finish', () => tell({
        grant: form.get('grant_type'), status: response.statusCode, client: form.get('client_id'),
        hasSecret: form.has('client_secret'),
    }));
    if (form.get('grant_type').endsWith('device_code')) return deviceToken(response, form.get('device_code'));
    turn = turn.then(() => new Promise((resolve) => {
        response.on('close', resolve);
        const isProven = form.get('grant_type') !== 'authorization_code' || form.has('code_verifier');
        const used = form.get('code') ?? form.get('refresh_token');
        if (!people.has(used) || !isProven)
            return answer(response, 400, { error: 'invalid_grant', error_description: used });
        request.body = Object.fromEntries(form);
        request._body = true; // the body was read here
        return service.requestHandler(request, response);
    }));
    return turn;
}

async function serve(request, response) {
    const path = new URL(request.url, issuer.url).pathname;
    if (path === '/userinfo') {
        const email = bearer(request.headers.authorization);
        if (!email && state.isReporting) return answer(response, 401, {});
        return answer(response, 200, email ? { active: true, sub: email, email } : { active: false });
    }
    if (state.mode === 'down') return request.socket.destroy();
    if (state.mode === 'silent') {
        tell({ silent: path });
        await new Promise((resolve) => held.push(resolve));
    }
    if (state.mode === '500') return answer(response, 500, { error: 'server_error' });
    if (path === '/device') return beginDevice(response);
    if (path === '/token') return token(request, response, await body(request));
    return service.requestHandler(request, response);
}

function obey(wish) {
    for (const device of devices.values()) {
        if (device.userCode === wish.approve) device.email = wish.email;
        if (device.userCode === wish.deny) device.isDenied = true;
    }
    if (wish.revoke) people.clear();
    if (wish.forget) validFrom = given;
    for (const name of Object.keys(state)) if (name in wish) state[name] = wish[name];
    if (state.mode !== 'silent') held.splice(0).forEach((go) => go());
    tell({ obeyed: wish });
}

const server = http.createServer((request, response) => serve(request, response).catch(() => response.destroy()));
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
    issuer.url = `http://127.0.0.1:${server.address().port}`;
    tell({ origin: issuer.url });
});
readline.createInterface({ input: process.stdin }).on('line', (line) => obey(JSON.parse(line))).on('close', () => process.exit(0));
