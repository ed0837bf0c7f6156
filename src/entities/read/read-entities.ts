import type { RecordPayload } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import type { RootSeen } from '../forest/find.ts';
import { Forest, type ForestSeen, type TreeSeen } from '../forest/forest.ts';
import type { StoredRecord } from '../items/record.ts';

/** A stored record with its payload. */
export interface EntityRecord extends Pick<StoredRecord, 'id' | 'recordVersion' | 'node' | 'removedLinks' | 'groups'> {
  readonly payload: RecordPayload;
}

/** An entity as it is stored. */
export interface EntityTree {
  /** In the order in which they were first stored. */
  readonly records: EntityRecord[];
  /** Ids that were united with this one, in ascending order. */
  readonly aliases: readonly string[];
  readonly standing: RootSeen;
}

/** The most reads of an entity that changes during each of them; the last one is the answer. */
export const MOST_READS = 16;

/**
 * The entities that hold the nodes, by entity id in ascending order, each with its records in the order in which they
 * were first stored. Nodes without records, such as unknown ids, yield no entity.
 */
export async function readEntities(store: Store, nodes: Iterable<string>): Promise<Map<string, EntityRecord[]>> {
  const trees = await readTrees(store, nodes);
  return new Map([...trees].map(([root, { records }]) => [root, records]));
}

/** Like {@link readEntities}, with the ids and the constraints. Takes two round trips for entities of one node. */
export async function readTrees(
  store: Store,
  nodes: Iterable<string>,
  /** Entities with more members are left out; little more of them is read than shows that. */
  most?: number,
): Promise<Map<string, EntityTree>> {
  return entityTrees(await readForest(store, nodes, most));
}

/** The entities that hold the nodes, read again until nothing moved meanwhile. */
export async function readForest(store: Store, nodes: Iterable<string>, most?: number): Promise<ForestSeen> {
  const wanted = [...nodes];
  let met: ReadonlySet<string> = new Set();
  for (let read = 1; ; read++) {
    const seen = await new Forest(store, most).trees(wanted, met);
    if (!seen.torn || read === MOST_READS) return seen;
    met = seen.met;
  }
}

/** Returns the payload of a stored record; a caller that has it already avoids parsing. */
type PayloadOf = (record: StoredRecord) => RecordPayload;

const parsed: PayloadOf = ({ document }) => JSON.parse(document) as RecordPayload;

/** The entities by id in ascending order. */
export function entityTrees({ trees }: ForestSeen, payloadOf = parsed): Map<string, EntityTree> {
  const sorted = trees.size < 2 ? trees : [...trees].sort(([a], [b]) => (a < b ? -1 : 1));
  const entities = new Map<string, EntityTree>();
  for (const [root, tree] of sorted) entities.set(root, entityTree(tree, payloadOf));
  return entities;
}

function entityTree({ root, state, records, aliases }: TreeSeen, payloadOf: PayloadOf): EntityTree {
  return { records: records.map((record) => new ReadRecord(record, payloadOf)), aliases, standing: { root, state } };
}

/** A record whose payload is parsed on demand: most records that a search finds are on other pages. */
class ReadRecord implements EntityRecord {
  private readonly stored: StoredRecord;
  private readonly payloadOf: PayloadOf;
  private parsed: RecordPayload | undefined;

  constructor(stored: StoredRecord, payloadOf: PayloadOf) {
    this.stored = stored;
    this.payloadOf = payloadOf;
  }

  get id(): string {
    return this.stored.id;
  }
  get payload(): RecordPayload {
    this.parsed ??= this.payloadOf(this.stored);
    return this.parsed;
  }
  get recordVersion(): string {
    return this.stored.recordVersion;
  }
  get node(): string {
    return this.stored.node;
  }
  get removedLinks(): readonly string[] {
    return this.stored.removedLinks;
  }
  get groups(): readonly string[] {
    return this.stored.groups;
  }
}
