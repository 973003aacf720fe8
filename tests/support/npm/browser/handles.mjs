// SPDX-License-Identifier: GPL-3.0-or-later

/** Numbers for objects of the browser. The objects stay here, and the test refers to them by number. */
export class Handles {
    /** `found` is called once for each context that gets a number. */
    constructor(found) {
        this.found = found;
        this.objects = new Map();
        this.numbers = new WeakMap();
    }

    /** The number of an object; the same each time. */
    of(object) {
        let number = this.numbers.get(object);
        if (number === undefined) {
            number = this.objects.size + 1;
            this.numbers.set(object, number);
            this.objects.set(number, object);
            if (isContext(object)) this.found(object);
        }
        return number;
    }

    get(number) {
        const object = this.objects.get(number);
        if (object === undefined) throw new Error(`there is no object ${number}`);
        return object;
    }
}

/** The kind of an object of Playwright or Puppeteer, judged by its methods; undefined for plain values. */
export function kindOf(object) {
    const has = (...names) => names.every((name) => typeof object[name] === 'function');
    if (isContext(object)) return 'context';
    if (has('goto', 'bringToFront')) return 'page';
    if (has('send', 'detach')) return 'cdp';
    if (has('suggestedFilename')) return 'download';
    if (has('frameElement')) return 'frame';
    if (has('status', 'headers', 'url')) return 'response';
    return undefined;
}

function isContext(object) {
    return typeof object.newPage === 'function' && typeof object.pages === 'function'
        && typeof object.version !== 'function';
}
