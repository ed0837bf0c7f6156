import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import type { CompiledRuleConfig } from '../../src/rules/types.ts';

const FIELDS = ['email', 'phone', 'passport', 'account'] as const;

/** A record for {@link decidingRules}: four values that decide, and a note that makes it as large as wished. */
export type KeyedPayload = { readonly id: string; readonly note: string } & Readonly<
  Record<(typeof FIELDS)[number], string>
>;

/** Four rules of one exact value each: four exact keys a record. */
export function decidingRules(): CompiledRuleConfig {
  const document = {
    transformers: FIELDS.map((path) => ({ id: path, type: 'field', attributes: { path }, inputPins: {} })),
    resolvers: FIELDS.map((id) => ({ id, inputPin: { sourceID: id, sourcePin: 'default' } })),
    tokenizers: [],
    comparers: [],
    matchers: FIELDS.map((resolverID) => ({ id: resolverID, type: 'simple', attributes: { resolverID } })),
    rules: FIELDS.map((id) => ({ id, matcherIDs: [id], attributes: {} })),
    ruleSets: [{ id: 'ALL', ruleIDs: FIELDS }],
    searchRuleSetIDs: { default: 'ALL' },
    mutationRuleSetGroups: { all: { indexRuleSetID: 'ALL', linkRuleSetID: 'ALL', deduplicateRuleSetID: null } },
  };
  return compileRuleConfig(loadRuleConfig(JSON.stringify(document)));
}

/** A record that shares no value with any other of another number, unless `shared` gives it one. */
export function keyedPayload(number: number, bytes: number, shared: Partial<KeyedPayload> = {}): KeyedPayload {
  const base = {
    id: `record-${number}`,
    email: `person${number}@example.org`,
    phone: `+4477009${String(number).padStart(5, '0')}`,
    passport: `P${String(number).padStart(8, '0')}`,
    account: `GB${String(number).padStart(10, '0')}`,
    note: '',
    ...shared,
  };
  const missing = Math.max(0, bytes - Buffer.byteLength(JSON.stringify(base)));
  return { ...base, note: 'n'.repeat(missing) };
}
