import type { CompiledRuleConfig, IndexKey, RecordPayload } from '../../../rules/types.ts';
import { type Page, queryMany, type Store } from '../../../store/port.ts';
import { digestText } from '../../../text/digest.ts';
import { findRoots } from '../../forest/find.ts';
import type { TreeSeen } from '../../forest/forest.ts';
import { isOverFrequentMark, isPostingOf, keyOwnerKey, ownersOf, postingPartition } from '../../items/index-keys.ts';
import { readRecord, recordKey } from '../../items/record.ts';
import { canLink, isOverFrequent, readPostings } from '../../keys/candidates.ts';
import { partByPart } from '../../keys/components.ts';
import { type MemberRecord, memberOf, STATIC_PLAN } from '../../keys/record-keys.ts';
import { Pace, UNITS_OF_RECORD } from '../../pace.ts';
import { linkedAcross } from '../report.ts';
import type { RuleChangeExample } from '../types.ts';
import { type Affected, affectedBy } from './affected-keys.ts';
import { KeyGroup } from './key-group.ts';

/** Two records of two entities that the next rules link. Ids of records, and of the entities that hold them. */
export type FoundPair = readonly [a: string, entityOfA: string, b: string, entityOfB: string];

/** A record with an exact key of the next rules that records of several entities have. */
export type FoundKey = readonly [record: string, entity: string, hash: string, ruleIDs: readonly string[]];

/** Two records that the change joins or parts. */
export interface FoundExample extends Omit<RuleChangeExample, 'kind'> {
  readonly joins: boolean;
}

/** What the scan finds in one chunk. Names records, entities and rules, and never values. */
export interface ChunkFindings {
  readonly records: number;
  readonly entities: number;
  /** Records that the next rules refuse, and the first of them with their codes. */
  readonly refused: number;
  readonly problems: readonly (readonly [record: string, code: string])[];
  /** Entities of several records, with their number. */
  readonly sizes: readonly (readonly [entity: string, records: number])[];
  /** Entities that the next rules part, with the records of each part. */
  readonly parted: readonly (readonly [entity: string, parts: readonly (readonly string[])[]])[];
  /** Records of large entities that there was no time to judge: each is in a part of its own. */
  readonly unjudged: number;
  /** As many pairs of a key as connect what it links. */
  readonly pairs: readonly FoundPair[];
  readonly keys: readonly FoundKey[];
  /** Constraints of entities, as they are stored. */
  readonly constraints: readonly (readonly [entity: string, text: string])[];
  /** Hashes of keys that more records share than a key may link. */
  readonly overFrequent: readonly string[];
  readonly examples: readonly FoundExample[];
}

export interface ChunkScanDependencies {
  readonly store: Store;
  readonly from: CompiledRuleConfig;
  readonly to: CompiledRuleConfig;
  /** More records than this under one blocking key make it over-frequent. */
  readonly genericKeyRecords: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A record of the chunk with the entity that holds it. */
interface Held {
  readonly entity: string;
  readonly member: MemberRecord;
}

/** Records whose keys are read together. */
const RECORDS_AT_ONCE = 100;
/** Examples of joined and of parted records, and refused records, that a chunk keeps. */
const EXAMPLES = 5;
const PROBLEMS = 20;
/** Records of a parted entity whose values the search for an example compares. */
const MOST_COMPARED = 200;
/** Postings that show whether a record is the first that has the key. */
const FIRST_POSTINGS = 2;

/**
 * Milliseconds after which a chunk judges entities of more than so many records no further: where many records share a key that
 * links few of them, all pairs may take longer than a process lives.
 */
const JUDGED_FOR = 20_000;
const JUDGED_WHOLE = 2_000;

/** Finds out what the next rules make of some entities. Reads only. */
export class ChunkScan {
  private readonly dependencies: ChunkScanDependencies;
  private readonly affected: Affected;
  private readonly pace = new Pace();
  private records = 0;
  private entities = 0;
  private refused = 0;
  private unjudged = 0;
  private readonly begun: number;
  private readonly problems: [string, string][] = [];
  private readonly sizes: [string, number][] = [];
  private readonly parted: [string, string[][]][] = [];
  private readonly pairs: FoundPair[] = [];
  private readonly keys: FoundKey[] = [];
  private readonly constraints: [string, string][] = [];
  private readonly overFrequent = new Set<string>();
  private readonly joined: FoundExample[] = [];
  private readonly apart: FoundExample[] = [];
  /** Records whose keys are not read yet. */
  private readonly waiting: Held[] = [];

  constructor(dependencies: ChunkScanDependencies) {
    this.dependencies = dependencies;
    this.affected = affectedBy(dependencies.from, dependencies.to);
    this.begun = dependencies.now();
  }

  async add(tree: TreeSeen): Promise<void> {
    const { to } = this.dependencies;
    this.entities += 1;
    this.records += tree.records.length;
    if (tree.records.length > 1) this.sizes.push([tree.root, tree.records.length]);
    const { text } = tree.state.constraints;
    if (text !== '') this.constraints.push([tree.root, text]);
    const members: MemberRecord[] = [];
    for (const stored of tree.records) {
      const member = memberOf(to, stored);
      members.push(member);
      this.check(member);
      if (this.pace.isDue(UNITS_OF_RECORD)) await this.pace.rest();
    }
    if (this.affected.parts && members.length > 1) await this.part(tree.root, members);
    for (const member of members) {
      this.waiting.push({ entity: tree.root, member });
      if (this.waiting.length === RECORDS_AT_ONCE) await this.join(this.waiting.splice(0));
    }
  }

  async findings(): Promise<ChunkFindings> {
    await this.join(this.waiting.splice(0));
    return {
      records: this.records,
      entities: this.entities,
      refused: this.refused,
      problems: this.problems,
      sizes: this.sizes,
      parted: this.parted,
      unjudged: this.unjudged,
      pairs: this.pairs,
      keys: this.keys,
      constraints: this.constraints,
      overFrequent: [...this.overFrequent],
      examples: [...(await this.withRules(this.joined)), ...this.apart],
    };
  }

  /** Names the rules that link the records of each example, of those that share its key. */
  private async withRules(examples: readonly FoundExample[]): Promise<FoundExample[]> {
    const { store, to } = this.dependencies;
    const items = await store.getMany(
      examples.flatMap(({ records }) => records.map(recordKey)),
      { consistent: false },
    );
    return examples.map((example, index) => {
      const [a, b] = items.slice(2 * index, 2 * index + 2).map((item) => item && memberOf(to, readRecord(item)).values);
      if (a === undefined || b === undefined) return example;
      const rules = new Set(to.links(a, b).map(({ ruleID }) => ruleID));
      return rules.size === 0 ? example : { ...example, rules: [...rules] };
    });
  }

  private check({ stored, values }: MemberRecord): void {
    const payload = JSON.parse(stored.document) as RecordPayload;
    const [problem] = this.dependencies.to.recordProblems(payload, values);
    if (problem === undefined) return;
    this.refused += 1;
    if (this.problems.length < PROBLEMS) this.problems.push([stored.id, problem.code]);
  }

  private async part(entity: string, members: readonly MemberRecord[]): Promise<void> {
    const { from, to, now } = this.dependencies;
    const isOver = () => members.length > JUDGED_WHOLE && now() - this.begun > JUDGED_FOR;
    const { parts: found, rest } = await partByPart(members, to, this.pace, [], isOver);
    this.unjudged += rest.length;
    const parts = [...found, ...rest.map((record) => [record])];
    if (parts.length === 1) return;
    this.parted.push([entity, parts.map((part) => part.map(({ stored }) => stored.id))]);
    const held = parts.flatMap((part, index) => part.map(({ stored }) => ({ part: index, stored })));
    const compared = held.slice(0, MOST_COMPARED).map(({ part, stored }) => ({ part, ...memberOf(from, stored) }));
    const linked = await this.pace.through(linkedAcross(compared, from));
    if (linked === undefined) return;
    const { one, other, key } = linked;
    const rules = new Set(from.links(one.values, other.values).map(({ ruleID }) => ruleID));
    keep(this.apart, {
      joins: false,
      entities: [entity, entity],
      records: [one.stored.id, other.stored.id],
      rules: rules.size > 0 ? [...rules] : key.plan.ruleIDs,
    });
  }

  /** Finds what links these records with those of other entities. */
  private async join(held: readonly Held[]): Promise<void> {
    const exact = new Map<string, { key: IndexKey; holders: Held[] }>();
    const blocking = new Map<string, { key: IndexKey; holders: Held[] }>();
    for (const one of held) {
      for (const key of this.affected.joiningKeys(one.member)) {
        if (key.plan === STATIC_PLAN) continue;
        if (!key.plan.exact && !canLink(key)) continue;
        const known = key.plan.exact ? exact : blocking;
        const entry = known.get(key.hash);
        if (entry === undefined) known.set(key.hash, { key, holders: [one] });
        else entry.holders.push(one);
      }
    }
    await this.joinByOwners([...exact.values()]);
    await this.joinByPostings([...blocking.values()]);
  }

  /** All owners of an exact key become one. */
  private async joinByOwners(
    keys: readonly { readonly key: IndexKey; readonly holders: readonly Held[] }[],
  ): Promise<void> {
    if (keys.length === 0) return;
    const { store } = this.dependencies;
    const items = await store.getMany(
      keys.map(({ key }) => keyOwnerKey(key.hash)),
      { consistent: false },
    );
    const owners = items.map((item) => ownersOf(item));
    const roots = await findRoots(store, new Set(owners.flat()));
    for (const [index, { key, holders }] of keys.entries()) {
      for (const { entity, member } of holders) {
        const others = new Set(owners[index]!.map((owner) => roots.get(owner)!).filter((root) => root !== entity));
        for (const root of await this.entitiesOf(member.stored.removedLinks)) others.delete(root);
        if (others.size > 0) this.keys.push([member.stored.id, entity, key.hash, key.plan.ruleIDs]);
      }
    }
  }

  /** The entities of records that a record has a removed link with. */
  private async entitiesOf(recordIDs: readonly string[]): Promise<Iterable<string>> {
    if (recordIDs.length === 0) return [];
    const { store } = this.dependencies;
    const items = await store.getMany(recordIDs.map(recordKey), { consistent: false });
    const nodes = items.flatMap((item) => (item === undefined ? [] : [readRecord(item).node]));
    return (await findRoots(store, new Set(nodes))).values();
  }

  /** The first record that has a blocking key judges all that have it, so that each key is judged once. */
  private async joinByPostings(
    keys: readonly { readonly key: IndexKey; readonly holders: readonly Held[] }[],
  ): Promise<void> {
    if (keys.length === 0) return;
    const { store } = this.dependencies;
    const partitions = keys.map(({ key }) => postingPartition(key.hash));
    const pages = await queryMany(store, partitions, { consistent: false, limit: FIRST_POSTINGS });
    await Promise.all(keys.map(({ key, holders }, index) => this.judge(key, holders, pages[index]!)));
  }

  private async judge(key: IndexKey, holders: readonly Held[], { items, next }: Page): Promise<void> {
    const { store, to, genericKeyRecords: cap } = this.dependencies;
    const [first] = items;
    if (first !== undefined && isOverFrequentMark(first)) {
      this.overFrequent.add(key.hash);
      return;
    }
    const isFirst = holders.some(
      ({ member: { stored } }) => first !== undefined && isPostingOf(first, { ...stored, recordID: stored.id }),
    );
    if (!isFirst || (items.length === 1 && next === undefined)) return;
    const [postings] = await readPostings(store, [key.hash], { consistent: false, cap });
    if (postings === undefined || isOverFrequent(postings)) {
      this.overFrequent.add(key.hash);
      return;
    }
    for (const { a, b, entityOfA, entityOfB } of await new KeyGroup(
      store,
      to,
      key,
      postings,
      this.pace,
    ).linkedPairs()) {
      this.pairs.push([a.recordID, entityOfA, b.recordID, entityOfB]);
      keep(this.joined, {
        joins: true,
        records: [a.recordID, b.recordID],
        entities: [entityOfA, entityOfB],
        rules: key.plan.ruleIDs,
      });
    }
  }
}

/**
 * Keeps the examples with the smallest digests: a random choice that is the same in every process. Several keys may link the
 * same entities: one example is kept of these.
 */
function keep(examples: FoundExample[], example: FoundExample): void {
  const entities = pairText(example.entities);
  const known = examples.findIndex((other) => pairText(other.entities) === entities);
  if (known === -1) examples.push(example);
  else if (drawOf(example) < drawOf(examples[known]!)) examples[known] = example;
  if (examples.length <= EXAMPLES) return;
  examples.sort((a, b) => (drawOf(a) < drawOf(b) ? -1 : 1));
  examples.length = EXAMPLES;
}

/** The same for both orders of two ids. */
export const pairText = (ids: readonly [string, string]): string => [...ids].sort().join(' ');

export const drawOf = ({ records }: Pick<FoundExample, 'records'>): string => digestText(pairText(records));
