// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest server that Node.js can be: fixed JSON, and below /stream answers that do not end.
const server = require('http').createServer((request, response) => {
    if (request.url === '/stream') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('retry: 3000\n\n');
        return;
    }
    response.setHeader('Content-Type', 'application/json');
    response.end('{"code":0,"data":null}');
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => console.log(server.address().port));
