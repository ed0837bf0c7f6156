import type { LinkedPair as JudgedPair } from '../../../../src/entities/read/insights/edge-insights.ts';
import type { ConnectionBan, EntityLink } from '../../../../src/entities/read/types.ts';
import { ask } from '../api/graphql.ts';
import { RequestFailed } from '../api/problem.ts';
import type { RecordData } from '../api/record-values.ts';
export type Link = EntityLink;

/** Two records that rules link. */
export interface LinkedPair extends Omit<JudgedPair, 'isBridge'> {
  /** True if the entity falls apart without the pair. */
  readonly bridge: boolean;
}

export interface PairPage {
  readonly pairs: readonly LinkedPair[];
  /** Pairs on all pages. */
  readonly count: number;
  /** Where the next page begins; null on the last page. */
  readonly after: string | null;
}

export interface Entity {
  readonly id: string;
  /** Undefined when the entity has too many links to be judged; pairs and duplicates are then empty. */
  readonly score?: number;
  readonly consistency?: number;
  readonly aliases: readonly string[];
  readonly records: readonly RecordData[];
  /** The first of the linked pairs, which hold the records together. */
  readonly pairs: PairPage;
  /** Pairs that each rule links. */
  readonly ruleCounts: readonly { readonly rule: string; readonly count: number }[];
  /** Duplicates by original; keys are `GROUP:original` when there are several rule groups. */
  readonly duplicates: Readonly<Record<string, readonly string[]>>;
  readonly connectionBans: readonly ConnectionBan[];
}

/** As many pairs connect all records of the largest entity that has a picture. */
const firstPairs = 400;
const morePairs = 1000;
const pairPage = 'pairs { a b rules score bridge } count after';

interface AnsweredEntity extends Omit<Entity, 'pairs' | 'ruleCounts'> {
  readonly edgeInsights?: {
    readonly pairs: PairPage;
    readonly frequencyDistribution: readonly { readonly value: string; readonly frequency: number }[];
  };
}

/**
 * Loads the entity with this id, else the one that contains a record with this id; null when there is neither. Leaves
 * its links out when the API refuses to judge so many.
 */
export async function loadEntity(asked: Asked, selection: string, signal: AbortSignal): Promise<Entity | null> {
  const always = `id aliases connectionBans { reference others user verified reason } records { ${selection} }`;
  const links = `edgeInsights { pairs(first: ${firstPairs}) { ${pairPage} } frequencyDistribution { value frequency } }`;
  try {
    return entityOf(await load(asked, `${always} score consistency duplicates ${links}`, signal));
  } catch (error) {
    if (!(error instanceof RequestFailed) || !error.problems.some(({ code }) => code === 'ENTITY_TOO_LARGE'))
      throw error;
    return entityOf(await load(asked, always, signal));
  }
}

function entityOf(answered: AnsweredEntity | null): Entity | null {
  if (answered === null) return null;
  const { edgeInsights, ...entity } = answered;
  return {
    ...entity,
    duplicates: entity.duplicates ?? {},
    pairs: edgeInsights?.pairs ?? { pairs: [], count: 0, after: null },
    ruleCounts: (edgeInsights?.frequencyDistribution ?? []).map(({ value, frequency }) => ({
      rule: value,
      count: frequency,
    })),
  };
}

/** Reads another page of linked pairs, or those of one record. */
export async function readPairs(
  id: string,
  question: { readonly after?: string; readonly record?: string },
  signal?: AbortSignal,
): Promise<PairPage> {
  const { entity } = await ask<{ readonly entity: { readonly entity: Required<AnsweredEntity> | null } }>(
    `query Pairs($id: ID!, $first: Int, $after: ID, $record: ID) {
      entity(input: { id: $id }) {
        entity { edgeInsights { pairs(first: $first, after: $after, record: $record) { ${pairPage} } } }
      }
    }`,
    { id, first: morePairs, ...question },
    signal,
  );
  return entity.entity?.edgeInsights.pairs ?? { pairs: [], count: 0, after: null };
}

interface Asked {
  readonly id?: string | undefined;
  readonly record?: string | undefined;
}

async function load({ id, record }: Asked, fields: string, signal: AbortSignal): Promise<AnsweredEntity | null> {
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
    readonly byID?: { readonly entity: AnsweredEntity | null };
    readonly byRecord?: { readonly entity: AnsweredEntity | null };
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

/** Those of the pairs that a record is in. */
export const pairsOf = (pairs: readonly LinkedPair[], record: string): readonly LinkedPair[] =>
  pairs.filter(({ a, b }) => a === record || b === record);
