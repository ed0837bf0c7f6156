import type { DisjointSets } from '../disjoint-sets.ts';
import { coherentGroups, type Linkable } from '../entities/keys/coherent-groups.ts';
import { keysOf } from '../entities/keys/record-keys.ts';
import { UNITS_OF_RECORD } from '../entities/pace.ts';
import { scoreOfLink } from '../entities/submit/near-matches.ts';
import type { CompiledRules } from '../rules/compile/compiled-rules.ts';
import type { RecordPayload } from '../rules/types.ts';
import type { Work } from '../work.ts';
import type { NearPair } from './judge.ts';
import type { RecordTable } from './record-table.ts';
import { addDocument, documentsIn, readSpill, removeSpill, Spill } from './spill.ts';

export interface GroupOptions {
  readonly rules: CompiledRules;
  readonly directory: () => string;
  readonly buckets: number;
  /** Of this part, and how many there are. */
  readonly part: number;
  readonly parts: number;
}

/** What all parts share while they group. */
export interface Grouping {
  readonly table: Pick<RecordTable, 'isRecord' | 'id'>;
  /** As links connect them. */
  readonly components: Pick<DisjointSets, 'find'>;
  /** As they hold together; at first each record is one. */
  readonly entities: Pick<DisjointSets, 'join'>;
  /** By position: whether its component has several records. */
  readonly several: Uint8Array;
  /** What people decided about stored records. */
  readonly decided?: Decided;
}

export interface Decided {
  /** Ids of records whose link with the record was removed. */
  removedLinks(position: number): readonly string[];
  /** Groups that join whatever the rules say. */
  groups(position: number): readonly string[];
}

export interface Grouped {
  /** Two records of each join, one after the other. */
  readonly joined: Uint32Array;
  /** The strongest linked pair of each two entities that are linked. */
  readonly held: readonly NearPair[];
}

/** A record of a component. */
interface Member extends Linkable {
  readonly position: number;
}

const NO_IDS: readonly string[] = [];

/**
 * Makes the entities of components where the rules keep linked records apart. Keeps the records while they are read; then puts
 * them together by component, so that memory holds one bucket of many.
 */
export class RecordGroups {
  private readonly options: GroupOptions;
  private readonly read: Spill;
  private byComponent: Spill | undefined;

  constructor(options: GroupOptions) {
    this.options = options;
    const { directory, part, buckets } = options;
    this.read = new Spill({ directory, name: `read.${part}` }, buckets);
  }

  note(position: number, document: string): void {
    addDocument(this.read, position % this.options.buckets, position, document);
  }

  /** Puts the records that this part read by component, for all parts. */
  place({ table, components, several }: Pick<Grouping, 'table' | 'components' | 'several'>): void {
    const { directory, part, parts, buckets } = this.options;
    const byComponent = new Spill({ directory, name: `component.${part}` }, buckets);
    for (let bucket = 0; bucket < buckets; bucket++) {
      for (const [position, document] of documentsIn(this.read.read(bucket))) {
        if (!table.isRecord(position) || several[position] === 0) continue;
        addDocument(byComponent, components.find(position) % buckets, position, document);
      }
    }
    for (let bucket = 0; bucket < buckets; bucket++) removeSpill({ directory, name: `read.${part}` }, bucket);
    if (parts > 1) byComponent.close();
    this.byComponent = byComponent;
  }

  *group(bucket: number, { table, components, entities, decided }: Grouping): Work<Grouped> {
    const { rules } = this.options;
    const joined: number[] = [];
    const held: NearPair[] = [];
    const records = [...documentsIn(this.componentsIn(bucket))].sort(([a], [b]) => a - b);
    for (const component of Map.groupBy(records, ([position]) => components.find(position)).values()) {
      const members: Member[] = [];
      for (const [position, document] of component) {
        const values = rules.resolve(JSON.parse(document) as RecordPayload);
        const stored = { id: table.id(position), removedLinks: decided?.removedLinks(position) ?? NO_IDS };
        const keys = keysOf(rules, values, decided?.groups(position) ?? NO_IDS);
        members.push({ position, stored, values, keys });
        yield UNITS_OF_RECORD;
      }
      const coherent = yield* coherentGroups(members, rules);
      for (const [first, ...others] of coherent.groups) {
        for (const { position } of others) entities.join(first!.position, position);
      }
      for (const [a, b] of coherent.joined) joined.push(a.position, b.position);
      for (const { a, b } of coherent.held) {
        held.push({ a: a.position, b: b.position, score: scoreOfLink(rules, a.values, b.values) });
      }
    }
    return { joined: Uint32Array.from(joined), held };
  }

  private componentsIn(bucket: number): Buffer {
    const { directory, parts } = this.options;
    if (parts === 1) return this.byComponent!.read(bucket);
    return Buffer.concat(
      Array.from({ length: parts }, (_, part) => {
        const place = { directory, name: `component.${part}` };
        const content = readSpill(place, bucket);
        removeSpill(place, bucket);
        return content;
      }),
    );
  }
}
