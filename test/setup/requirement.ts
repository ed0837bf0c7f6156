import { describe, it } from '@jest/globals';

/** Something that tests need and a machine may lack. */
export interface Requirement<Thing> {
  /** Undefined where it is missing. */
  readonly found: Thing | undefined;
  /** What to provide. */
  readonly need: string;
}

/**
 * Describes tests with what they need. Where it is missing they are skipped and their name says why; where everything
 * must run (`.ci/run` sets ENTITY_DATA_REQUIRE_ALL=1) they fail instead.
 */
export function describeWith<Thing>(
  name: string,
  requirement: Requirement<Thing>,
  tests: (found: Thing) => void,
): void {
  const { found } = requirement;
  if (found === undefined) skip(name, requirement);
  else describe(name, () => tests(found));
}

/** The same for one test. */
export function itWith<Thing>(
  name: string,
  requirement: Requirement<Thing>,
  test: (found: Thing) => Promise<void> | void,
): void {
  const { found } = requirement;
  if (found === undefined) skip(name, requirement);
  else it(name, () => test(found));
}

function skip(name: string, { need }: Requirement<unknown>): void {
  if (process.env['ENTITY_DATA_REQUIRE_ALL'] !== '1') {
    it.skip(`${name} (needs ${need})`, () => undefined);
    return;
  }
  it(name, () => {
    throw new Error(`Needs ${need}.`);
  });
}
