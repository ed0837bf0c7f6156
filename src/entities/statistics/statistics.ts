import { present } from '../../assert.ts';
import type { RecordSources } from '../../rules/record-schema/sources.ts';
import type { CompiledRuleConfig } from '../../rules/types.ts';
import { type Key, queryAll, type Store, type TableScan } from '../../store/port.ts';
import { newID } from '../items/ids.ts';
import { OVER_FREQUENT_KEYS, readListedKey } from '../items/index-keys.ts';
import { isHeld } from '../items/lease.ts';
import { LEADING_ATTRIBUTES, NODES } from '../items/node.ts';
import {
  askForScanWrite,
  deleteStatisticsTexts,
  endScanWrites,
  foundStatisticsKey,
  noteScanWrite,
  readFoundStatistics,
  readStatisticsScan,
  readStatisticsText,
  type StatisticsScanItem,
  statisticsScanKey,
  takeScanWrite,
  writeStatisticsText,
} from '../items/statistics-items.ts';
import { asciiJson } from '../items/texts.ts';
import { nameOfRules, replaceFound } from '../people/reviews/found-reviews.ts';
import { nodesReadTogether, scannedNodes } from '../read/list-entities.ts';
import { entityTrees, readForest } from '../read/read-entities.ts';
import { fieldStatistics, sharedValueFinds } from './shared-values.ts';
import { Tally, type TallyState } from './tally.ts';
import { type OverFrequentKeys, READ_RECORDS, type StatisticsStatus, type StoredStatistics } from './types.ts';

export interface StatisticsDependencies {
  /** Without records that are only reserved. */
  readonly store: Store;
  readonly table: TableScan;
  /** The rules in force. */
  readonly rules: CompiledRuleConfig;
  /** That the schema declares. */
  readonly sources?: RecordSources | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Items of the table that a chunk scans. */
  readonly chunk?: number;
}

/** Milliseconds without a sign of its worker after which another one takes the scan over. Two at once do no harm. */
export const STATISTICS_LEASE = 120_000;
const CHUNK = 1_000;
/** Rule sets whose over-frequent keys are listed. */
const MOST_RULE_SETS = 100;
/** A text that is replaced while it is read is looked up again. */
const READS = 5;

/** What a worker stores between two turns. */
interface Checkpoint {
  /** Tells whether the rules are the same still. */
  readonly rules: string;
  readonly cursor: Key;
  readonly tally: TallyState;
}

/** Asks for a scan, unless one is under way. */
export async function refreshStatistics(
  dependencies: Pick<StatisticsDependencies, 'store' | 'rules' | 'now'>,
): Promise<StatisticsStatus> {
  const { store, now } = dependencies;
  await store.write([askForScanWrite(now())]);
  await store.durable();
  return readStatistics(dependencies);
}

/** Reads two items and a text, however large the table is. */
export async function readStatistics({
  store,
  rules,
}: Pick<StatisticsDependencies, 'store' | 'rules'>): Promise<StatisticsStatus> {
  for (let read = 1; ; read++) {
    const [scanItem, foundItem] = await store.getMany([statisticsScanKey, foundStatisticsKey]);
    const scan = scanItem && readStatisticsScan(scanItem);
    const name = readFoundStatistics(foundItem);
    const text = name === undefined ? undefined : await readStatisticsText(store, name);
    if (name !== undefined && text === undefined && read < READS) continue;
    const statistics = text === undefined ? undefined : (JSON.parse(text) as StoredStatistics);
    return {
      scan: scan && { begun: scan.begun, heartbeat: scan.heartbeat, records: scan.records },
      statistics,
      areOfRulesInForce: statistics?.rules === nameOfRules(rules),
    };
  }
}

/**
 * Works on the scan that was asked for, if there is one and no other worker has it, for so many milliseconds. Counts stay in
 * memory during the turn and are stored at its end: a worker that dies loses its turn, and the next one repeats it.
 *
 * @returns true if the scan goes on with another turn
 */
export async function workOnStatistics(dependencies: StatisticsDependencies, milliseconds: number): Promise<boolean> {
  const { store, now, rules } = dependencies;
  const until = now() + milliseconds;
  const taken = await takeScan(store, now());
  if (taken === undefined) return false;
  const { scan, token } = taken;
  const before = await readCheckpoint(store, scan, nameOfRules(rules));
  const tally = new Tally(dependencies, await beginOfScanBefore(store), before?.tally);
  let cursor = before?.cursor;
  do {
    cursor = await countChunk(dependencies, tally, cursor);
  } while (cursor !== undefined && now() < until);
  if (cursor === undefined) {
    await endScan(dependencies, tally, scan, token);
    return false;
  }
  await note(dependencies, { rules: nameOfRules(rules), cursor, tally: tally.state() }, scan, token);
  return true;
}

/** When the scan that ended last was asked for; undefined if this one is the first. */
async function beginOfScanBefore(store: Store): Promise<number | undefined> {
  const name = readFoundStatistics((await store.getMany([foundStatisticsKey]))[0]);
  const text = name === undefined ? undefined : await readStatisticsText(store, name);
  return text === undefined ? undefined : (JSON.parse(text) as StoredStatistics).begun;
}

async function takeScan(
  store: Store,
  now: number,
): Promise<{ readonly scan: StatisticsScanItem; readonly token: string } | undefined> {
  const [item] = await store.getMany([statisticsScanKey]);
  if (item === undefined) return undefined;
  const scan = readStatisticsScan(item);
  if (isHeld(scan, now, STATISTICS_LEASE)) return undefined;
  const token = newID(now);
  const [outcome] = await store.write([takeScanWrite(scan, token, now)]);
  return present(outcome, 'every write has an outcome').applied ? { scan, token } : undefined;
}

/** Undefined if nothing is counted by these rules yet: the scan begins anew. */
async function readCheckpoint(
  store: Store,
  { text: name }: StatisticsScanItem,
  rules: string,
): Promise<Checkpoint | undefined> {
  const text = name === undefined ? undefined : await readStatisticsText(store, name);
  const checkpoint = text === undefined ? undefined : (JSON.parse(text) as Checkpoint);
  return checkpoint?.rules === rules ? checkpoint : undefined;
}

/** Counts the entities that a chunk of the table leads to. Returns where the next chunk begins; undefined at the end. */
async function countChunk(
  { store, table, chunk = CHUNK }: StatisticsDependencies,
  tally: Tally,
  cursor: Key | undefined,
): Promise<Key | undefined> {
  const { items, next } = await table.scan({
    segment: 0,
    segments: 1,
    prefix: NODES,
    attributes: LEADING_ATTRIBUTES,
    limit: chunk,
    ...(cursor && { after: cursor }),
  });
  // What merged before now is counted in the entity that it went into.
  const nodes = scannedNodes(items, cursor, Number.POSITIVE_INFINITY);
  for (let start = 0; start < nodes.length; ) {
    const together = nodesReadTogether(nodes, start);
    start += together.length;
    const seen = await readForest(
      store,
      together.map(({ node }) => node),
      READ_RECORDS,
    );
    const trees = entityTrees(seen);
    for (const { node } of together) {
      const tree = trees.get(node);
      if (tree !== undefined) await tally.add(store, node, tree);
      else if (seen.oversized.has(node)) tally.addUnread(node);
    }
  }
  return next;
}

/** Stores what was counted, so that any worker may go on. */
async function note(
  { store, now }: StatisticsDependencies,
  checkpoint: Checkpoint,
  scan: StatisticsScanItem,
  token: string,
): Promise<void> {
  const name = newID(now());
  await writeStatisticsText(store, name, asciiJson(checkpoint));
  const [outcome] = await store.write([noteScanWrite(token, name, checkpoint.tally.records, now())]);
  const unused = present(outcome, 'every write has an outcome').applied ? scan.text : name;
  if (unused !== undefined) await deleteStatisticsTexts(store, { name: unused });
}

async function endScan(
  { store, rules, now }: StatisticsDependencies,
  tally: Tally,
  { begun }: StatisticsScanItem,
  token: string,
): Promise<void> {
  const statistics: StoredStatistics = {
    begun,
    ended: now(),
    rules: nameOfRules(rules),
    ...tally.counted(),
    fields: await fieldStatistics(store, rules, tally),
    overFrequentKeys: await overFrequentKeys(store),
  };
  const name = newID(now());
  await writeStatisticsText(store, name, asciiJson(statistics));
  const { applied } = await store.transact(endScanWrites(token, name));
  if (applied) {
    const found = [...tally.finds(), ...sharedValueFinds(statistics.fields, statistics.rules)];
    await replaceFound(store, found, statistics.ended);
  }
  // Texts of workers that died are deleted as well.
  await deleteStatisticsTexts(store, applied ? { before: name } : { name });
  await store.durable();
}

/** The over-frequent keys by the rules that share them, those with the most keys first. */
async function overFrequentKeys(store: Store): Promise<OverFrequentKeys[]> {
  const byRules = new Map<string, OverFrequentKeys>();
  for await (const item of queryAll(store, OVER_FREQUENT_KEYS)) {
    const { ruleIDs, isMarked } = readListedKey(item);
    if (!isMarked) continue;
    const name = JSON.stringify(ruleIDs);
    byRules.set(name, { ruleIDs, keys: (byRules.get(name)?.keys ?? 0) + 1 });
  }
  return [...byRules.values()].sort((a, b) => b.keys - a.keys).slice(0, MOST_RULE_SETS);
}
