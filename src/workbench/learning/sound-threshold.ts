import { byNames } from '../../multimap.ts';
import { compileRuleConfig } from '../../rules/compile/compile.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import { Evaluation } from '../../rules/compile/rule.ts';
import { loadRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import type { RecordPayload, ResolvedValues } from '../../rules/types.ts';
import { type DesignDraft, evenOddsOf, finishDesign } from '../design/design.ts';
import { round } from '../design/weights.ts';
import { chooseThreshold, type Links } from './threshold.ts';

/** Judging a pair by all matchers of a document costs some 50 microseconds. */
const mostRecords = 5_000;
/** Records under a key beyond which pairs are left out: there are most of them, and they say least. */
const mostUnderKey = 60;
/** So many bits above the draft's threshold are tried, one by one: experience is not more exact. */
const highest = 8;
/** The same where records are known to disagree with experience. */
const highestOfOther = 16;
/** Experience has not seen these records, so less doubt is accepted than of learned weights. */
const mostDoubtful = 0.2;
/** Bits of a pair that a unique value keeps apart. */
const vetoed = -100;

/**
 * The lowest threshold from the draft's own on at which the entities of these records hold together, by the weights of
 * the draft. For more records than are judged in seconds, the draft's own.
 *
 * @param records all records to resolve, with usable names of fields
 * @param excess who says instead of experience whether two records agree on the whole: the sum of weights over the even odds
 */
export function soundThreshold(
  draft: DesignDraft,
  records: readonly RecordPayload[],
  excess?: (a: number, b: number) => number,
): number {
  if (records.length > mostRecords) return draft.threshold;
  const rules = compileRuleConfig(loadRuleConfig(JSON.stringify(finishDesign(draft).ruleConfig)));
  const decision = rules.parts.rules.flatMap(({ matchers }) => matchers).find(({ type }) => type === 'weighted');
  if (decision === undefined) return draft.threshold;
  const values = records.map((record) => rules.resolve(record));
  const evaluation = new Evaluation(rules.parts.places);
  const bitsOf = (a: number, b: number): number => {
    evaluation.begin(values[a]!, values[b]!);
    const isVetoed = rules.parts.groups.some(({ gate }) => gate !== undefined && !evaluation.anyHolds(gate));
    return isVetoed ? vetoed : decision.verdict(values[a]!, values[b]!).sum!.total;
  };
  const evenOdds = evenOddsOf(draft);
  return chooseThreshold(linksOf(rules, values, bitsOf), {
    records: records.length,
    candidates: Array.from({ length: (excess === undefined ? highest : highestOfOther) + 1 }, (_, step) =>
      round(draft.threshold + step),
    ),
    excess: excess ?? ((a, b) => bitsOf(a, b) - evenOdds),
    mostDoubtful,
  }).bits;
}

function linksOf(
  rules: CompiledRules,
  values: readonly ResolvedValues[],
  bitsOf: (a: number, b: number) => number,
): Links {
  const blocks = byNames(values.keys(), (index) => rules.indexKeys(values[index]!).map(({ hash }) => hash));
  const pairs = new Map<number, readonly [number, number]>();
  for (const block of blocks.values()) {
    if (block.length > mostUnderKey) continue;
    for (const [at, a] of block.entries()) {
      for (const b of block.slice(at + 1)) pairs.set(a * values.length + b, [a, b]);
    }
  }
  const found = [...pairs.values()];
  return {
    first: Int32Array.from(found, ([a]) => a),
    second: Int32Array.from(found, ([, b]) => b),
    bits: Float64Array.from(found, ([a, b]) => bitsOf(a, b)),
  };
}
