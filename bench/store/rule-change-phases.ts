import { readFileSync } from 'node:fs';
import type { RuleChangePhase } from '../../src/entities/items/rules-register.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import type { RuleChangeReport, RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { chooseRules, type DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { originalOf, type Person, people } from '../people.ts';
import { type EmulatedTable, openEmulatedTable } from './emulated-table.ts';

interface Units {
  readonly writeUnits: number;
  readonly readUnits: number;
}

/** Units of a part of a change of rules, or of a scan of statistics, for each record or entity that its name says. */
export interface PartCost extends Units {
  readonly name: string;
}

const RECORDS = 800;
/** Pairs of strangers with one birthday and postcode. */
const TWINS = 40;
/** Of the table, and items of a chunk: few, so that what a chunk costs by itself hardly counts. */
const SEGMENTS = 1;
const CHUNK = 5_000;
/** Milliseconds of a turn of the worker, of which each look at the clock takes one: one step. */
const STEP = 4;
const MOST_TURNS = 500;

/**
 * What each phase of a change of rules consumes, on tables of its own: in the people's rules, one exact key of each record
 * is replaced by another, which parts pairs of records. Then the change is taken back, which unites them. Undefined without a
 * DynamoDB emulator.
 */
export async function measureRuleChange(tableName: string): Promise<PartCost[] | undefined> {
  const [one] = strangers();
  const records = [...strangers(), ...twins()];
  // A table of one record shows what a change costs whatever the size of the table.
  const small = await changesOn(`${tableName}-small`, [one!]);
  const large = await changesOn(tableName, records);
  if (small === undefined || large === undefined) return undefined;
  const grown = records.length - 1;
  const ofRecords = (direction: Direction, phase: RuleChangePhase): Units =>
    difference(large[direction].byPhase.get(phase)!, small[direction].byPhase.get(phase)!);
  const each = (name: string, { writeUnits, readUnits }: Units, count: number): PartCost => ({
    name,
    writeUnits: rounded(writeUnits / count),
    readUnits: rounded(readUnits / count),
  });
  return [
    each('INDEX: a record that gets one key', ofRecords('there', 'INDEX'), grown),
    each('READY: a record', ofRecords('there', 'READY'), grown),
    each('SPLIT: a record', ofRecords('back', 'SPLIT'), grown),
    each(
      'SPLIT: an entity that is split in two, besides',
      difference(ofRecords('there', 'SPLIT'), ofRecords('back', 'SPLIT')),
      large.there.report.splitting,
    ),
    each('UNITE: a record', ofRecords('there', 'UNITE'), grown),
    each(
      'UNITE: two entities that are united, besides',
      difference(ofRecords('back', 'UNITE'), ofRecords('there', 'UNITE')),
      large.there.report.splitting,
    ),
    each('CLEAN: a record that loses one key', ofRecords('there', 'CLEAN'), grown),
    each('a change, whatever the size of the table', sumOf([...small.there.byPhase.values()]), 1),
  ];
}

type Direction = 'there' | 'back';
interface ChangeUnits {
  readonly byPhase: ReadonlyMap<RuleChangePhase, Units>;
  readonly report: RuleChangeReport;
}

async function changesOn(
  tableName: string,
  records: readonly RecordPayload[],
): Promise<Readonly<Record<Direction, ChangeUnits>> | undefined> {
  const table = await openEmulatedTable(tableName);
  if (table === undefined) return undefined;
  try {
    const former = deployed('SAME_BIRTHDAY');
    const chosen = await chooseRules(table.store, former);
    const resolution = createResolution({ store: table.store, ...chosen });
    for (let at = 0; at < records.length; at += 100) await resolution.submit(records.slice(at, at + 100));
    return { there: await unitsByPhase(table, deployed('SAME_EMAIL')), back: await unitsByPhase(table, former) };
  } finally {
    await table.close();
  }
}

/** Puts a rule-config into force, and counts what each phase of the change consumes. */
async function unitsByPhase(table: EmulatedTable, rules: DeployedRules): Promise<ChangeUnits> {
  let clock = Date.now();
  const changes: RuleChanges = createRuleChanges({
    store: table.store,
    table: table.scan,
    deployed: rules,
    now: () => {
      clock += 1;
      return clock;
    },
    pause: async (milliseconds) => {
      clock += milliseconds;
    },
    segments: SEGMENTS,
    chunk: CHUNK,
    readersTime: 0,
  });
  const units = new Map<RuleChangePhase, Units>();
  let phase: RuleChangePhase = 'INDEX';
  let report: RuleChangeReport | undefined;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const { consumed } = await table.measure(() => changes.work(STEP));
    units.set(phase, sumOf([units.get(phase) ?? NONE, consumed]));
    const status = await changes.status();
    report = status.report ?? report;
    if (status.state === 'STEADY' && units.has('CLEAN')) return { byPhase: units, report: report! };
    if (status.state === 'HELD') await changes.continue(status.to!);
    phase = status.phase ?? phase;
    // The pace of the change allows every turn something.
    clock += 60_000;
  }
  throw new Error(`the change does not come to its end: it is in ${phase}`);
}

const NONE: Units = { writeUnits: 0, readUnits: 0 };

const sumOf = (all: readonly Units[]): Units => ({
  writeUnits: all.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  readUnits: all.reduce((sum, { readUnits }) => sum + readUnits, 0),
});

const difference = (a: Units, b: Units): Units => ({
  writeUnits: a.writeUnits - b.writeUnits,
  readUnits: a.readUnits - b.readUnits,
});

export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** So many people of a seed. */
function drawn(seed: number, prefix: string, count: number): Person[] {
  const stream = people(seed, prefix);
  return Array.from({ length: count }, () => stream.next().value);
}

/** People of whom no two are one. */
const strangers = (): RecordPayload[] =>
  drawn(21, 'r', 2 * RECORDS)
    .filter(({ id }) => originalOf(id) === undefined)
    .slice(0, RECORDS - 2 * TWINS)
    .map((one) => ({ ...one }));

/** Pairs of people that have only birthday and postcode in common. */
function twins(): RecordPayload[] {
  const seconds = drawn(23, 't', TWINS);
  return drawn(22, 's', TWINS).flatMap((one, index) => {
    const { dateOfBirth, postcode } = one;
    return [{ ...one }, { ...seconds[index]!, dateOfBirth, postcode }];
  });
}

interface Document {
  readonly rules: readonly object[];
  readonly ruleSets: readonly { readonly id: string; readonly ruleIDs: readonly string[] }[];
}

/** The example's rules with one more: records with the same postcode and the same value of another matcher are one. */
function deployed(matcherID: string): DeployedRules {
  const document = JSON.parse(readFileSync('examples/people/rule-config.json', 'utf8')) as Document;
  const rule = { id: 'POSTCODE_MORE', matcherIDs: [matcherID, 'SAME_POSTCODE'], attributes: {} };
  const text = JSON.stringify({
    ...document,
    rules: [...document.rules, rule],
    ruleSets: document.ruleSets.map((set) =>
      set.id === 'SEARCH' ? set : { ...set, ruleIDs: [...set.ruleIDs, rule.id] },
    ),
  });
  const recordSchema = loadRecordSchema(readFileSync('examples/people/schema.graphqls', 'utf8'));
  return { text, config: loadRuleConfig(text), recordSchema };
}
