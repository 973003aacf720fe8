// SPDX-License-Identifier: GPL-3.0-or-later
// npm's web-push-testing on 127.0.0.1 instead of every address of the machine.
//
//     node webpushtesting.cjs PORT
const net = require('node:net');

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function onLoopback(port, ...others) {
    return listen.call(this, port, '127.0.0.1', ...others);
};
require('./node_modules/web-push-testing/src/bin/server.js');
