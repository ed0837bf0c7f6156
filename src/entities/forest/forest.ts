import { present } from '../../assert.ts';
import { type Item, type Key, type Page, type QueryOptions, queryMany, type Store } from '../../store/port.ts';
import {
  addToNode,
  hasSameHeartbeat,
  isNodeItem,
  isOneMoment,
  NO_NODE,
  type NodeContent,
  type NodeState,
  noContent,
  nodeKey,
  nodePartition,
  type Place,
  readNode,
} from '../items/node.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import type { Pace } from '../pace.ts';
import { foundOf, type RootSeen } from './find.ts';

/** A node as one read of its partition shows it. */
interface SeenNode extends NodeContent {
  state: NodeState;
  /** True if it has more members than the limit. */
  overfull: boolean;
  /** True if the whole node was seen by one page, which shows that no rebuild made a part below it meanwhile. */
  isSnapshot: boolean;
}

/** A whole entity as one read shows it. */
export interface TreeSeen extends RootSeen {
  /** In the order in which they were first stored. */
  readonly records: readonly StoredRecord[];
  /** Ids that were united with the root's. */
  readonly aliases: readonly string[];
}

export interface ForestSeen {
  /** By root; entities without records are left out. */
  readonly trees: ReadonlyMap<string, TreeSeen>;
  /** By node that was read, the one that leads its entity. */
  readonly roots: ReadonlyMap<string, string>;
  /** Roots of the entities that were left out because they have more members than the limit. */
  readonly oversized: ReadonlySet<string>;
  /** Ids of the records that this read and earlier ones met. */
  readonly met: ReadonlySet<string>;
  /** True if something moved during the read, so that a record may be missing or misplaced: read again. */
  readonly torn: boolean;
  /** The items of the additional keys, read after every node. */
  readonly beside: readonly (Item | undefined)[];
}

/**
 * One read of nodes and the entities that they belong to. A node's partition holds its node, its members and its
 * children, so that one query of it leads up, down and to the records. Each partition is read once. Then the records
 * are read, together with the roots of entities of several nodes or pages a second time.
 *
 * The read is consistent because a rebuild writes to the root with each record that it moves: a root that is the same
 * in both reads was not rebuilt in between. An entity of one node and one page needs no second read: the page itself
 * shows that no record left it unseen ({@link isOneMoment}). But the items of one call are read in any order, and a
 * record may move after the second read of its root, or after its page. Such a record is in a node that was not read;
 * then the roots are read once more.
 */
export class Forest {
  private readonly store: Store;
  private readonly most: number;
  private readonly seen = new Map<string, SeenNode>();

  /** @param most entities with more members are left out; little more of them is read than shows that */
  constructor(store: Store, most = Number.POSITIVE_INFINITY) {
    this.store = store;
    this.most = most;
  }

  /** Reads nodes that may be needed later, with one round of queries. */
  async read(nodes: Iterable<string>): Promise<void> {
    const unseen: string[] = [];
    for (const node of new Set(nodes)) if (!this.seen.has(node)) unseen.push(node);
    if (unseen.length === 0) return;
    const options: QueryOptions | undefined =
      this.most === Number.POSITIVE_INFINITY ? undefined : { limit: this.most + 2 };
    const pages = await queryMany(this.store, unseen.map(nodePartition), options);
    const long: Promise<void>[] = [];
    for (const [index, node] of unseen.entries()) {
      const page = present(pages[index], 'every query has a page');
      const seen: SeenNode = { ...noContent(), state: NO_NODE, overfull: false, isSnapshot: false };
      addPage(seen, page, this.most);
      seen.isSnapshot = page.next === undefined && isOneMoment(seen);
      if (page.next === undefined || seen.overfull) this.seen.set(node, seen);
      else long.push(this.readRest(node, seen, page.next, options));
    }
    if (long.length > 0) await Promise.all(long);
  }

  /** Reads what is behind the first page of a node. */
  private async readRest(node: string, seen: SeenNode, first: string, options?: QueryOptions): Promise<void> {
    for (let after: string | undefined = first; after !== undefined && !seen.overfull; ) {
      const page: Page = await this.store.query(nodePartition(node), { ...options, after });
      addPage(seen, page, this.most);
      after = page.next;
    }
    this.seen.set(node, seen);
  }

  /**
   * The entities that hold the nodes: one round of queries for every level that is not known yet, and one look-up.
   *
   * @param met ids of records that earlier reads met. A record may move from a node that is not yet read to one that is
   * read already; the next read then finds it by its id.
   */
  async trees(wanted: Iterable<string>, met: ReadonlySet<string>, beside: readonly Key[] = []): Promise<ForestSeen> {
    const nodes = await this.whole(wanted);
    const everyRoot = new Map<string, string>();
    for (const node of nodes) everyRoot.set(node, this.rootOf(node));
    const roots = new Map(everyRoot);
    const oversized = new Set<string>();
    for (const node of this.tooLarge(everyRoot)) {
      oversized.add(foundOf(roots, node));
      roots.delete(node);
    }
    const members = [...roots.keys()].flatMap((node) => foundOf(this.seen, node).members);
    const ids = [...new Set([...met, ...members])];
    const rootIDs = [...new Set(roots.values())];
    const unsure = this.changeable(roots);
    const items = await this.store.getMany([...ids.map(recordKey), ...unsure.map(nodeKey), ...beside]);

    const trees = new Map<string, { records: StoredRecord[]; aliases: string[] }>();
    let misplaced = false;
    for (let index = 0; index < ids.length; index++) {
      const item = items[index];
      if (item === undefined) continue;
      const record = readRecord(item);
      // The record's own item names its node; a member of another node is left over.
      const root = roots.get(record.node);
      if (root === undefined) {
        misplaced = true;
        continue;
      }
      const tree = trees.get(root);
      if (tree === undefined) trees.set(root, { records: [record], aliases: [] });
      else tree.records.push(record);
    }
    for (const [node, root] of roots) {
      if (node !== root && !foundOf(this.seen, node).state.unnamed) trees.get(root)?.aliases.push(node);
    }
    const torn =
      !this.fitsTogether(roots) ||
      this.wereRebuilt(unsure, items, ids.length) ||
      (misplaced && this.mayHaveMoved(rootIDs, await this.store.getMany(rootIDs.map(nodeKey))));
    return {
      trees: new Map([...trees].map(([root, tree]) => [root, this.ordered(root, tree)])),
      roots: everyRoot,
      oversized,
      met: new Set(ids),
      torn,
      beside: items.slice(ids.length + unsure.length),
    };
  }

  /** The nodes with everything above and below them. */
  private async whole(wanted: Iterable<string>): Promise<Set<string>> {
    const nodes = new Set(wanted);
    for (let open = [...nodes]; open.length > 0; ) {
      await this.read(open);
      const next: string[] = [];
      for (const node of open) {
        const { parent, held, children, overfull } = foundOf(this.seen, node);
        if (overfull) continue;
        for (const other of parent === undefined || held !== undefined ? children : [parent, ...children]) {
          if (nodes.has(other)) continue;
          nodes.add(other);
          next.push(other);
        }
      }
      open = next;
    }
    return nodes;
  }

  /** The node that leads the entity of a node. */
  private rootOf(node: string): string {
    for (let root = node; ; ) {
      const seen = this.seen.get(root);
      if (seen?.parent === undefined || seen.held !== undefined) return root;
      root = seen.parent;
    }
  }

  /** The roots whose entities may have been rebuilt while their nodes were read. */
  private changeable(roots: ReadonlyMap<string, string>): string[] {
    const unsure = new Set<string>();
    for (const [node, root] of roots) {
      if (node !== root || !foundOf(this.seen, node).isSnapshot) unsure.add(root);
    }
    return [...unsure];
  }

  /** Nodes of entities with more members than the limit. */
  private tooLarge(roots: ReadonlyMap<string, string>): string[] {
    if (this.most === Number.POSITIVE_INFINITY) return [];
    const members = new Map<string, number>();
    for (const [node, root] of roots) {
      const seen = foundOf(this.seen, node);
      members.set(root, (members.get(root) ?? 0) + (seen.overfull ? this.most + 1 : seen.members.length));
    }
    return [...roots.keys()].filter((node) => foundOf(members, foundOf(roots, node)) > this.most);
  }

  /** True if nodes that were read one after the other agree about their parents. */
  private fitsTogether(roots: ReadonlyMap<string, string>): boolean {
    const listed = new Set(roots.values());
    for (const [node, root] of roots) {
      for (const child of foundOf(this.seen, node).children) {
        if (roots.get(child) !== root) return false;
        listed.add(child);
      }
    }
    return listed.size === roots.size;
  }

  /** @param from where in `items` the roots' nodes begin */
  private wereRebuilt(roots: readonly string[], items: readonly (Item | undefined)[], from = 0): boolean {
    return roots.some((root, index) => !hasSameHeartbeat(foundOf(this.seen, root).state, items[from + index]));
  }

  /** Also true if a root joined another entity since: a rebuild of that entity may have moved its records. */
  private mayHaveMoved(roots: readonly string[], items: readonly (Item | undefined)[]): boolean {
    const joined = items.some((item, index) => {
      const root = present(roots[index], 'every item answers a key');
      return item !== undefined && readNode(item).parent !== foundOf(this.seen, root).state.parent;
    });
    return joined || this.wereRebuilt(roots, items);
  }

  private ordered(root: string, { records, aliases }: { records: StoredRecord[]; aliases: string[] }): TreeSeen {
    if (records.length > 1) records.sort((a, b) => (a.recordVersion < b.recordVersion ? -1 : 1));
    return { root, state: foundOf(this.seen, root).state, records, aliases: aliases.sort() };
  }
}

/** Adds one page, until there are more members than the limit. */
function addPage(seen: SeenNode, { items }: Page, most: number): void {
  for (const item of items) {
    // The node is the first item of its partition, so it is read no later than its members.
    if (isNodeItem(item)) seen.state = readNode(item);
    addToNode(seen, item);
    if (seen.members.length > most) {
      seen.overfull = true;
      return;
    }
  }
}

/** The nodes of a component, or of an entity, and the records that may be in them. */
export interface Tree {
  readonly nodes: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** Where each node stands, in the order of their levels: a parent comes before its children. */
  readonly places: ReadonlyMap<string, Place & { readonly unnamed: boolean }>;
  /** True if there are more members than the limit; then little more of them was read than shows that. */
  readonly isTooLarge: boolean;
}

/** Items of one page, if only a few members are needed. */
const FULL_PAGE = 101;

/**
 * Reads the tree below a node: all entities of a component, unless only that of the node is wanted.
 *
 * @param root of a component; or the node that leads the entity
 */
export async function readTree(
  store: Store,
  root: string,
  limit: number,
  pace: Pace,
  { ofEntity = false }: { readonly ofEntity?: boolean } = {},
): Promise<Tree> {
  const places = new Map<string, Place & { readonly unnamed: boolean }>();
  const members = new Set<string>();
  const nodes = new Set([root]);
  for (let level = [root]; level.length > 0 && members.size <= limit; ) {
    const contents = await Promise.all(
      level.map(async (node) => {
        const content = noContent();
        let after: string | undefined;
        do {
          const page: Page = await store.query(nodePartition(node), {
            after,
            limit: limit < FULL_PAGE ? FULL_PAGE : undefined,
          });
          for (const item of page.items) addToNode(content, item);
          if (pace.isDue(page.items.length)) await pace.rest();
          after = page.next;
        } while (after !== undefined && content.members.length <= limit);
        return content;
      }),
    );
    for (const [index, { parent, held, unnamed = false }] of contents.entries()) {
      places.set(present(level[index], 'every node has its content'), { parent, held, unnamed });
    }
    level = contents
      .flatMap(({ children, heldChildren }) => (ofEntity ? children : [...children, ...heldChildren]))
      .filter((child) => !nodes.has(child));
    for (const child of level) nodes.add(child);
    for (const content of contents) for (const member of content.members) members.add(member);
  }
  return { nodes, members, places, isTooLarge: members.size > limit };
}
