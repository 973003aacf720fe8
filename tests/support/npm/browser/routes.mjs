// SPDX-License-Identifier: GPL-3.0-or-later
import { setTimeout as sleep } from 'node:timers/promises';

/** Rules for requests of a page or context that do not get their usual answer. */
export class Routes {
    constructor() {
        this.rules = [];
    }

    /**
     * `action` is abort (with `reason`), fulfill (with `response` as Playwright takes it), continue or
     * hold (continues when the rule ends), after `delay` ms and at most `times` times.
     */
    async add(object, pattern, { action, delay, times, reason, response }) {
        const rule = { object, pattern };
        const released = new Promise((resolve) => { rule.release = resolve; });
        rule.handler = async (route) => {
            if (delay) await sleep(delay);
            if (action === 'hold') await released;
            const act = { abort: () => route.abort(reason), fulfill: () => route.fulfill(response) };
            // The page may have been closed during the wait.
            await (act[action] ?? (() => route.continue()))().catch(() => {});
        };
        this.rules.push(rule);
        await object.route(pattern, rule.handler, times ? { times } : {});
        return this.rules.length - 1;
    }

    async end(number) {
        const { object, pattern, handler, release } = this.rules[number];
        release();
        await object.unroute(pattern, handler);
    }
}
