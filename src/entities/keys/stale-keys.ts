import { RulePair } from '../../rules/compile/rule-pair.ts';
import { TooManyIndexKeysError } from '../../rules/errors.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../rules/types.ts';
import type { StoredRecord, WrittenKeys } from '../items/record.ts';
import type { MemberRecord } from './record-keys.ts';

/**
 * Keys that a record is stored under and that the rules do not make. Rules that would give it too many give none, and do not
 * tell which of its keys others share: then it keeps all.
 *
 * @param stored the record with its document
 * @param written what it is stored under, without its groups
 */
export function staleKeys(
  rules: CompiledRuleConfig,
  { stored, values, given }: MemberRecord,
  written: WrittenKeys,
): WrittenKeys {
  const kept = new Set(given.map(({ hash }) => hash));
  const isStale = (hash: string) => !kept.has(hash);
  const stale = { exact: written.exact.filter(isStale), blocking: written.blocking.filter(isStale) };
  return stale.exact.length + stale.blocking.length === 0 || hasTooManyKeys(rules, stored, values) ? NONE : stale;
}

const NONE: WrittenKeys = { exact: [], blocking: [] };

function hasTooManyKeys(
  rules: CompiledRuleConfig,
  { document }: StoredRecord,
  values: MemberRecord['values'],
): boolean {
  const payload = JSON.parse(document) as RecordPayload;
  const others = rules instanceof RulePair ? rules.otherProblems(payload, values) : [];
  return [...rules.recordProblems(payload, values), ...others].some(
    (problem) => problem instanceof TooManyIndexKeysError,
  );
}
