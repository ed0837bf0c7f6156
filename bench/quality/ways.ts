import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { inDirectory } from '../own-store.ts';
import { startServiceProcess } from '../service.ts';

const run = promisify(execFile);
const commandLine = (...args: string[]) => run(process.execPath, ['apps/cli/entity-data.js', ...args], MUCH);
const MUCH = { maxBuffer: 64 * 1_024 * 1_024 };

/** What a way made of a file: how many records it has, and how many entities. */
export interface WayResult {
  readonly way: string;
  readonly records: number;
  readonly entities: number;
  /** Records that are with others than in the first way. */
  readonly different: number;
  readonly seconds: number;
}

/**
 * Resolves a file in each way that there is: by `resolve`, which designs the rules unless an instance is given; by a start
 * with the file; by a load into a service without records; and by a load that submits batches, one after the other.
 */
export function resolveInAllWays(file: string, instance?: string): Promise<WayResult[]> {
  return inDirectory(async (directory) => {
    // A load keeps its state beside the file.
    const records = join(directory, basename(file));
    await copyFile(file, records);
    const rules = instance ?? records.replace(/\.\w+$/, '');
    const given = instance === undefined ? [] : ['--instance', instance];
    const data = (name: string) => ['--instance', rules, '--data-dir', join(directory, name)];
    const ways: Readonly<Record<string, (out: string) => Promise<unknown>>> = {
      resolve: (out) => refusing(commandLine('resolve', records, ...given, '--out', out)),
      'start FILE': (out) => exported(out, join(directory, 'a'), [records, ...data('a')]),
      load: (out) => exported(out, join(directory, 'b'), data('b'), [records]),
      'batches of submit': (out) =>
        exported(out, join(directory, 'c'), data('c'), [records, '--batch-size', '100', '--concurrency', '1']),
    };
    const results: WayResult[] = [];
    let first: ReadonlyMap<string, string> | undefined;
    for (const [way, make] of Object.entries(ways)) {
      const out = join(directory, `${results.length}.csv`);
      const began = Date.now();
      await make(out);
      const seconds = (Date.now() - began) / 1_000;
      const found = namedBySmallest(out);
      first ??= found;
      const ids = new Set([...first.keys(), ...found.keys()]);
      const different = [...ids].filter((id) => first?.get(id) !== found.get(id)).length;
      results.push({ way, records: found.size, entities: new Set(found.values()).size, different, seconds });
    }
    return results;
  });
}

/** Starts a service, loads into it, and writes the entity of each record. */
async function exported(out: string, dataDirectory: string, start: string[], load?: string[]): Promise<void> {
  const service = await startServiceProcess(start);
  const connection = ['--data-dir', dataDirectory, '--quiet'];
  try {
    if (load !== undefined) await refusing(commandLine('load', ...load, ...connection));
    await commandLine('export', '--out', out, ...connection);
  } finally {
    await service.stop();
  }
}

const SOME_REFUSED = 2;

/** Refused records are refused in every way. */
async function refusing(command: Promise<unknown>): Promise<void> {
  try {
    await command;
  } catch (error) {
    if ((error as { code?: unknown }).code !== SOME_REFUSED) throw error;
  }
}

/** By record the smallest id of its entity: ids of entities are others in each way. */
function namedBySmallest(file: string): ReadonlyMap<string, string> {
  const rows = parse(readFileSync(file), { columns: true }) as { record_id: string; entity_id: string }[];
  const smallest = new Map<string, string>();
  for (const { record_id: id, entity_id: entity } of rows) {
    const before = smallest.get(entity);
    if (before === undefined || id < before) smallest.set(entity, id);
  }
  return new Map(rows.map(({ record_id: id, entity_id: entity }) => [id, smallest.get(entity)!]));
}
