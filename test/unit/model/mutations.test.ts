import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mutate, resolutionSources } from '../../model/mutated-sources.ts';
import { mutations } from '../../model/mutations.ts';

const sources = resolutionSources(join(import.meta.dirname, '../../..'));

describe('the mutations of the resolution', () => {
  it.each(mutations.map((mutation) => [mutation.safeguard, mutation] as const))(
    'have a place for "%s"',
    (_, mutation) => {
      const changed = mutate(sources, mutation);

      expect(changed.size).toBeGreaterThan(0);
      for (const [file, text] of changed) expect(text).not.toBe(sources.get(file));
    },
  );

  it('have names of their own', () => {
    expect(new Set(mutations.map(({ safeguard }) => safeguard)).size).toBe(mutations.length);
  });

  it('are refused by name where the sources have no such place', () => {
    expect(() => mutate(new Map(), mutations[0]!)).toThrow(
      '"the sweeper does an operation again" does not apply: Expected one place, found 0',
    );
  });
});
