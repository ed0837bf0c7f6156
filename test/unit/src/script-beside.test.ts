import { describe, expect, it } from '@jest/globals';
import { scriptBeside } from '../../../src/script-beside.ts';

describe('scriptBeside', () => {
  it.each([
    ['file:///a/b.c/pool.ts', './thread', 'file:///a/b.c/thread.ts'],
    ['file:///a/b/pool.js', '../c/thread', 'file:///a/c/thread.js'],
    ['file:///a/handler.mjs', './thread', 'file:///a/thread.mjs'],
    ['file:///a/pool.ts?case=1', './thread', 'file:///a/thread.ts'],
  ])('of %s and %s is %s', (module, path, expected) => {
    expect(scriptBeside(module, path).href).toBe(expected);
  });
});
