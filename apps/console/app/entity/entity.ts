import { ask } from '../api/graphql.ts';
import { RequestFailed } from '../api/problem.ts';
import type { RecordData } from '../api/record-values.ts';

export interface Link {
  readonly a: string;
  readonly b: string;
  readonly rule: string;
  readonly score: number;
}

export interface ConnectionBan {
  readonly reference: string;
  /** Ids of the entities that the constraint keeps apart from this one. */
  readonly others: readonly string[];
  readonly user: string;
  readonly reason: string;
}

export interface Entity {
  readonly id: string;
  /** Undefined when the entity has too many links for one answer; links and duplicates are then empty. */
  readonly score?: number;
  readonly consistency?: number;
  readonly aliases: readonly string[];
  readonly records: readonly RecordData[];
  readonly links: readonly Link[];
  /** Duplicates by original; keys are `GROUP:original` when there are several rule groups. */
  readonly duplicates: Readonly<Record<string, readonly string[]>>;
  readonly connectionBans: readonly ConnectionBan[];
}

/**
 * Loads the entity with this id, else the one that contains a record with this id; null when there is neither. Leaves
 * its links out when the API has too many of them for one answer.
 */
export async function loadEntity(asked: Asked, selection: string, signal: AbortSignal): Promise<Entity | null> {
  const always = `id aliases connectionBans { reference others user reason } records { ${selection} }`;
  try {
    return await load(asked, `${always} score consistency duplicates links { a b rule score }`, signal);
  } catch (error) {
    if (!(error instanceof RequestFailed) || !error.problems.some(({ code }) => code === 'ENTITY_TOO_LARGE'))
      throw error;
    const entity = await load(asked, always, signal);
    return entity && { ...entity, links: [], duplicates: {} };
  }
}

interface Asked {
  readonly id?: string | undefined;
  readonly record?: string | undefined;
}

async function load({ id, record }: Asked, fields: string, signal: AbortSignal): Promise<Entity | null> {
  const parts = [
    ...(id === undefined ? [] : ['byID: entity(input: { id: $id }) { ...Whole }']),
    ...(record === undefined ? [] : ['byRecord: entityByRecord(input: { id: $record }) { ...Whole }']),
  ];
  const names = [...(id === undefined ? [] : ['$id: ID!']), ...(record === undefined ? [] : ['$record: ID!'])];
  const query = `query Entity(${names.join(', ')}) { ${parts.join(' ')} }
  fragment Whole on EntityOutput {
    entity { ${fields} }
  }`;
  const { byID, byRecord } = await ask<{
    readonly byID?: { readonly entity: Entity | null };
    readonly byRecord?: { readonly entity: Entity | null };
  }>(query, { id, record }, signal);
  return byID?.entity ?? byRecord?.entity ?? null;
}

/** Pairs of an original and a duplicate. */
export function duplicatePairs({
  duplicates,
}: Pick<Entity, 'duplicates'>): readonly { original: string; duplicate: string }[] {
  return Object.entries(duplicates).flatMap(([key, ids]) =>
    // Record ids contain no colon, so the text after the last one is the record's id.
    ids.map((duplicate) => ({ original: key.slice(key.lastIndexOf(':') + 1), duplicate })),
  );
}

export interface LinkedPair {
  readonly a: string;
  readonly b: string;
  readonly rules: readonly string[];
}

const known = new WeakMap<readonly Link[], readonly LinkedPair[]>();

/**
 * Groups links by pair of records, with all rules that link the pair. Caches the result for each list of links: there
 * may be 100,000, and views render at every pointer move.
 */
export function linkedPairs(links: readonly Link[]): readonly LinkedPair[] {
  const before = known.get(links);
  if (before !== undefined) return before;
  const pairs = pairsOf(links);
  known.set(links, pairs);
  return pairs;
}

function pairsOf(links: readonly Link[]): readonly LinkedPair[] {
  const pairs = new Map<string, { a: string; b: string; rules: string[] }>();
  for (const { a, b, rule } of links) {
    const key = a < b ? `${a}:${b}` : `${b}:${a}`;
    const pair = pairs.get(key);
    if (pair === undefined) pairs.set(key, { a, b, rules: [rule] });
    else if (!pair.rules.includes(rule)) pair.rules.push(rule);
  }
  return [...pairs.values()];
}
