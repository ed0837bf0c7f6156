import type { CompiledRuleConfig, RecordPayload, Review } from '../../../rules/types.ts';
import type { FindResult } from '../../forest/find.ts';
import { cannotLink } from '../../forest/union.ts';
import type { StoredRecord } from '../../items/record.ts';
import { isLinkRemoved } from '../../keys/record-keys.ts';
import type { Pace } from '../../pace.ts';

/** Why a pair deserves a look, and the entities of its records. */
export interface JudgedPair extends Review {
  readonly a: string;
  readonly b: string;
}

/**
 * Undefined if the pair deserves no look: a record is not stored, both are in one entity, something keeps them apart, or no
 * review rule holds.
 *
 * @param found the sets of the nodes of both
 */
export async function judgePair(
  rules: CompiledRuleConfig,
  found: ReadonlyMap<string, FindResult>,
  a: StoredRecord | undefined,
  b: StoredRecord | undefined,
  pace: Pace,
): Promise<JudgedPair | undefined> {
  const { review: judge } = rules;
  if (a === undefined || b === undefined || judge === undefined) return undefined;
  const [x, y] = [found.get(a.node)!, found.get(b.node)!];
  if (x.root === y.root || cannotLink(x, y) || isLinkRemoved(a, b)) return undefined;
  const [left, right] = [a, b].map(({ document }) => rules.resolve(JSON.parse(document) as RecordPayload));
  const review = await pace.judge(() => judge(left!, right!));
  return review === undefined ? undefined : { ...review, a: x.root, b: y.root };
}
