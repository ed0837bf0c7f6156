import { cpus } from 'node:os';
import { people } from '../people.ts';
import { peopleRules } from '../people-rules.ts';
import type { EmulatedTable } from '../store/emulated-table.ts';
import { itemsOf, publishedFloor, storedBytes, storedFloor } from '../store/floor.ts';
import { measureOperations } from '../store/operations.ts';
import { measureRuleChange } from '../store/rule-change-phases.ts';
import { measureStatistics } from '../store/statistics.ts';
import { type FunctionCosts, measureFunctions } from './functions.ts';

/** What an operation consumes at DynamoDB; of a batch, each record. */
export interface CountedOperation {
  readonly calls: number;
  readonly rounds: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly floor?: number;
}

/** All that the prices are multiplied with. */
export interface Counts {
  readonly machine: string;
  readonly operations: Readonly<Record<string, CountedOperation>>;
  /** What the parts of a change of rules consume, by name. */
  readonly ruleChange: Readonly<Record<string, { readonly writeUnits: number; readonly readUnits: number }>>;
  /** What a scan of statistics consumes, by name. */
  readonly statistics: Readonly<Record<string, { readonly writeUnits: number; readonly readUnits: number }>>;
  readonly functions: FunctionCosts;
  readonly people: {
    /** Bytes that DynamoDB bills for a record with its member item and keys, on the average of 1,000. */
    readonly storedBytes: number;
    /** Bytes of the record and its keys alone, on the average. */
    readonly storedFloor: number;
    /** Write units of record and keys alone, on the average. */
    readonly publishedFloor: number;
    /** Index keys of a record. */
    readonly keys: number;
  };
}

const SAMPLES = 1_000;

export async function measureCounts(table: EmulatedTable): Promise<Counts> {
  const operations: Record<string, CountedOperation> = {};
  for (const { name, calls, rounds, writeUnits, readUnits, floor } of await measureOperations(table)) {
    operations[name] = {
      calls,
      rounds,
      writeUnits,
      readUnits,
      ...(floor === undefined ? {} : { floor: round(floor) }),
    };
  }
  const rules = peopleRules();
  const stream = people(31, 'd');
  const payloads = Array.from({ length: SAMPLES }, () => ({ ...stream.next().value }));
  const items = payloads.map((payload) => itemsOf(payload, rules));
  const mean = (of: (one: (typeof items)[number], index: number) => number) =>
    round(items.reduce((sum, one, index) => sum + of(one, index), 0) / items.length);
  const phases = (await measureRuleChange(`${table.tableName}-changing`))!;
  const statistics = (await measureStatistics(`${table.tableName}-statistics`))!;
  const functions = await measureFunctions(table);
  return {
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`,
    operations,
    ruleChange: Object.fromEntries(phases.map(({ name, ...units }) => [name, units])),
    statistics: Object.fromEntries(statistics.map(({ name, ...units }) => [name, units])),
    functions: Object.fromEntries(
      Object.entries(functions).map(([name, { cpu, logBytes }]) => [
        name,
        { cpu: round(cpu), logBytes: Math.round(logBytes) },
      ]),
    ) as unknown as FunctionCosts,
    people: {
      storedBytes: Math.round(mean(storedBytes)),
      storedFloor: Math.round(mean((one, index) => storedFloor(payloads[index]!, one))),
      publishedFloor: mean(publishedFloor),
      keys: mean(({ keys }) => keys.length),
    },
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
