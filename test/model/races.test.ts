import { describe, it } from '@jest/globals';
import { createResolution } from '../../src/entities/operations.ts';
import { races, runRace } from './races.ts';
import { ruleRaces } from './rule-races.ts';

describe('an operation that is held at its most dangerous step keeps the promise through', () => {
  it.each([...races, ...ruleRaces].map((race) => [race.name, race] as const))('%s', async (_name, race) => {
    await runRace(race, createResolution);
  });
});
