import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const example = join('examples', 'people');

/** The rules of the example of people with one more, which adds up weights: two records of one e-mail need 12 bits. */
const evidence = {
  threshold: 12,
  evenOddsAt: 9,
  evidence: [
    { name: 'e-mail', matcherIDs: ['SAME_EMAIL'], weights: [9], otherwise: -1 },
    { name: 'telephone', matcherIDs: ['SAME_PHONE'], weights: [8], otherwise: -1 },
    { name: 'date of birth', matcherIDs: ['SAME_BIRTHDAY'], weights: [7], otherwise: -6 },
    { name: 'first name', matcherIDs: ['FIRST_NAME_LOOKS', 'FIRST_NAME_SOUNDS'], weights: [3, 2], otherwise: -4 },
    // What first names say is counted twice by that; this takes some of it back.
    { name: 'alike', matcherIDs: ['FIRST_NAME_LOOKS'], weights: [-0.5], otherwise: 0 },
    { name: 'postcode', matcherIDs: ['SAME_POSTCODE'], weights: [4], otherwise: -1, group: 'address' },
  ],
  limits: { address: { most: 3 } },
};

interface Rules {
  readonly matchers: object[];
  readonly rules: object[];
  readonly ruleSets: { readonly id: string; readonly ruleIDs: string[] }[];
}

/** A directory with the schema of the example of people, and its rules with a rule of weights. */
export async function weightedPeople(): Promise<{ readonly directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'weighted-'));
  const rules: Rules = JSON.parse(await readFile(join(example, 'rule-config.json'), 'utf8'));
  rules.matchers.push({ id: 'EVIDENCE', type: 'weighted', attributes: evidence });
  rules.rules.push({ id: 'WEIGHTS', matcherIDs: ['EVIDENCE'] });
  rules.ruleSets.find(({ id }) => id === 'LINK')?.ruleIDs.push('WEIGHTS');
  await writeFile(join(directory, 'rule-config.json'), JSON.stringify({ ...rules, $schema: undefined }));
  await writeFile(join(directory, 'schema.graphqls'), await readFile(join(example, 'schema.graphqls')));
  return { directory, remove: () => rm(directory, { recursive: true }) };
}
