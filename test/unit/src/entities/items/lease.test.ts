import { describe, expect, it } from '@jest/globals';
import {
  isHeld,
  isHeldBy,
  notesEnd,
  readLease,
  signOfLife,
  TOKEN,
  takeLease,
} from '../../../../../src/entities/items/lease.ts';
import type { Item, Update } from '../../../../../src/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';

const key = { pk: 'L#', sk: '#' };
const LASTS = 100;

function leased(note: Parameters<typeof readLease>[1]) {
  const store = new MemoryStore();
  const item = (): Item | undefined => store.items.get([...store.items.keys()][0] ?? '');
  const write = async (change: Omit<Update, 'update'>) => (await store.write([{ update: key, ...change }]))[0]!.applied;
  const read = () => (item() === undefined ? undefined : readLease(item()!, note));
  return { item, write, read, take: (token: string, now: number) => write(takeLease(read(), { token, now }, note)) };
}

describe.each([
  ['the last sign of life', undefined, { y: 10 }],
  ['its end', notesEnd(LASTS), { u: 110 }],
])('a lease that notes %s', (_name, note, stored) => {
  it('is stored as its token and one time', async () => {
    const { take, item, read } = leased(note);

    expect(await take('one', 10)).toBe(true);
    expect(item()).toEqual({ ...key, x: 'one', ...stored });
    expect(read()).toEqual({ token: 'one', heartbeat: 10 });
  });

  it('is held until a worker gave no sign of life for so long', async () => {
    const { take, read } = leased(note);

    expect(isHeld(read(), 10, LASTS)).toBe(false);
    await take('one', 10);
    expect([isHeld(read(), 109, LASTS), isHeld(read(), 110, LASTS)]).toEqual([true, false]);
  });

  it('goes to the first of those that read the same', async () => {
    const { write, read, take } = leased(note);
    const change = (token: string, now: number) => takeLease(read(), { token, now }, note);
    const [first, second] = [change('one', 10), change('two', 10)];

    expect([await write(first), await write(second)]).toEqual([true, false]);
    await take('two', 200);
    const [third, late] = [change('three', 400), change('four', 400)];
    expect([await write(third), await write(late)]).toEqual([true, false]);
    expect(read()).toEqual({ token: 'three', heartbeat: 400 });
  });

  it('is not taken from a worker that gave a sign of life since it was read', async () => {
    const { write, read, take } = leased(note);
    await take('one', 10);
    const over = takeLease(read(), { token: 'two', now: 110 }, note);

    expect(await write({ set: signOfLife(105, note), if: [isHeldBy('one')] })).toBe(true);
    expect(await write(over)).toBe(false);
  });

  it('refuses what a worker writes that has lost it, and is free once its holder lets go', async () => {
    const { write, read, take } = leased(note);
    await take('one', 10);
    await take('two', 200);

    expect(await write({ remove: TOKEN, if: [isHeldBy('one')] })).toBe(false);
    expect(await write({ remove: TOKEN, if: [isHeldBy('two')] })).toBe(true);
    expect(isHeld(read(), 201, LASTS)).toBe(false);
    expect(await take('three', 201)).toBe(true);
  });
});

describe('a write of a worker', () => {
  it('is not made without a token', () => {
    expect(() => isHeldBy(undefined)).toThrow('a worker that holds a lease has a token');
  });
});
