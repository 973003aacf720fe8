// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** A value whose changes can be followed. All state that several components share is an Observable. */
export class Observable<T> {
    #value: T;
    readonly #listeners = new Set<(value: T) => void>();

    constructor(value: T) {
        this.#value = value;
    }

    get value(): T {
        return this.#value;
    }

    set(value: T): void {
        if (Object.is(value, this.#value)) return;
        this.#value = value;
        for (const listener of [...this.#listeners]) listener(value);
    }

    update(change: (value: T) => T): void {
        this.set(change(this.#value));
    }

    /** Calls the listener at each change from now on. Returns a function that stops this. */
    follow(listener: (value: T) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }
}

/** The value; the component renders again when it changes. */
export function useValue<T>(observable: Observable<T>): T {
    return useSelected(observable, (value) => value);
}

/** A part of the value; the component renders again only when that part changes. */
export function useSelected<T, S>(observable: Observable<T>, select: (value: T) => S): S {
    const [, render] = useReducer((count: number, _: void) => count + 1, 0);
    const selected = select(observable.value);
    const rendered = useRef({ select, selected });
    rendered.current = { select, selected };
    useLayoutEffect(() => {
        const check = (value: T) => {
            if (!Object.is(rendered.current.select(value), rendered.current.selected)) render();
        };
        check(observable.value); // it may have changed since the rendering
        return observable.follow(check);
    }, [observable]);
    return selected;
}
