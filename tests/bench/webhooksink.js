// SPDX-License-Identifier: GPL-3.0-or-later
// The bench's receiver of webhook calls, and a plain caller beside ours.
//
//     node webhooksink.js sink           prints its port; GET /figures tells calls and their times
//     node webhooksink.js call PORT N    N calls, 16 at once, and prints calls a second
const http = require('node:http');

function sink() {
    let calls = 0;
    let first = 0;
    let last = 0;
    const server = http.createServer((request, response) => {
        request.resume();
        request.on('end', () => {
            if (request.url === '/figures') {
                response.end(JSON.stringify({ calls, first, last }));
                return;
            }
            last = Date.now();
            first = first || last;
            ++calls;
            response.end('ok');
        });
    });
    server.keepAliveTimeout = 60000;
    server.listen(0, '0.0.0.0', () => console.log(server.address().port));
}

function call(port, count) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
    const body = JSON.stringify({ event: 'mail.received', data: { text: 'x'.repeat(700) } });
    const began = process.hrtime.bigint();
    let begun = 0;
    let done = 0;
    const next = () => {
        if (begun++ >= count) return;
        const request = http.request({ port, agent, method: 'POST', path: '/hook' }, (response) => {
            response.resume();
            response.on('end', () => {
                if (++done < count) return next();
                const seconds = Number(process.hrtime.bigint() - began) / 1e9;
                console.log(count / seconds);
                agent.destroy();
            });
        });
        request.end(body);
    };
    for (let i = 0; i < 16; ++i) next();
}

const [what, port, count] = process.argv.slice(2);
if (what === 'sink') sink();
else call(Number(port), Number(count));
