// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest event stream that Node.js can be: what is posted to /publish goes to all who listen.
const listeners = new Set();
const server = require('http').createServer((request, response) => {
    if (request.method === 'GET') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
        response.write('retry: 3000\n\n');
        listeners.add(response);
        response.on('close', () => listeners.delete(response));
        return;
    }
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece) => { text += piece; });
    request.on('end', () => {
        const frame = `event: mail.updated\ndata: ${text}\n\n`;
        for (const listener of listeners) listener.write(frame);
        response.end('{}');
    });
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => console.log(server.address().port));
