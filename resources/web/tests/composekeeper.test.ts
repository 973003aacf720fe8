// SPDX-License-Identifier: GPL-3.0-or-later
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftContent } from '../src/api/drafts';
import { ApiFailure, unreachable } from '../src/api/failure';
import type { Draft } from '../src/api/types';
import { emptyContent } from '../src/store/compose/composition';
import { DraftKeeper, longestUnsaved, type Origin, pauseBeforeSaving, type Places } from '../src/store/compose/keeper';
import type { LocalCopy } from '../src/store/compose/local';

function content(subject: string): DraftContent {
    return { ...emptyContent(1), subject };
}

/** A service with one draft at most, that can be made to fail. */
class Service implements Places {
    draft: Draft | null = null;
    copies = new Map<string, LocalCopy>();
    requests: string[] = [];
    isDown = false;
    /** The next request is carried out, its answer is lost. */
    losesAnswer = false;
    failure: ApiFailure | null = null;
    canKeep = true;

    async create(made: DraftContent): Promise<Draft> {
        this.requests.push(`create ${made.subject}`);
        return this.#answer(() => ({ ...made, id: 3, version: 1 }) as Draft);
    }

    async update(id: number, version: number, made: DraftContent): Promise<Draft> {
        this.requests.push(`update ${made.subject}`);
        if (!this.isDown && !this.draft) throw new ApiFailure(404, 40403, 'draft_not_found', '');
        if (!this.isDown && this.draft!.version !== version) throw new ApiFailure(409, 40905, 'draft_conflict', '', [], 0, this.draft);
        return this.#answer(() => ({ ...made, id, version: version + 1 }) as Draft);
    }

    async findMade(): Promise<Draft | null> {
        this.requests.push('find');
        if (this.isDown) throw unreachable();
        return this.draft;
    }

    keepCopy(copy: LocalCopy): boolean {
        if (this.canKeep) this.copies.set(copy.localId, copy);
        return this.canKeep;
    }

    dropCopy(localId: string): void {
        this.copies.delete(localId);
    }

    async #answer(make: () => Draft): Promise<Draft> {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (this.failure) throw this.failure;
        if (this.isDown) throw unreachable();
        this.draft = make();
        if (!this.losesAnswer) return this.draft;
        this.losesAnswer = false;
        throw unreachable();
    }
}

let service: Service;

function keeper(origin: Partial<Origin> = {}): DraftKeeper {
    return new DraftKeeper(service, { localId: 'a', content: content(''), ...origin });
}

beforeEach(() => {
    vi.useFakeTimers();
    service = new Service();
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function save(one: DraftKeeper): Promise<boolean> {
    const saved = one.save();
    await pass(100);
    return saved;
}

describe('a draft', () => {
    it('is saved a second after the last change, once', async () => {
        const one = keeper();
        for (const subject of ['a', 'ab', 'abc']) {
            one.change(content(subject));
            await pass(500);
        }
        expect(service.requests).toEqual([]);
        await pass(pauseBeforeSaving);
        expect(service.requests).toEqual(['create abc']);
        expect(one.keeping.value.kind).toBe('saved');
        expect(one.draftId).toBe(3);
    });

    it('is saved now and then while somebody types without a pause', async () => {
        const one = keeper();
        for (let ms = 0; ms <= longestUnsaved + 2000; ms += 500) {
            one.change(content(String(ms)));
            await pass(500);
        }
        expect(service.requests.length).toBeGreaterThan(0);
    });

    it('that nobody changes is never saved', async () => {
        const one = keeper({ content: content('Re: x') });
        await pass(60_000);
        expect(await save(one)).toBe(false);
        expect([service.requests, one.keeping.value.kind]).toEqual([[], 'untouched']);
    });

    it('that changes while it is saved is saved again, with the version that it got', async () => {
        const one = keeper();
        one.change(content('a'));
        const saving = one.save();
        one.change(content('b'));
        await pass(100);
        expect(await saving).toBe(true);
        expect(service.requests).toEqual(['create a', 'update b']);
        expect(service.draft).toMatchObject({ subject: 'b', version: 2 });
    });

    it('says its id once it has one', async () => {
        const one = keeper();
        one.onNamed = vi.fn();
        one.change(content('a'));
        await save(one);
        one.change(content('b'));
        await save(one);
        expect(one.onNamed).toHaveBeenCalledExactlyOnceWith(3);
    });
});

describe('a service that does not answer', () => {
    it('is tried again until it has the draft; until then the browser keeps it', async () => {
        service.isDown = true;
        const one = keeper();
        one.change(content('a'));
        await pass(pauseBeforeSaving + 100);
        expect(one.keeping.value).toEqual({ kind: 'unreachable', isKeptHere: true });
        one.change(content('ab'));
        await pass(300);
        expect(service.copies.get('a')!.content.subject).toBe('ab');
        service.isDown = false;
        await pass(40_000);
        expect(one.keeping.value.kind).toBe('saved');
        expect(service.draft!.subject).toBe('ab');
        expect(service.copies.size).toBe(0);
    });

    it('is said to be so where the browser keeps nothing either', async () => {
        service.isDown = true;
        service.canKeep = false;
        const one = keeper();
        one.change(content('a'));
        await save(one);
        expect(one.keeping.value).toEqual({ kind: 'unreachable', isKeptHere: false });
    });

    it('makes no second draft where only the answer was lost', async () => {
        service.losesAnswer = true;
        const one = keeper();
        one.change(content('a'));
        await pass(10_000);
        expect(service.requests).toEqual(['create a', 'find']);
        expect(one.draftId).toBe(3);
    });

    it('is no conflict where only the answer was lost', async () => {
        const one = keeper();
        one.change(content('a'));
        await save(one);
        service.losesAnswer = true;
        one.change(content('b'));
        await save(one);
        one.change(content('c'));
        await pass(10_000);
        expect(one.keeping.value.kind).toBe('saved');
        expect(service.draft!.subject).toBe('c');
    });

    it('is asked at once when the connection is back', async () => {
        service.isDown = true;
        const one = keeper();
        one.change(content('a'));
        await save(one);
        service.isDown = false;
        one.retry();
        await pass(50);
        expect(one.keeping.value.kind).toBe('saved');
    });
});

describe('a refusal', () => {
    it('is shown, and the next change tries again', async () => {
        service.failure = new ApiFailure(413, 41301, 'body_too_large', 'Too large.');
        const one = keeper();
        one.change(content('a'));
        await pass(60_000);
        expect(one.keeping.value).toMatchObject({ kind: 'refused', isKeptHere: true });
        expect(service.requests.length).toBe(1);
        service.failure = null;
        one.change(content('b'));
        await pass(2000);
        expect(one.keeping.value.kind).toBe('saved');
    });
});

describe('two that change one draft', () => {
    async function conflicting(): Promise<DraftKeeper> {
        const one = keeper();
        one.change(content('a'));
        await save(one);
        service.draft = { ...service.draft!, subject: 'other', version: 5 };
        one.change(content('mine'));
        await pass(2000);
        return one;
    }

    it('are asked; until then nothing is overwritten and both are there', async () => {
        const one = await conflicting();
        expect(one.keeping.value).toMatchObject({ kind: 'conflict', other: { subject: 'other' } });
        one.change(content('mine too'));
        await pass(60_000);
        expect(service.draft!.subject).toBe('other');
        expect(service.copies.get('a')!.content.subject).toBe('mine too');
    });
    it('can keep mine', async () => {
        const one = await conflicting();
        const saved = one.keepMine();
        await pass(100);
        expect(await saved).toBe(true);
        expect(service.draft!.subject).toBe('mine');
    });
    it('can take the other', async () => {
        const one = await conflicting();
        expect(one.takeOther().subject).toBe('other');
        expect(one.keeping.value.kind).toBe('saved');
        one.change(content('more'));
        await pass(2000);
        expect(service.draft!.subject).toBe('more');
    });
    it('do not differ where they wrote the same', async () => {
        const one = keeper();
        one.change(content('a'));
        await save(one);
        service.draft = { ...service.draft!, subject: 'same', version: 5 };
        one.change(content('same'));
        await pass(2000);
        expect(one.keeping.value.kind).toBe('saved');
    });
});

describe('a draft that was deleted somewhere else', () => {
    it('is kept here and can become a new one', async () => {
        const one = keeper();
        one.change(content('a'));
        await save(one);
        service.draft = null;
        one.change(content('b'));
        await pass(2000);
        expect(one.keeping.value.kind).toBe('gone');
        expect(service.copies.get('a')!.content.subject).toBe('b');
        const saved = one.keepMine();
        await pass(100);
        expect(await saved).toBe(true);
        expect(service.requests.at(-1)).toBe('create b');
    });
});

describe('a page that is closed', () => {
    it('writes the copy at once and sends what it may', async () => {
        const one = keeper();
        one.change(content('a'));
        one.leave();
        expect(service.copies.get('a')!.content.subject).toBe('a');
        await pass(50);
        expect(service.requests).toEqual(['create a']);
    });
    it('leaves large texts to the copy', async () => {
        const one = keeper();
        one.change({ ...content('a'), body: 'x'.repeat(100_000) });
        one.leave();
        expect(service.requests).toEqual([]);
        expect(service.copies.size).toBe(1);
    });
});

describe('a copy of a former page', () => {
    it('is saved by itself', async () => {
        const one = keeper({ content: content('left'), isChanged: true });
        await pass(2000);
        expect([service.requests, one.keeping.value.kind]).toEqual([['create left'], 'saved']);
    });
});

describe('an end', () => {
    it('leaves nothing behind', async () => {
        const one = keeper();
        one.change(content('a'));
        one.end();
        await pass(60_000);
        expect([service.requests, service.copies.size]).toEqual([[], 0]);
    });
});
