import { present } from '../../../assert.ts';
import type { Item, Key } from '../../../store/port.ts';
import { Deadline } from '../../deadline.ts';
import { newID } from '../../items/ids.ts';
import { isNodeItem, isRootAt, LEADING_ATTRIBUTES, MEMBERS, NODES, nodeOfItem } from '../../items/node.ts';
import { components } from '../../keys/components.ts';
import { memberOf } from '../../keys/record-keys.ts';
import { Pace } from '../../pace.ts';
import { readForest } from '../../read/read-entities.ts';
import { rebuild } from '../../rebuild/rebuild.ts';
import { UNITS_OF_SPLIT } from '../cost.ts';
import {
  CHUNK_TIME,
  closeChunk,
  openChunk,
  type PassContext,
  type PassCounts,
  type PhasePass,
  stepAt,
} from './pass.ts';

/** Larger entities are rebuilt without a look before. */
const LOOKED_AT = 1_000;

/**
 * Splits entities whose records the rules in force do not connect. The largest part keeps the id. Comes before records are
 * united, so that no stranger joins what is about to leave.
 */
export const splitPass: PhasePass = {
  chunk: async (context, segment, { cursor, limit }) => {
    const { items, next } = await context.table.scan({
      ...segment,
      prefix: NODES,
      attributes: LEADING_ATTRIBUTES,
      limit,
      ...(cursor && { after: cursor }),
    });
    const nodes = leadingNodes(items, cursor, next);
    const counts = await splitEntities(context, nodes);
    return stepAt(next, counts);
  },
};

/**
 * The nodes that lead entities of more than one record. An entity that merged since the phase began needs no look: it was
 * split before it was united.
 */
function leadingNodes(items: readonly Item[], after: Key | undefined, next: Key | undefined): readonly string[] {
  const nodes: string[] = [];
  for (let start = 0, end = 0; start < items.length; start = end) {
    const first = present(items[start], 'a partition begins with an item');
    const { pk } = first;
    while (items[end]?.pk === pk) end += 1;
    // The chunk before has taken a partition that it reached.
    if (pk === after?.pk || !isRootAt(first)) continue;
    const own = items.slice(start, end);
    const isWhole = end < items.length || next === undefined;
    const isSingle =
      isWhole && own.filter((item) => !isNodeItem(item)).length === 1 && own.at(-1)?.sk.startsWith(MEMBERS);
    if (!isSingle) nodes.push(nodeOfItem(first));
  }
  return nodes;
}

async function splitEntities(context: PassContext, nodes: readonly string[]): Promise<PassCounts> {
  const seen = await readForest(context.store, nodes, LOOKED_AT);
  const pace = new Pace();
  /** By entity, the records outside of its largest part; 0 where that is not known. */
  const doubtful = new Map<string, number>([...seen.oversized].map((root) => [root, 0]));
  // Where either rules keep linked records apart, only the locked component tells whether its entities change.
  const isGrouped = context.from.entityRules !== undefined || context.to.entityRules !== undefined;
  for (const [root, { records }] of seen.trees) {
    if (isGrouped) {
      doubtful.set(root, 0);
      continue;
    }
    const { parts } = await components(
      records.map((stored) => memberOf(context.rules, stored)),
      context.rules,
      pace,
    );
    const largest = Math.max(...parts.map((part) => part.length));
    if (parts.length > 1 || seen.torn) doubtful.set(root, records.length - largest);
  }
  const counts = { seen: seen.trees.size, changed: 0, problems: 0, writeUnits: 0 };
  for (const [root, leaving] of doubtful) {
    const left = await splitEntity(context, root);
    if (left.length > 0) counts.changed += leaving || (await recordsIn(context, left));
    counts.writeUnits += left.length * UNITS_OF_SPLIT;
  }
  return counts;
}

async function recordsIn({ store }: PassContext, entities: readonly string[]): Promise<number> {
  let records = 0;
  for (const tree of (await readForest(store, entities)).trees.values()) records += tree.records.length;
  return records;
}

/** Returns the entities that left. */
async function splitEntity(context: PassContext, root: string): Promise<readonly string[]> {
  const operation = newID(context.now());
  const deadline = new Deadline(context, CHUNK_TIME);
  deadline.check();
  await openChunk(context, operation, { rebuild: [root] });
  const { entities } = await rebuild(context, root, { removed: [], leaves: false }, deadline, Number.POSITIVE_INFINITY);
  await closeChunk(context, operation);
  return entities.slice(1);
}
