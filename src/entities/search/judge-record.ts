import { piecewise } from '../../rules/matchers/long-comparison.ts';
import type { CompiledRuleConfig, Hit, PreparedSearch, RecordPayload } from '../../rules/types.ts';
import type { Work } from '../../work.ts';
import { UNITS_OF_PAIR, UNITS_OF_RECORD } from '../pace.ts';

interface Judging {
  readonly context: { readonly rules: CompiledRuleConfig };
  readonly prepared: PreparedSearch;
}

/** Whether and how a search hits a record. */
export function* judgeRecord({ context: { rules }, prepared }: Judging, payload: RecordPayload): Work<Hit | undefined> {
  const values = prepared.resolve === undefined ? rules.resolve(payload) : prepared.resolve(payload);
  yield UNITS_OF_RECORD + UNITS_OF_PAIR;
  return yield* piecewise(() => prepared.hit(values));
}
