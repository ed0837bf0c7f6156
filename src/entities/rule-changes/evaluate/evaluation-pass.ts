import { type Item, queryAll } from '../../../store/port.ts';
import { LEADING_ATTRIBUTES, NODES } from '../../items/node.ts';
import {
  exampleWrite,
  findingsPartition,
  findingsWrites,
  problemWrite,
  readFindings,
  segmentOfFindings,
} from '../../items/rule-change-items.ts';
import type { Segment } from '../../read/list-entities.ts';
import { scannedNodes } from '../../read/list-entities.ts';
import { readForest } from '../../read/read-entities.ts';
import { type EvaluationPass, noCounts, type PassChunk, type PassContext, type PassStep } from '../passes/pass.ts';
import type { RuleChangeReport } from '../types.ts';
import { affectedBy } from './affected-keys.ts';
import { type ChunkFindings, ChunkScan } from './chunk-scan.ts';
import { FindingsJoin, type Regrouped } from './join-findings.ts';

/** What the scan needs of the context of a pass. */
export type EvaluationContext = Pick<
  PassContext,
  'store' | 'table' | 'from' | 'to' | 'genericKeyRecords' | 'items' | 'now'
>;

/**
 * Counts what a change does to the entities of the table: exactly, if nothing is written meanwhile. A chunk reads entities
 * as a whole, asks the next rules which of their parts stay together, and reads who else has the keys of their records. It
 * stores ids; the report joins these. Of a large entity that takes too long to judge, the rest counts as apart: the report is
 * an estimate then.
 */
export const evaluationPass = {
  async chunk(
    { store, table, from, to, genericKeyRecords, items, now }: EvaluationContext,
    segment: Segment,
    { cursor, limit }: PassChunk,
  ): Promise<PassStep> {
    const { items: scanned, next } = await table.scan({
      ...segment,
      prefix: NODES,
      attributes: LEADING_ATTRIBUTES,
      limit,
      ...(cursor && { after: cursor }),
    });
    // What merged before now is found in the entity that it went into.
    const nodes = scannedNodes(scanned, cursor, Number.POSITIVE_INFINITY).map(({ node }) => node);
    const scan = new ChunkScan({ store, from, to, genericKeyRecords, now });
    const { trees } = await readForest(store, nodes);
    for (const node of nodes) {
      const tree = trees.get(node);
      if (tree !== undefined) await scan.add(tree);
    }
    const findings = await scan.findings();
    const writes = findingsWrites(items, segment.segment, { cursor, next }, findings);
    await store.write(writes);
    const problems = affectedBy(from, to).isIndexed ? 0 : findings.refused;
    const counts = { ...noCounts, seen: findings.records, problems, writeUnits: writes.length };
    return next === undefined ? { counts, done: true } : { counts, cursor: next };
  },

  async report(context: EvaluationContext): Promise<RuleChangeReport> {
    const { store, items } = context;
    const join = new FindingsJoin(undefined, regroupedBy(context));
    for await (const findings of everyFinding(context)) join.add(findings);
    for await (const findings of everyFinding(context)) join.addSizes(findings);
    const { report, examples, problems } = join.joined();
    await store.write([
      ...examples.map((example, index) => exampleWrite(items, String(index).padStart(4, '0'), example)),
      ...problems.map(({ recordID, code }) => problemWrite(items, recordID, code)),
    ]);
    return report;
  },
} satisfies EvaluationPass;

/** Held joins may come to join; where there are none, entities can only come apart. */
function regroupedBy({ from, to }: Pick<EvaluationContext, 'from' | 'to'>): Regrouped | undefined {
  if (from.entityRules?.meaning === to.entityRules?.meaning) return undefined;
  return from.entityRules === undefined ? 'parted' : 'joined or parted';
}

async function* everyFinding({
  store,
  items,
}: Pick<EvaluationContext, 'store' | 'items'>): AsyncGenerator<ChunkFindings, void, undefined> {
  let ofSegment: Item[] = [];
  for await (const item of queryAll(store, findingsPartition(items))) {
    const [first] = ofSegment;
    if (first !== undefined && segmentOfFindings(first) !== segmentOfFindings(item)) {
      yield* readFindings<ChunkFindings>(ofSegment);
      ofSegment = [];
    }
    ofSegment.push(item);
  }
  yield* readFindings<ChunkFindings>(ofSegment);
}
