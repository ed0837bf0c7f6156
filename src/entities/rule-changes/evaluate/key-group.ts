import { DisjointSets } from '../../../disjoint-sets.ts';
import { postedValues } from '../../../rules/compile/index-plan.ts';
import type { CompiledRuleConfig, IndexKey, ResolvedValues } from '../../../rules/types.ts';
import type { Store } from '../../../store/port.ts';
import { findRoots } from '../../forest/find.ts';
import type { Posting } from '../../items/index-keys.ts';
import { readRecord, recordKey, type StoredRecord } from '../../items/record.ts';
import { isLinkRemoved } from '../../keys/record-keys.ts';
import { Pace } from '../../pace.ts';

/** Two postings that the rules link, of records in two entities. */
export interface LinkedPostings {
  readonly a: Posting;
  readonly b: Posting;
  readonly entityOfA: string;
  readonly entityOfB: string;
}

/** Positions of postings that are out of date, and pairs of positions with a removed link. */
interface Closed {
  readonly pairs: Set<string>;
  readonly postings: Set<number>;
}

const isClosed = ({ pairs, postings }: Closed, a: number, b: number): boolean =>
  postings.has(a) || postings.has(b) || pairs.has(`${a} ${b}`);

/** A blocking key with all of its postings, judged as a whole. */
export class KeyGroup {
  private readonly store: Store;
  private readonly rules: CompiledRuleConfig;
  private readonly key: IndexKey;
  private readonly postings: readonly Posting[];
  private readonly values: readonly ResolvedValues[];
  private readonly pace: Pace;

  constructor(store: Store, rules: CompiledRuleConfig, key: IndexKey, postings: readonly Posting[], pace = new Pace()) {
    this.store = store;
    this.rules = rules;
    this.key = key;
    this.postings = postings;
    this.values = postings.map(({ values }) => postedValues(key.plan, values, rules.resolverIDs.length));
    this.pace = pace;
  }

  /**
   * As many linked pairs as it takes to connect the entities that the key links, without removed links and postings
   * that are out of date.
   */
  async linkedPairs(): Promise<readonly LinkedPostings[]> {
    const roots = await findRoots(this.store, new Set(this.postings.map(({ node }) => node)));
    const entities = this.postings.map(({ node }) => roots.get(node)!);
    if (new Set(entities).size === 1) return [];
    const closed: Closed = { pairs: new Set(), postings: new Set() };
    for (;;) {
      const pairs = await this.judge(entities, closed);
      if (!(await this.close(pairs, closed))) {
        return pairs.map(([a, b]) => ({
          a: this.postings[a]!,
          b: this.postings[b]!,
          entityOfA: entities[a]!,
          entityOfB: entities[b]!,
        }));
      }
    }
  }

  /** Positions of pairs. */
  private async judge(entities: readonly string[], closed: Closed): Promise<(readonly [number, number])[]> {
    const sets = new DisjointSets(this.postings.length);
    const first = new Map<string, number>();
    entities.forEach((entity, position) => {
      sets.join(first.get(entity) ?? position, position);
      if (!first.has(entity)) first.set(entity, position);
    });
    const pairs: (readonly [number, number])[] = [];
    let apart = first.size;
    for (let b = 1; b < this.postings.length && apart > 1; b++) {
      for (let a = 0; a < b; a++) {
        if (sets.find(a) === sets.find(b) || isClosed(closed, a, b)) continue;
        const [one, other] = [this.values[a]!, this.values[b]!];
        if (!(await this.pace.judge(() => this.rules.linked(this.key.plan, one, other)))) continue;
        sets.join(a, b);
        pairs.push([a, b]);
        apart -= 1;
      }
    }
    return pairs;
  }

  /**
   * Closes those of the pairs that are not linked: by a removed link, or because a record has other content by now. Returns
   * true if there are any.
   */
  private async close(pairs: readonly (readonly [number, number])[], closed: Closed): Promise<boolean> {
    const positions = [...new Set(pairs.flat())];
    const items = await this.store.getMany(
      positions.map((position) => recordKey(this.postings[position]!.recordID)),
      { consistent: false },
    );
    const records = new Map<number, StoredRecord>();
    for (const [index, position] of positions.entries()) {
      const item = items[index];
      const record = item === undefined ? undefined : readRecord(item);
      if (record?.recordVersion === this.postings[position]!.recordVersion) records.set(position, record);
      else closed.postings.add(position);
    }
    for (const [a, b] of pairs) {
      const [first, second] = [records.get(a), records.get(b)];
      if (first !== undefined && second !== undefined && isLinkRemoved(first, second)) closed.pairs.add(`${a} ${b}`);
    }
    return pairs.some(([a, b]) => isClosed(closed, a, b));
  }
}
