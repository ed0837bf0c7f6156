import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import { chooseRules, type DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { censusPeople } from '../census-people.ts';
import { readDataSet } from '../quality/data-set.ts';

// node bench/rules/changed-partition.ts [--data directory] [--people 100000] [--chain 50000] [--set febrl3 …]: loads records under former
// rules, parts and joins some pairs by hand, changes the rules, and compares the entities with those of a fresh load under
// the next rules, where the same pairs are parted and joined. Ends with 1 when a record is elsewhere.
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env['ENTITY_DATA_QUALITY_DATA'] ?? join('..', 'shared', 'data') },
    people: { type: 'string', default: '100000' },
    chain: { type: 'string', default: '50000' },
    set: { type: 'string', multiple: true, default: ['febrl3', 'dsgen-c', 'people', 'chain'] },
  },
});

const BATCH = 100;
/** Pairs whose link is removed, and pairs that are linked, by hand. */
const BY_HAND = 40;

interface Pair {
  readonly a: string;
  readonly b: string;
}

interface Changed {
  readonly name: string;
  readonly records: readonly RecordPayload[];
  readonly former: DeployedRules;
  readonly next: DeployedRules;
}

// biome-ignore lint/suspicious/noExplicitAny: an edit reaches into any part of a document
type Document = any;

for (const name of values.set) {
  const { loosened, tightened } = measured(name);
  for (const changed of [loosened, tightened]) await compare(changed);
}

/** The set with its rules, and a change to looser and one to tighter ones. */
function measured(name: string): { readonly loosened: Changed; readonly tightened: Changed } {
  const isMadeUp = name === 'people' || name === 'chain';
  const directory = isMadeUp ? join('examples', 'people') : join('bench', 'quality', name);
  const text = readFileSync(join(directory, 'rule-config.json'), 'utf8');
  const recordSchema = loadRecordSchema(readFileSync(join(directory, 'schema.graphqls'), 'utf8'));
  const records = recordsOf(name);
  const edited = (edit: (document: Document) => void): DeployedRules => {
    const document = JSON.parse(text);
    edit(document);
    const changed = JSON.stringify(document);
    return { text: changed, config: loadRuleConfig(changed, recordSchema), recordSchema };
  };
  const [some, more] = [edited(withoutHalf), edited(() => undefined)];
  return {
    loosened: { name: `${name}, half of the link rules → all`, records, former: some, next: more },
    tightened: { name: `${name}, all link rules → half of them`, records, former: more, next: some },
  };
}

function recordsOf(name: string): readonly RecordPayload[] {
  if (name === 'people') return census(Number(values.people));
  return name === 'chain' ? chain(Number(values.chain)) : readDataSet(values.data, name).records;
}

/** One entity: every record shares an e-mail address with one neighbour, and a telephone with the other. */
function chain(count: number): RecordPayload[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    firstName: 'Ann',
    email: `ann${index >> 1}@example.org`,
    phone: `07400 ${100_000 + ((index + 1) >> 1)}`,
  }));
}

function census(count: number): RecordPayload[] {
  const stream = censusPeople(1, count);
  return Array.from({ length: count }, () => ({ ...stream.next().value }));
}

/** Leaves every second link rule out of all sets. */
function withoutHalf(document: Document): void {
  const groups: Document[] = Object.values(document.mutationRuleSetGroups);
  const linking = new Set(groups.map(({ linkRuleSetID }) => linkRuleSetID));
  const rules = document.ruleSets
    .filter(({ id }: Document) => linking.has(id))
    .flatMap(({ ruleIDs }: Document) => ruleIDs);
  const dropped = new Set(rules.filter((_: string, index: number) => index % 2 === 1));
  for (const set of document.ruleSets) set.ruleIDs = set.ruleIDs.filter((id: string) => !dropped.has(id));
}

async function compare({ name, records, former, next }: Changed): Promise<void> {
  const ids = records.map(({ id }) => id as string);
  const isOneEntity = name.startsWith('chain');
  const linked = Array.from({ length: isOneEntity ? 0 : BY_HAND }, (_, index): Pair => {
    const [a, b] = [ids[(index * 7919 + 1) % ids.length]!, ids[(index * 104_729 + 5) % ids.length]!];
    return { a, b };
  }).filter(({ a, b }) => a !== b);
  const begun = performance.now();
  const { changed, parted, report, seconds } = await inStore(async (table) => {
    const resolution = await open(table, former);
    await load(resolution, records);
    const edges = isOneEntity ? [] : await someEdges(resolution, ids);
    await byHand(resolution, edges, linked);
    const start = performance.now();
    const told = await change(table, next);
    return {
      changed: await entitiesOf(await open(table, next), ids),
      parted: edges,
      report: told,
      seconds: (performance.now() - start) / 1_000,
    };
  });
  const fresh = await inStore(async (table) => {
    const resolution = await open(table, next);
    await load(resolution, records);
    await byHand(resolution, parted, linked);
    return entitiesOf(resolution, ids);
  });
  const elsewhere = ids.filter((id) => changed.get(id) !== fresh.get(id)).length;
  if (elsewhere > 0) process.exitCode = 1;
  const entities = new Set(fresh.values()).size;
  console.log(
    `${name}: ${ids.length} records, ${entities} entities after, ${JSON.stringify(report)}, ${parted.length} links removed ` +
      `and ${linked.length} made by hand, ${elsewhere} records elsewhere; change ${seconds.toFixed(0)} s, ` +
      `all ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
  );
}

type Table = Awaited<ReturnType<typeof openEmbeddedStore>>;

async function inStore<Answer>(work: (table: Table) => Promise<Answer>): Promise<Answer> {
  const directory = await mkdtemp(join(tmpdir(), 'entity-data-changed-'));
  const table = await openEmbeddedStore({ directory });
  try {
    return await work(table);
  } finally {
    await table.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function open(table: Table, deployed: DeployedRules): Promise<Resolution> {
  return createResolution({ store: table, ...(await chooseRules(table, deployed)) });
}

async function load(resolution: Resolution, records: readonly RecordPayload[]): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH) {
    await resolution.submit(records.slice(start, start + BATCH));
  }
}

/** Edges of entities all over the records. */
async function someEdges(resolution: Resolution, ids: readonly string[]): Promise<readonly Pair[]> {
  const edges: Pair[] = [];
  for (let at = 0; at < ids.length && edges.length < BY_HAND; at += Math.max(1, Math.floor(ids.length / 1_000))) {
    const [edge] = (await resolution.entityByRecord(ids[at]!))?.edges() ?? [];
    if (edge === undefined) continue;
    const [a, b] = edge.split(':') as [string, string];
    if (!edges.some((one) => [one.a, one.b].some((id) => id === a || id === b))) edges.push({ a, b });
  }
  return edges;
}

/** Parts and joins pairs; a link that the rules do not make needs no removal. */
async function byHand(resolution: Resolution, parted: readonly Pair[], linked: readonly Pair[]): Promise<void> {
  for (const { a, b } of parted) {
    const edges = (await resolution.entityByRecord(a))?.edges() ?? [];
    if (!edges.some((edge) => edge.startsWith(`${a}:${b}:`) || edge.startsWith(`${b}:${a}:`))) continue;
    await resolution.disassemble({ edges: [{ a, b }] });
  }
  const who = { user: 'bench', client: 'bench', reason: 'measurement' };
  for (const { a, b } of linked) {
    if (!parted.some((pair) => [a, b].every((id) => id === pair.a || id === pair.b))) {
      await resolution.link({ a, b, ...who });
    }
  }
}

/** Carries the change out, and answers what the service counted of it before. */
async function change(table: Table, deployed: DeployedRules): Promise<object> {
  const changes = createRuleChanges({
    store: table,
    table,
    deployed,
    readersTime: 0,
    options: { mode: 'hold', largestChangePercent: 100, largestEntity: 1_000_000, writeUnitsPerSecond: 1_000_000 },
  });
  let report: object = {};
  for (;;) {
    await changes.work(60_000);
    const status = await changes.status();
    if (status.state === 'HELD') {
      const { merging, splitting, both } = status.report!;
      report = { merging, splitting, both };
      await changes.continue(status.to!);
    } else if (status.state !== 'RUNNING') return report;
  }
}

/** By record, the records of its entity. */
async function entitiesOf(resolution: Resolution, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const members = new Map<string, string>();
  for (const id of ids) {
    if (members.has(id)) continue;
    const all = (await resolution.entityByRecord(id))!.records.map((record) => record['id'] as string).sort();
    const text = all.join(' ');
    for (const member of all) members.set(member, text);
  }
  return members;
}
