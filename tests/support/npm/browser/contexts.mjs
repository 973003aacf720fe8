// SPDX-License-Identifier: GPL-3.0-or-later

/** What happened in one context, in order, until `take` clears it. */
class Log {
    constructor() {
        this.entries = [];
        this.requests = new WeakMap();
        this.answer = { accept: false };
    }

    /** Adds an entry. Its fields may change until `take`: a request is updated when it is answered and ends. */
    note(kind, page, fields) {
        const entry = { kind, page, ...fields };
        this.entries.push(entry);
        return entry;
    }

    request(request, page, fields) {
        this.requests.set(request, this.note('request', page, { status: null, failure: null, ended: false, ...fields }));
    }

    /** Updates the entry of a request; does nothing if the request began before this log. */
    update(request, fields) {
        Object.assign(this.requests.get(request) ?? {}, fields);
    }

    async dialog(dialog, page) {
        this.note('dialog', page, { type: dialog.type(), text: dialog.message() });
        const { accept, text } = this.answer;
        // The page may have been closed meanwhile; then there is nothing to answer.
        await (accept ? dialog.accept(text ?? undefined) : dialog.dismiss()).catch(() => {});
    }

    take(clear) {
        const taken = this.entries.map((entry) => ({ ...entry }));
        if (clear) this.entries = [];
        return taken;
    }
}

/** The log of each context. */
export class Contexts {
    constructor() {
        this.logs = new WeakMap();
    }

    of(context) {
        if (!this.logs.has(context)) this.logs.set(context, new Log());
        return this.logs.get(context);
    }
}
