import {
  type LinkedPair,
  type PairPage,
  pairsQuery,
  type WholeEntity,
  wholeEntityQuery,
} from '../../../../src/graphql/queries/whole-entity.generated.ts';
import { selecting } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import { RequestFailed } from '../api/problem.ts';

/** `score` and `consistency` are undefined when the entity has too many links to be judged; lists are then empty. */
export interface Entity extends Omit<WholeEntity, 'edgeInsights'> {
  /** The first of the linked pairs, which hold the records together. */
  readonly pairs: PairPage;
  /** Pairs that each rule links. */
  readonly ruleCounts: readonly { readonly rule: string; readonly count: number }[];
  /** Duplicates by original; keys are `GROUP:original` when there are several rule groups. */
  readonly duplicates: NonNullable<WholeEntity['duplicates']>;
}

/** As many pairs connect all records of the largest entity that has a picture. */
const firstPairs = 400;
const morePairs = 1000;

/**
 * Loads the entity with this id, else the one that contains a record with this id; null when there is neither. Leaves
 * its links out when the API refuses to judge so many.
 */
export async function loadEntity(asked: Asked, selection: string, signal: AbortSignal): Promise<Entity | null> {
  try {
    return entityOf(await load(asked, true, selection, signal));
  } catch (error) {
    if (!(error instanceof RequestFailed) || !error.problems.some(({ code }) => code === 'ENTITY_TOO_LARGE'))
      throw error;
    return entityOf(await load(asked, false, selection, signal));
  }
}

function entityOf(answered: WholeEntity | null): Entity | null {
  if (answered === null) return null;
  const { edgeInsights, ...entity } = answered;
  return {
    ...entity,
    duplicates: entity.duplicates ?? {},
    pairs: edgeInsights?.pairs ?? { pairs: [], count: 0, after: null },
    ruleCounts: (edgeInsights?.frequencyDistribution ?? []).map(({ value, frequency }) => ({
      rule: String(value),
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
  const { entity } = await ask(pairsQuery, { id, first: morePairs, ...question }, signal);
  return entity.entity?.edgeInsights.pairs ?? { pairs: [], count: 0, after: null };
}

interface Asked {
  readonly id?: string | undefined;
  readonly record?: string | undefined;
}

async function load(
  { id, record }: Asked,
  links: boolean,
  selection: string,
  signal: AbortSignal,
): Promise<WholeEntity | null> {
  const variables = { id, record, byID: id !== undefined, byRecord: record !== undefined, links, first: firstPairs };
  const { byID, byRecord } = await ask(selecting(wholeEntityQuery, `{ ${selection} }`), variables, signal);
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
