import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCounts } from '../../src/entities/items/counters.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { chooseRules, type DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { DATABASE, examineStore } from '../../src/store/embedded/database-file.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Store, TableScan } from '../../src/store/port.ts';
import { buildFirstStore, submitAll } from '../setup/build-first-store.ts';
import { canonicalItems, tableOf } from '../setup/canonical-items.ts';
import { deployedPeople } from '../setup/edited-people.ts';
import type { FailedStep } from '../setup/first-store-steps.ts';
import { readImportFiles } from '../setup/import-files.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { records } from './random-records.ts';
import { coherentDocument, document } from './random-rules.ts';

const schema = loadRecordSchema(
  'type Record { id: ID! name: [String!] other: [String!] number: [String!] born: [String!] }',
);
interface BuildOptions {
  readonly cap?: number;
  readonly before?: () => Promise<unknown>;
  readonly entityEvents?: boolean;
}

/** Makes the store of a directory. */
const buildIn = (
  deployed: DeployedRules,
  list: readonly RecordPayload[],
  directory: string,
  { cap = 1_000, before, entityEvents = false }: BuildOptions = {},
) =>
  buildFirstStore(deployed, list, { kind: 'database', directory: join(directory, 'store') }, cap, before, entityEvents);

/** Opens the store of a service that has no record yet, and gives it records while it is open. */
async function fillIn(
  deployed: DeployedRules,
  list: readonly RecordPayload[],
  directory: string,
  {
    cap = 1_000,
    before,
    entityEvents = false,
  }: Omit<BuildOptions, 'before'> & { readonly before?: (store: Store & TableScan) => Promise<unknown> } = {},
): Promise<Store & TableScan> {
  const place = { kind: 'running', directory: join(directory, 'store') } as const;
  const store = await openEmbeddedStore(place);
  try {
    await chooseRules(store, deployed);
    await buildFirstStore(deployed, list, place, cap, async () => before?.(store), entityEvents);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function withService<Answer>(
  deployed: DeployedRules,
  directory: string,
  cap: number,
  use: (resolution: Resolution) => Promise<Answer>,
  entityEvents = false,
): Promise<string[]> {
  const open = () => openEmbeddedStore({ directory: join(directory, 'store') });
  const store = await open();
  const { rules, register } = await chooseRules(store, deployed);
  await use(createResolution({ store, table: store, rules, register, genericKeyRecords: cap, entityEvents }));
  // What a submit leaves to be done after its answer is done when the store is closed.
  await store.close();
  const closed = await open();
  try {
    return await canonicalItems(closed);
  } finally {
    await closed.close();
  }
}

/** Ids of the records of each entity that holds one of these. */
async function entitiesOf(resolution: Resolution, list: readonly RecordPayload[]): Promise<string[]> {
  const entities = new Set<string>();
  for (const { id } of list) {
    const view = await resolution.entityByRecord(id as string);
    if (view !== undefined)
      entities.add(
        view.records
          .map((one) => one['id'])
          .sort()
          .join(' '),
      );
  }
  return [...entities].sort();
}

/** Builds a store in a process of its own, whose steps are watched. */
async function runSteps<Told>(mode: 'copy' | 'fail', directory: string): Promise<Told> {
  const program = fileURLToPath(new URL('../setup/first-store-steps.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', program, mode, directory]);
  return JSON.parse(stdout) as Told;
}

/** Fills a store in a process that is killed at a step of the transaction. Returns false if it has fewer steps. */
async function killStep(step: number, directory: string): Promise<boolean> {
  const program = fileURLToPath(new URL('../setup/first-store-steps.ts', import.meta.url));
  const args = ['--no-warnings', program, 'kill', directory, String(step)];
  return promisify(execFile)(process.execPath, args).then(
    () => false,
    ({ signal }) => {
      expect(signal).toBe('SIGKILL');
      return true;
    },
  );
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
        fc.boolean(),
        async (config, list, cap, atOnce, entityEvents) => {
          const deployed = { config, text: JSON.stringify(config), recordSchema: schema };
          const [built, filled, loaded] = [fresh(), fresh(), fresh()];
          await buildIn(deployed, list, built, { cap, entityEvents });
          const submit = (resolution: Resolution) => submitAll(resolution, list, atOnce);
          const expected = await withService(deployed, loaded, cap, submit, entityEvents);
          expect(await withService(deployed, built, cap, async () => {})).toEqual(expected);
          // So does the store of a service that is open, and it goes on with what it has.
          const store = await fillIn(deployed, list, filled, { cap, entityEvents });
          expect(await canonicalItems(store)).toEqual(expected);
          await store.close();
          expect(await withService(deployed, filled, cap, submit, entityEvents)).toEqual(expected);
          // Each item is once in the files for an import, and with the same attributes.
          const files = { kind: 'import', directory: join(built, 'files') } as const;
          await buildFirstStore(deployed, list, files, cap, undefined, entityEvents);
          expect(await canonicalItems(tableOf(readImportFiles(join(built, 'files'))))).toEqual(expected);
          reached += expected.length;
        },
      ),
      { numRuns: 30 },
    );
    expect(reached).toBeGreaterThan(1_000);
  });

  it('has the entities that submits leave where links need support, and goes on as theirs', async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(coherentDocument, records, fc.constantFrom(1, 7), async (config, list, atOnce) => {
        const deployed = { config, text: JSON.stringify(config), recordSchema: schema };
        const [built, loaded] = [fresh(), fresh()];
        const once = [...new Map(list.map((one) => [one['id'], one])).values()];
        const [first, later] = [once.slice(0, -4), once.slice(-4)];
        await buildIn(deployed, first, built, { cap: 1_000 });
        const seen: Record<string, unknown>[] = [];
        const goOn = (isBuilt: boolean) => async (resolution: Resolution) => {
          if (!isBuilt) await submitAll(resolution, first, atOnce);
          const before = await entitiesOf(resolution, once);
          await submitAll(resolution, later, atOnce);
          const ids = first.slice(0, 2).map(({ id }) => id as string);
          for (const id of ids) await resolution.disassemble({ recordIDs: [id] }).catch(() => undefined);
          const { recordCount, entityCount } = await resolution.metrics();
          seen.push({ before, after: await entitiesOf(resolution, once), recordCount, entityCount });
        };
        const items = await withService(deployed, built, 1_000, goOn(true));
        await withService(deployed, loaded, 1_000, goOn(false));
        expect(seen[0]).toEqual(seen[1]);
        held += items.filter((line) => line.includes('"h":"')).length;
      }),
      { numRuns: 15 },
    );
    expect(held).toBeGreaterThan(3);
  });

  it('goes on as the store of submits does, with a review queue and over-frequent keys', async () => {
    const deployed = deployedPeople();
    const all = madeUpPeople(700);
    const [built, loaded] = [fresh(), fresh()];
    await buildIn(deployed, all.slice(0, 600), built, { cap: 3 });
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

  it('is there as a whole or not at all, wherever the process is killed', async () => {
    const directory = fresh();
    const steps = await runSteps<number>('copy', directory);
    const found: boolean[] = [];
    for (let step = 0; step < steps; step++) {
      const place = join(directory, String(step), 'store');
      const isThere = existsSync(join(place, DATABASE));
      found.push(isThere);
      if (isThere) {
        examineStore(place);
        const store = await openEmbeddedStore({ directory: place });
        expect(await readCounts(store)).toMatchObject({ records: 20 });
        await store.close();
      } else if (step % 20 === 0 || found.length === steps) {
        // What the killed process left is in nobody's way.
        await buildIn(deployedPeople(), madeUpPeople(20), join(directory, String(step)));
        expect(readdirSync(join(directory, String(step)))).toEqual(['store']);
      }
    }
    expect(found).toEqual(found.toSorted((a, b) => Number(a) - Number(b)));
    expect(new Set(found)).toEqual(new Set([false, true]));
  });

  it('leaves nothing where the disk is full, at whatever step, and says so', async () => {
    const steps = await runSteps<FailedStep[]>('fail', fresh());
    const whole = steps.pop();
    expect(whole).toEqual({ step: steps.length, left: [join('store', DATABASE)] });
    expect(steps.length).toBeGreaterThan(50);
    expect(steps.flatMap(({ left }) => left)).toEqual([]);
    for (const { error } of steps) {
      expect(error).toMatch(
        /^(The data directory .* is full|What does not fit into memory cannot be kept in .*): ENOSPC/,
      );
    }
  });

  it('is refused where there is one, also if it came meanwhile, and leaves the other as it is', async () => {
    const deployed = deployedPeople();
    const [early, late] = [fresh(), fresh()];
    const build = (directory: string, count: number, before?: () => Promise<unknown>) =>
      buildIn(deployed, madeUpPeople(count), directory, before && { before });
    const refused = { code: 'STORE_FORMAT', message: expect.stringContaining('has data already') };

    await build(early, 20);
    await expect(build(early, 30)).rejects.toMatchObject(refused);
    // The other one begins and ends while this one is under way.
    await expect(build(late, 30, () => build(late, 20))).rejects.toMatchObject(refused);

    for (const directory of [early, late]) {
      expect(readdirSync(directory)).toEqual(['store']);
      const store = await openEmbeddedStore({ directory: join(directory, 'store') });
      expect(await readCounts(store)).toMatchObject({ records: 20 });
      await store.close();
    }
  });

  it('gets into the store of a service only while that has no record, and loses none of others', async () => {
    const deployed = deployedPeople();
    const refused = { code: 'STORE_USED', message: expect.stringContaining('has records, or gets some') };
    const submitOne = async (store: Store & TableScan) => {
      const { rules, register } = await chooseRules(store, deployed);
      await createResolution({ store, table: store, rules, register }).submit([{ id: 'mine', lastName: 'Lovelace' }]);
    };
    const [early, late] = [fresh(), fresh()];

    await withService(deployed, early, 1_000, (resolution) =>
      resolution.submit([{ id: 'mine', lastName: 'Lovelace' }]),
    );
    await expect(fillIn(deployed, madeUpPeople(20), early)).rejects.toMatchObject(refused);
    await expect(fillIn(deployed, madeUpPeople(20), late, { before: submitOne })).rejects.toMatchObject(refused);

    for (const directory of [early, late]) {
      expect(readdirSync(directory)).toEqual(['store']);
      const store = await openEmbeddedStore({ directory: join(directory, 'store') });
      expect(await readCounts(store)).toMatchObject({ records: 1 });
      await store.close();
    }
  });

  it('is not made by other rules than those of the service', async () => {
    const directory = fresh();
    const store = await openEmbeddedStore({ directory: join(directory, 'store') });
    const other = deployedPeople();
    await chooseRules(store, { ...other, text: `${other.text} ` });
    const place = { kind: 'running', directory: join(directory, 'store') } as const;
    await expect(buildFirstStore(other, madeUpPeople(20), place, 1_000)).rejects.toMatchObject({ code: 'STORE_USED' });
    await store.close();
  });

  it('is in the store of a service as a whole or not at all, wherever the process is killed', async () => {
    const deployed = deployedPeople();
    const found: number[] = [];
    for (let step = 0; ; step++) {
      const directory = fresh();
      const store = await openEmbeddedStore({ directory: join(directory, 'store') });
      await chooseRules(store, deployed);
      const isKilled = await killStep(step, directory);
      found.push((await readCounts(store)).records);
      // The service goes on.
      await store.write([{ put: { pk: 'T#1', sk: '#' } }]);
      await store.close();
      examineStore(join(directory, 'store'));
      if (!isKilled) break;
    }
    expect(found.length).toBeGreaterThan(5);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(new Set(found)).toEqual(new Set([0, 20]));
  });
});
