import { type Item, type Key, type Page, type QueryOptions, queryMany, type Store } from '../../store/port.ts';
import {
  addToNode,
  hasSameHeartbeat,
  isNodeItem,
  NO_NODE,
  type NodeContent,
  type NodeState,
  nodeKey,
  nodePartition,
  readNode,
} from '../items/node.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import type { RootSeen } from './find.ts';

/** A node as one look at its partition shows it. */
interface SeenNode extends NodeContent {
  state: NodeState;
  /** It has more members than anybody wanted to know of. */
  overfull: boolean;
}

/** A whole entity as one look shows it. */
export interface TreeSeen extends RootSeen {
  /** In the order in which they were first stored. */
  readonly records: readonly StoredRecord[];
  /** Ids that were united with the root's. */
  readonly aliases: readonly string[];
}

export interface ForestSeen {
  /** By root; those that hold nothing are left out. */
  readonly trees: ReadonlyMap<string, TreeSeen>;
  /** Something moved while it was looked at, so that a record may be missing or in the wrong place: look again. */
  readonly torn: boolean;
  /** The items of the keys asked for beside, read after every node. */
  readonly beside: readonly (Item | undefined)[];
}

/**
 * One look at nodes and the entities that they belong to. A node's partition holds its node, its members and its
 * children, so that one query of it leads up, down and to the records; each is asked for once. When the nodes are
 * known the records follow, and together with them the roots once more.
 *
 * What makes one picture of it: a rebuild writes to the root's node with whatever it moves. Every root is seen before
 * its records are asked for and again with them; a root that shows the same both times was not rebuilt in between. The
 * items of one call are read in any order, though, and a record may move after its root was seen for the second time:
 * such a record stands in a node that nobody has seen, and then the roots are looked at a third time.
 */
export class Forest {
  private readonly store: Store;
  private readonly most: number;
  private readonly seen = new Map<string, SeenNode>();

  /** @param most entities with more members are left out, and no more of them is read than shows it */
  constructor(store: Store, most = Number.POSITIVE_INFINITY) {
    this.store = store;
    this.most = most;
  }

  /** Looks at nodes that may or may not be asked for later. One round of queries. */
  async look(nodes: Iterable<string>): Promise<void> {
    const unseen: string[] = [];
    for (const node of new Set(nodes)) if (!this.seen.has(node)) unseen.push(node);
    if (unseen.length === 0) return;
    const options: QueryOptions | undefined =
      this.most === Number.POSITIVE_INFINITY ? undefined : { limit: this.most + 2 };
    const pages = await queryMany(this.store, unseen.map(nodePartition), options);
    const long: Promise<void>[] = [];
    for (let index = 0; index < unseen.length; index++) {
      const node = unseen[index]!;
      const page = pages[index]!;
      const seen: SeenNode = { state: NO_NODE, overfull: false, members: [], children: [] };
      addPage(seen, page, this.most);
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
   * The entities that hold the nodes: a round of queries for every step up or down that is not known yet, and one
   * of look-ups.
   *
   * @param remembered ids of records that earlier looks met there; added to by this one. A record that moves from a
   * node not yet read to one already read is so found by the next look, wherever it stands.
   */
  async trees(wanted: Iterable<string>, remembered: Set<string>, beside: readonly Key[] = []): Promise<ForestSeen> {
    const nodes = await this.whole(wanted);
    const roots = new Map<string, string>();
    for (const node of nodes) roots.set(node, this.rootOf(node));
    for (const node of this.tooLarge(roots)) roots.delete(node);
    for (const node of roots.keys()) for (const id of this.seen.get(node)!.members) remembered.add(id);
    const ids = [...remembered];
    const rootIDs = [...new Set(roots.values())];
    const rootKeys = rootIDs.map(nodeKey);
    const items = await this.store.getMany([...ids.map(recordKey), ...rootKeys, ...beside]);

    const trees = new Map<string, { records: StoredRecord[]; aliases: string[] }>();
    let misplaced = false;
    for (let index = 0; index < ids.length; index++) {
      const item = items[index];
      if (item === undefined) continue;
      const record = readRecord(item);
      // The record's own item says where it stands; a member item elsewhere is a leftover.
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
      if (node !== root && !this.seen.get(node)!.state.unnamed) trees.get(root)?.aliases.push(node);
    }
    const torn =
      !this.fitsTogether(roots) ||
      this.wereRebuilt(rootIDs, items, ids.length) ||
      (misplaced && this.mayHaveMoved(rootIDs, await this.store.getMany(rootKeys)));
    return {
      trees: new Map([...trees].map(([root, tree]) => [root, this.ordered(root, tree)])),
      torn,
      beside: items.slice(ids.length + rootKeys.length),
    };
  }

  /** The nodes with everything above and below them. */
  private async whole(wanted: Iterable<string>): Promise<Set<string>> {
    const nodes = new Set(wanted);
    for (let open = [...nodes]; open.length > 0; ) {
      await this.look(open);
      const next: string[] = [];
      for (const node of open) {
        const { parent, children, overfull } = this.seen.get(node)!;
        if (overfull) continue;
        for (const other of parent === undefined ? children : [parent, ...children]) {
          if (nodes.has(other)) continue;
          nodes.add(other);
          next.push(other);
        }
      }
      open = next;
    }
    return nodes;
  }

  private rootOf(node: string): string {
    let root = node;
    for (let next = this.seen.get(root)?.parent; next !== undefined; next = this.seen.get(root)?.parent) root = next;
    return root;
  }

  /** Nodes of entities with more members than are wanted. */
  private tooLarge(roots: ReadonlyMap<string, string>): string[] {
    if (this.most === Number.POSITIVE_INFINITY) return [];
    const members = new Map<string, number>();
    for (const [node, root] of roots) {
      const seen = this.seen.get(node)!;
      members.set(root, (members.get(root) ?? 0) + (seen.overfull ? this.most + 1 : seen.members.length));
    }
    return [...roots.keys()].filter((node) => members.get(roots.get(node)!)! > this.most);
  }

  /** Whether nodes that were seen one after the other agree about who is below whom. */
  private fitsTogether(roots: ReadonlyMap<string, string>): boolean {
    const listed = new Set(roots.values());
    for (const [node, root] of roots) {
      for (const child of this.seen.get(node)!.children) {
        if (roots.get(child) !== root) return false;
        listed.add(child);
      }
    }
    return listed.size === roots.size;
  }

  /** @param from where in `items` the roots' nodes begin */
  private wereRebuilt(roots: readonly string[], items: readonly (Item | undefined)[], from = 0): boolean {
    return roots.some((root, index) => !hasSameHeartbeat(this.seen.get(root)!.state, items[from + index]));
  }

  /** Also true when a root joined another entity since: a rebuild of that one may have moved its records. */
  private mayHaveMoved(roots: readonly string[], items: readonly (Item | undefined)[]): boolean {
    const joined = items.some((item) => item !== undefined && readNode(item).parent !== undefined);
    return joined || this.wereRebuilt(roots, items);
  }

  private ordered(root: string, { records, aliases }: { records: StoredRecord[]; aliases: string[] }): TreeSeen {
    if (records.length > 1) records.sort((a, b) => (a.recordVersion < b.recordVersion ? -1 : 1));
    return { root, state: this.seen.get(root)!.state, records, aliases: aliases.sort() };
  }
}

/** Adds what one page shows, until there are more members than are wanted. */
function addPage(seen: SeenNode, { items }: Page, most: number): void {
  for (const item of items) {
    // The first of its partition: it is seen no later than what it stands for.
    if (isNodeItem(item)) seen.state = readNode(item);
    addToNode(seen, item);
    if (seen.members.length > most) {
      seen.overfull = true;
      return;
    }
  }
}
