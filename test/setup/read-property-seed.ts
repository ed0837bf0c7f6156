/** Seed of the property tests unless ENTITY_DATA_SEED says otherwise. */
const fixedSeed = 20_260_101;

/**
 * The seed of the property tests: the fixed one, the one of ENTITY_DATA_SEED, or undefined, a new one for every
 * property, where that is `random`. Throws for anything else.
 */
export function propertySeed(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = env['ENTITY_DATA_SEED'];
  if (text === undefined || text === '') return fixedSeed;
  if (text === 'random') return undefined;
  const seed = Number(text);
  if (!Number.isInteger(seed) || seed !== (seed | 0)) {
    throw new Error(`ENTITY_DATA_SEED is ${JSON.stringify(text)}; it must be "random" or a whole number of 32 bits.`);
  }
  return seed;
}
