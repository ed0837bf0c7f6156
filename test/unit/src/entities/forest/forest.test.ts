import { describe, expect, it } from '@jest/globals';
import { BrokenInvariantError } from '../../../../../src/assert.ts';
import { findSets } from '../../../../../src/entities/forest/find.ts';
import { joinRoots } from '../../../../../src/entities/forest/union.ts';
import { mergeWrite, NO_NODE } from '../../../../../src/entities/items/node.ts';
import { noObserver } from '../../../../../src/entities/observer.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';

const seen = (root: string) => ({ root, state: NO_NODE });

describe('joinRoots', () => {
  it('never makes an entity its own parent', async () => {
    const store = new MemoryStore();
    const joining = { store, observer: noObserver, now: () => 0, rules: {} };

    await expect(joinRoots(joining, 'operation', seen('a'), seen('a'))).rejects.toThrow(BrokenInvariantError);

    expect(store.items.size).toBe(0);
  });
});

describe('findSets', () => {
  it('fails where pointers lead in a circle', async () => {
    const store = new MemoryStore();
    await store.write([mergeWrite('b', NO_NODE, 'a', { now: 0 }), mergeWrite('a', NO_NODE, 'b', { now: 0 })]);

    await expect(findSets(store, ['a'])).rejects.toThrow(BrokenInvariantError);
  });
});
