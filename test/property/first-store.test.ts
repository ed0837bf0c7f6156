import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { chooseRules, type DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { buildFirstStore, submitAll } from '../setup/build-first-store.ts';
import { canonicalItems, tableOf } from '../setup/canonical-items.ts';
import { deployedPeople } from '../setup/edited-people.ts';
import { readImportFiles } from '../setup/import-files.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { records } from './random-records.ts';
import { document } from './random-rules.ts';

const schema = loadRecordSchema(
  'type Record { id: ID! name: [String!] other: [String!] number: [String!] born: [String!] }',
);
/** The store of a directory, and nothing beside it. */
async function build(deployed: DeployedRules, list: readonly RecordPayload[], directory: string, cap: number) {
  await buildFirstStore(deployed, list, { kind: 'database', directory: join(directory, 'store') }, cap);
  expect(readdirSync(directory)).toEqual(['store']);
}

async function withService<Answer>(
  deployed: DeployedRules,
  directory: string,
  cap: number,
  use: (resolution: Resolution) => Promise<Answer>,
): Promise<string[]> {
  const open = () => openEmbeddedStore({ directory: join(directory, 'store') });
  const store = await open();
  const { rules, register } = await chooseRules(store, deployed);
  await use(createResolution({ store, table: store, rules, register, genericKeyRecords: cap }));
  // What a submit leaves to be done after its answer is done when the store is closed.
  await store.close();
  const closed = await open();
  try {
    return await canonicalItems(closed);
  } finally {
    await closed.close();
  }
}

describe('a first store', () => {
  let directories: string[];
  const fresh = () => {
    const made = mkdtempSync(join(tmpdir(), 'first-store-'));
    directories.push(made);
    return made;
  };
  beforeEach(() => {
    directories = [];
  });
  afterEach(() => {
    for (const one of directories) rmSync(one, { recursive: true });
  });

  it('has item for item what submits leave, under any rules and however many records come at once', async () => {
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(
        document,
        records,
        fc.constantFrom(2, 1_000),
        fc.constantFrom(1, 7, 100),
        async (config, list, cap, atOnce) => {
          const deployed = { config, text: JSON.stringify(config), recordSchema: schema };
          const [built, loaded] = [fresh(), fresh()];
          await build(deployed, list, built, cap);
          const expected = await withService(deployed, loaded, cap, (resolution) =>
            submitAll(resolution, list, atOnce),
          );
          expect(await withService(deployed, built, cap, async () => {})).toEqual(expected);
          // Each item is once in the files for an import, and with the same attributes.
          await buildFirstStore(deployed, list, { kind: 'import', directory: join(built, 'files') }, cap);
          expect(await canonicalItems(tableOf(readImportFiles(join(built, 'files'))))).toEqual(expected);
          reached += expected.length;
        },
      ),
      { numRuns: 30 },
    );
    expect(reached).toBeGreaterThan(1_000);
  });

  it('goes on as the store of submits does, with a review queue and over-frequent keys', async () => {
    const deployed = deployedPeople();
    const all = madeUpPeople(700);
    const [built, loaded] = [fresh(), fresh()];
    await build(deployed, all.slice(0, 600), built, 3);
    await buildFirstStore(deployed, all.slice(0, 600), { kind: 'import', directory: join(loaded, 'files') }, 3);
    const later = async (resolution: Resolution) => {
      await submitAll(resolution, all.slice(600), 9);
      for (const { id } of all.slice(0, 40)) await resolution.disassemble({ recordIDs: [id as string], edges: [] });
      await resolution.sweep();
    };
    const expected = await withService(deployed, loaded, 3, (resolution) =>
      submitAll(resolution, all.slice(0, 600), 1),
    );
    expect(await withService(deployed, built, 3, async () => {})).toEqual(expected);
    expect(await canonicalItems(tableOf(readImportFiles(join(loaded, 'files'))))).toEqual(expected);
    const after = await withService(deployed, loaded, 3, later);
    expect(await withService(deployed, built, 3, later)).toEqual(after);
    for (const kind of ['Y#', 'G#', 'B#', 'I#']) expect(expected.some((line) => line.startsWith(kind))).toBe(true);
  });

  it('is refused where there is one, also if it came meanwhile', async () => {
    const deployed = deployedPeople();
    const directory = fresh();
    await build(deployed, madeUpPeople(20), directory, 1_000);
    await expect(build(deployed, madeUpPeople(20), directory, 1_000)).rejects.toMatchObject({
      message: expect.stringContaining('has data already'),
    });
  });
});
