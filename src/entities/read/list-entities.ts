import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Item, Key, Store, TableScan } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { cursorText, readCursor } from '../cursor.ts';
import { Deadline } from '../deadline.ts';
import { InvalidPositionError, InvalidSegmentError } from '../errors.ts';
import type { ForestSeen } from '../forest/forest.ts';
import { LEADING_ATTRIBUTES, leadsAt, NODES, nodeOfItem } from '../items/node.ts';
import { viewOfTree } from './entity.ts';
import { type EntityTree, entityTrees, readForest } from './read-entities.ts';
import type { EntityView } from './types.ts';

export interface EntityListRequest {
  /** The most entities on a page. */
  readonly first: number;
  /** The most bytes of JSON text that the records of a page have together. */
  readonly maxBytes: number;
  /** The `after` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
  /** One of several disjoint parts, from 0; undefined, as `segments`, for all entities. */
  readonly segment?: number | undefined;
  readonly segments?: number | undefined;
}

/** A page of all entities. It may have fewer than were asked for, even none, although more follow. */
export interface EntityList {
  /** In ascending order of id; the pages come in no particular order. */
  readonly entities: readonly EntityView[];
  /** Ids of entities with more records or bytes than fit onto a page. */
  readonly oversized: readonly string[];
  /** Where the next page continues; undefined behind the last one. */
  readonly after: string | undefined;
}

/** Records of a page, and of an entity on it. The pairs of as many are judged in a second or two. */
const MOST_RECORDS = 1_000;
/** Nodes read together. The entities of nodes that joined others may be much larger than a scan shows. */
const NODES_AT_ONCE = 50;
/** Items that a page scans, found or not, and by one call. */
const MOST_ITEMS = 20_000;
const ITEMS_AT_ONCE = 1_000;
const FEWEST_ITEMS = 50;
/** Items of the table per entity, before a page has found out. */
const ITEMS_PER_ENTITY = 8;
/** Milliseconds after which a page scans no further. */
const SCAN_TIME = 5_000;

/** A part of the entities, or of the table. */
export interface Segment {
  /** From 0. */
  readonly segment: number;
  readonly segments: number;
}

const MOST_SEGMENTS = 1_000;

/** Where a list of entities continues. */
interface ListPosition extends Segment {
  /** When the list began, in milliseconds since 1970. */
  readonly begun: number;
  readonly after: Key;
}

export interface ListDependencies extends Pick<Context, 'now' | 'timeLeft'> {
  readonly store: Store;
  readonly table: TableScan;
  readonly rules: CompiledRuleConfig;
}

/** A node that a scan met and that may lead an entity. */
export interface ScannedNode {
  readonly node: string;
  /** Behind the items of the node that the scan has read. */
  readonly position: Key;
  /** Members that the scan has read. */
  readonly members: number;
}

/**
 * One page of all entities: a scan finds the nodes that lead them, and each entity is read as a whole, as
 * {@link readForest} does.
 *
 * An entity has one root at a time, and each scan meets each node once. So an entity that does not change is listed once.
 * Where two entities merge after the list began, the node of the one that went into the other is listed as well, under
 * the id of both: the other may have been listed without it.
 */
export async function listEntities(dependencies: ListDependencies, request: EntityListRequest): Promise<EntityList> {
  const { table, now } = dependencies;
  const part = checkedSegment(request.segment, request.segments);
  const start = request.after === undefined ? undefined : readPosition(request.after, part, table.identity);
  const begun = start?.begun ?? now();
  const deadline = new Deadline(dependencies, SCAN_TIME);
  const page = new ListPage(dependencies, request);
  const end = (after: Key) => page.end(positionText({ ...part, begun, after }, table.identity));

  let after = start?.after;
  for (let scanned = 0; ; ) {
    const limit = page.itemsToScan(scanned);
    const { items, next } = await scan(table, part, after, limit);
    scanned += limit;
    const { isWhole, position } = await page.add(scannedNodes(items, after, begun), after);
    if (!isWhole) return end(position!);
    if (next === undefined) return page.end();
    after = next;
    if (page.isFull || scanned >= MOST_ITEMS || deadline.isOver()) return end(after);
  }
}

const scan = (table: TableScan, { segment, segments }: Segment, after: Key | undefined, limit: number) =>
  table.scan({
    segment,
    segments,
    prefix: NODES,
    attributes: LEADING_ATTRIBUTES,
    limit,
    ...(after !== undefined && { after }),
  });

/** The nodes that may lead an entity, without that in whose items the scan before ended. */
export function scannedNodes(items: readonly Item[], after: Key | undefined, begun: number): ScannedNode[] {
  const nodes: ScannedNode[] = [];
  for (let start = 0, end = 0; start < items.length; start = end) {
    const { pk } = items[start]!;
    while (end < items.length && items[end]!.pk === pk) end += 1;
    if (pk === after?.pk || !leadsAt(items[start]!, begun)) continue;
    const { sk } = items[end - 1]!;
    nodes.push({ node: nodeOfItem({ pk, sk }), position: { pk, sk }, members: end - start });
  }
  return nodes;
}

/** What a page took of some nodes. */
interface Added {
  readonly isWhole: boolean;
  /** Defined if some nodes were not added: the first node always is. */
  readonly position: Key | undefined;
}

/** Fills a page within the limits of entities, records and bytes. */
class ListPage {
  private readonly dependencies: ListDependencies;
  private readonly request: EntityListRequest;
  private readonly entities = new Map<string, EntityView>();
  private readonly oversized = new Set<string>();
  private records = 0;
  private bytes = 0;

  constructor(dependencies: ListDependencies, request: EntityListRequest) {
    this.dependencies = dependencies;
    this.request = request;
  }

  get isFull(): boolean {
    return this.size >= this.request.first;
  }

  end(after?: string): EntityList {
    const entities = [...this.entities.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return { entities, oversized: [...this.oversized], after };
  }

  /** So many items as the rest of the page probably needs. */
  itemsToScan(scanned: number): number {
    const perEntity = this.size === 0 ? ITEMS_PER_ENTITY : scanned / this.size;
    const wanted = Math.ceil((this.request.first - this.size) * perEntity);
    return Math.min(Math.max(wanted, FEWEST_ITEMS), ITEMS_AT_ONCE, MOST_ITEMS - scanned);
  }

  /**
   * Adds the entities of the nodes, in their order, as far as there is room for them.
   *
   * @param before the position of the scan before these nodes; undefined for the first of an empty page
   * @returns the position behind the last node that was added
   */
  async add(nodes: readonly ScannedNode[], before: Key | undefined): Promise<Added> {
    let position = before;
    for (let start = 0; start < nodes.length; ) {
      if (this.isFull) return { isWhole: false, position };
      const together = nodesReadTogether(nodes, start, this.request.first - this.size);
      start += together.length;
      const seen = await readForest(
        this.dependencies.store,
        together.map(({ node }) => node),
        MOST_RECORDS,
      );
      const trees = entityTrees(seen);
      for (const { node, position: behind } of together) {
        const root = seen.roots.get(node)!;
        if (!this.addEntity(root, seen, trees.get(root))) return { isWhole: false, position };
        position = behind;
      }
    }
    return { isWhole: true, position };
  }

  /** False if the entity does not fit onto the page any more. */
  private addEntity(root: string, seen: ForestSeen, tree: EntityTree | undefined): boolean {
    if (this.entities.has(root)) return true;
    const { store, rules } = this.dependencies;
    const { maxBytes } = this.request;
    if (tree === undefined) {
      // An unknown entity, or one without records, is not there.
      if (seen.oversized.has(root)) this.oversized.add(root);
      return true;
    }
    let bytes = 0;
    for (const { document } of seen.trees.get(root)!.records) bytes += Buffer.byteLength(document);
    if (bytes > maxBytes) {
      this.oversized.add(root);
      return true;
    }
    const records = this.records + tree.records.length;
    if (this.entities.size > 0 && (records > MOST_RECORDS || this.bytes + bytes > maxBytes)) return false;
    this.entities.set(root, viewOfTree(store, rules, root, tree));
    this.records = records;
    this.bytes += bytes;
    return true;
  }

  private get size(): number {
    return this.entities.size + this.oversized.size;
  }
}

/** The next nodes: at most so many, and at most so many members as the scan has seen, but at least one node. */
export function nodesReadTogether(
  nodes: readonly ScannedNode[],
  start: number,
  room = NODES_AT_ONCE,
): readonly ScannedNode[] {
  let end = start;
  for (let members = 0; end < nodes.length && end - start < Math.min(room, NODES_AT_ONCE); end++) {
    members += nodes[end]!.members;
    if (members > MOST_RECORDS && end > start) break;
  }
  return nodes.slice(start, end);
}

/** @throws InvalidSegmentError unless there is such a part */
function checkedSegment(segment: number | undefined, segments: number | undefined): Segment {
  if (segment === undefined && segments === undefined) return { segment: 0, segments: 1 };
  if (segment === undefined || segments === undefined) {
    throw new InvalidSegmentError(`${segment === undefined ? 'segments' : 'segment'} stands alone`);
  }
  if (segments < 1 || segments > MOST_SEGMENTS) throw new InvalidSegmentError(`segments is ${segments}`);
  if (segment < 0 || segment >= segments) throw new InvalidSegmentError(`segment is ${segment} of ${segments}`);
  return { segment, segments };
}

const positionText = ({ segment, segments, begun, after }: ListPosition, table: string): string =>
  cursorText([segment, segments, begun, after.pk, after.sk], table);

/** @throws InvalidPositionError when the text is no position of this segment of this table */
function readPosition(text: string, wanted: Segment, table: string): ListPosition {
  const [segment, segments, begun, pk, sk] = readCursor(text, table, (flaw) => {
    throw new InvalidPositionError(
      flaw === 'OUTDATED' ? 'another release of the service made it' : 'it is cut, changed, or of another service',
    );
  }) as [number, number, number, string, string];
  if (segment !== wanted.segment || segments !== wanted.segments) {
    throw new InvalidPositionError(
      `it belongs to segment ${segment} of ${segments}, and this request is for segment ${wanted.segment} of ${wanted.segments}`,
    );
  }
  return { segment, segments, begun, after: { pk, sk } };
}
