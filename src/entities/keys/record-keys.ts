import { RulePair } from '../../rules/compile/rule-pair.ts';
import { TooManyIndexKeysError } from '../../rules/errors.ts';
import type { CompiledRuleConfig, IndexKey, KeyPlan, RecordPayload, ResolvedValues } from '../../rules/types.ts';
import type { StoredRecord, WrittenKeys } from '../items/record.ts';

/** Records that were submitted to belong together share a key of this plan for their group. */
export const STATIC_RULE = 'STATIC';
export const STATIC_PLAN: KeyPlan = { signature: STATIC_RULE, ruleIDs: [STATIC_RULE], exact: true, carried: [] };

export const staticKey = (group: string): IndexKey => ({ hash: group, plan: STATIC_PLAN });

/** All keys that the rules give a stored record: those of its values and those of its groups. */
export function keysOf(rules: CompiledRuleConfig, values: ResolvedValues, groups: readonly string[]): IndexKey[] {
  const keys = rules.indexKeys(values);
  return groups.length === 0 ? keys : [...keys, ...groups.map(staticKey)];
}

/** Whether the rules in force link records by the key. */
export const isInForce = ({ plan }: IndexKey): boolean => plan.dormant !== true;

/** A record with its keys. */
type Keyed = { readonly keys: readonly IndexKey[] };

/** Exact keys, dormant ones included. */
export const exactHashes = ({ keys }: Keyed): string[] => keys.filter(({ plan }) => plan.exact).map(({ hash }) => hash);

/** Exact keys that link. */
export const linkingHashes = ({ keys }: Keyed): string[] =>
  keys.filter((key) => key.plan.exact && isInForce(key)).map(({ hash }) => hash);

/** Exact keys that link nothing yet: every entity that has one must be named as an owner. */
export const dormantHashes = ({ keys }: Keyed): string[] =>
  keys.filter((key) => key.plan.exact && !isInForce(key)).map(({ hash }) => hash);

/** The hashes of keys, as they are stored. */
export function hashesOf(keys: readonly IndexKey[]): WrittenKeys {
  const hashes = (exact: boolean) => keys.filter(({ plan }) => plan.exact === exact).map(({ hash }) => hash);
  return { exact: hashes(true), blocking: hashes(false) };
}

/** The keys to note in the item of a record. Its groups are in the item anyway. */
export function notedKeys(keys: readonly IndexKey[], before?: WrittenKeys): WrittenKeys {
  const { exact, blocking } = hashesOf(keys.filter(({ plan }) => plan !== STATIC_PLAN));
  if (before === undefined) return { exact, blocking };
  return {
    exact: [...new Set([...before.exact, ...exact])],
    blocking: [...new Set([...before.blocking, ...blocking])],
  };
}

/** Whether none of the keys is missing in the others. */
export const hasAllKeys = (noted: WrittenKeys, keys: WrittenKeys): boolean => {
  const known = new Set([...noted.exact, ...noted.blocking]);
  return [...keys.exact, ...keys.blocking].every((hash) => known.has(hash));
};

/** The keys without others. */
export function exceptKeys({ exact, blocking }: WrittenKeys, others: WrittenKeys): WrittenKeys {
  const without = new Set([...others.exact, ...others.blocking]);
  const isLeft = (hash: string) => !without.has(hash);
  return { exact: exact.filter(isLeft), blocking: blocking.filter(isLeft) };
}

/** Those of the keys that the record is stored under. Others would stay behind when it is erased. */
export function publishedKeys({ written }: StoredRecord, keys: readonly IndexKey[]): readonly IndexKey[] {
  if (written === undefined) return keys;
  const known = new Set([...written.exact, ...written.blocking]);
  return keys.filter(({ plan, hash }) => plan === STATIC_PLAN || known.has(hash));
}

/** A stored record with what the rules make of it. */
export interface MemberRecord {
  readonly stored: StoredRecord;
  readonly values: ResolvedValues;
  /** By which the rules judge it. */
  readonly keys: readonly IndexKey[];
  /** What it is stored under, its groups included: by rules of its time where they have changed since. */
  readonly written: WrittenKeys;
  /** All that the rules give it, dormant ones included. */
  readonly given: readonly IndexKey[];
}

export function memberOf(rules: CompiledRuleConfig, stored: StoredRecord): MemberRecord {
  const values = rules.resolve(JSON.parse(stored.document) as RecordPayload);
  const given = keysOf(rules, values, stored.groups);
  return { stored, values, keys: given.filter(isInForce), written: writtenKeys(stored, given), given };
}

/** What a record is stored under, its groups included; what its keys give where the item does not say it. */
function writtenKeys({ written, groups }: StoredRecord, keys: readonly IndexKey[]): WrittenKeys {
  const { exact, blocking } = written ?? notedKeys(keys);
  return { exact: [...exact, ...groups], blocking };
}

/** Whether the two have no edge, whatever the rules say. */
export const isLinkRemoved = (a: StoredRecord, b: StoredRecord): boolean =>
  a.removedLinks.includes(b.id) || b.removedLinks.includes(a.id);

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
