import type { Item, Key, TableScan } from '../../src/store/port.ts';

/**
 * Everything in a store up to ids, times and the shape of the forest, as lines: two stores with the same lines answer alike.
 *
 * A node is named by the smallest id of a record of its entity, a record version by its record; operations, times and merged
 * nodes have no name.
 */
export async function canonicalItems(store: TableScan): Promise<string[]> {
  const items = await scanned(store);
  const names = new Names(items);
  const lines = new Map<string, string>();
  const counts = { r: 0, e: 0 };
  for (const item of items) {
    // Operations on DynamoDB are counted in the shards of those that are under way.
    if (item.pk.startsWith('N#') || item.pk.startsWith('S#')) {
      counts.r += (item['r'] as number | undefined) ?? 0;
      counts.e += (item['e'] as number | undefined) ?? 0;
      continue;
    }
    for (const [key, rest] of canonical(item, names)) {
      if (lines.has(key)) throw new Error(`${key} is there twice`);
      lines.set(key, JSON.stringify(rest, Object.keys(rest).sort()));
    }
  }
  return [`counts ${counts.r} ${counts.e}`, ...[...lines].map(([key, text]) => `${key} ${text}`)].sort();
}

/** A table of these items, on one page. */
export const tableOf = (items: readonly Item[]): TableScan => ({ identity: 'items', scan: async () => ({ items }) });

async function scanned(store: TableScan): Promise<Item[]> {
  const items: Item[] = [];
  let after: Key | undefined;
  do {
    const page = await store.scan({ segment: 0, segments: 1, ...(after === undefined ? {} : { after }) });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

class Names {
  private readonly parents = new Map<string, string>();
  private readonly nodes = new Map<string, string>();
  private readonly versions = new Map<string, string>();
  private readonly entities = new Map<string, string>();

  constructor(items: readonly Item[]) {
    for (const { pk, sk, ...rest } of items) {
      const name = pk.slice(2);
      if (pk.startsWith('E#') && sk === '#' && rest['p'] !== undefined) this.parents.set(name, rest['p'] as string);
      if (!pk.startsWith('R#') || sk !== '#') continue;
      this.nodes.set(name, rest['n'] as string);
      this.versions.set(rest['i'] as string, name);
    }
    for (const [id, node] of [...this.nodes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const root = this.root(node);
      if (!this.entities.has(root)) this.entities.set(root, id);
    }
  }

  entity(node: unknown): string {
    return this.entities.get(this.root(node as string)) ?? `unknown node ${node}`;
  }

  version(text: unknown): string {
    return this.versions.get(text as string) ?? `unknown version ${text}`;
  }

  /** The entity of a record. */
  entityOf(id: string): string {
    return this.entity(this.nodes.get(id));
  }

  /** A member that was left behind when its record got another node says nothing. */
  isMember(node: string, id: string): boolean {
    return this.nodes.get(id) === node;
  }

  areApart(a: string, b: string): boolean {
    return this.entity(this.nodes.get(a)) !== this.entity(this.nodes.get(b));
  }

  private root(node: string): string {
    let at = node;
    for (let up = this.parents.get(at); up !== undefined; up = this.parents.get(at)) at = up;
    return at;
  }
}

type Line = readonly [key: string, rest: Readonly<Record<string, unknown>>];

function canonical({ pk, sk, ...rest }: Item, names: Names): Line[] {
  const [kind, name] = [pk.slice(0, 2), pk.slice(2)];
  const { entity, version } = {
    entity: (node: unknown) => names.entity(node),
    version: (one: unknown) => names.version(one),
  };
  switch (kind) {
    case 'R#':
      return [[`${pk}\t${sk}`, { ...rest, n: entity(rest['n']), i: version(rest['i']), o: '' }]];
    case 'E#':
      return sk.startsWith('R#') && names.isMember(name, sk.slice(2)) ? [[`E#${entity(name)}\t${sk}`, rest]] : [];
    case 'K#':
      return [[`${pk}\t${sk}`, { n: [...new Set((rest['n'] as string).split(' ').map(entity))].sort().join(), o: '' }]];
    case 'B#': {
      // How many had the key when it was marked depends on the batches.
      if (sk === '\t') return [[`${pk}\tmark`, {}]];
      const tab = sk.lastIndexOf('\t');
      const posted = `${sk.slice(0, tab)}\t${version(sk.slice(tab + 1))}`;
      return [[`${pk}\t${posted}`, { n: entity(rest['n']), v: JSON.stringify(rest['v']) }]];
    }
    case 'Y#':
    case 'I#': {
      // A pair that became one entity later stays in the queue until it is read.
      const [i, j] = [version(rest['i']), version(rest['j'])];
      return names.areApart(i, j) ? [[`${pk}\t${sk}`, { ...rest, i, j, t: 0 }]] : [];
    }
    case 'Y~':
      return [];
    // How many records an operation has, and how many unions there were, depends on the batches.
    case 'V#':
      return ((rest['r'] ?? []) as string[]).map((id) => {
        const isNamed = (rest['f'] as string[]).some((node) => entity(node) === names.entityOf(id));
        return [`V#${id}`, { c: rest['c'], isNamed }];
      });
    case 'Q#':
      return [[`${pk}\t${sk}`, { ...rest, t: 0, v: 0, k: JSON.stringify(Object.entries(rest['k'] ?? {}).sort()) }]];
    // Done work: a submit's notes of operations that have ended.
    case 'J#':
      return [];
    default:
      return [[`${pk}\t${sk}`, rest]];
  }
}
