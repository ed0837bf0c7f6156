import { defaultLimits } from '../../src/rules/document/definition.ts';

const FIELDS = 900;
const RULES = 450;

/** A sound rule-config of nearly as many bytes and parts as are read: what the linter has most work with. */
export function largeDocument(): string {
  const numbers = Array.from({ length: FIELDS }, (_, index) => index);
  const pin = (sourceID: string) => ({ default: { sourceID, sourcePin: 'default' } });
  const document = {
    transformers: numbers.flatMap((n) => [
      { id: `field${n}`, type: 'field', attributes: { path: `group${n % 30}.value${n}` }, inputPins: {} },
      { id: `clean${n}`, type: 'stringop', attributes: { operation: 'onlyalphanumeric' }, inputPins: pin(`field${n}`) },
    ]),
    resolvers: numbers.map((n) => ({ id: `value${n}`, inputPin: { sourceID: `clean${n}`, sourcePin: 'default' } })),
    matchers: numbers.map((n) => ({ id: `same${n}`, type: 'simple', attributes: { resolverID: `value${n}` } })),
    rules: numbers.slice(0, RULES).map((n) => ({ id: `RULE_${n}`, matcherIDs: [`same${n}`, `same${n + RULES}`] })),
    ruleSets: [{ id: 'ALL', ruleIDs: numbers.slice(0, RULES).map((n) => `RULE_${n}`) }],
    searchRuleSetIDs: { default: 'ALL' },
    mutationRuleSetGroups: { default: { indexRuleSetID: 'ALL', linkRuleSetID: 'ALL', deduplicateRuleSetID: null } },
    referenceLists: [{ id: 'LIST', meta: { header: [{ type: 'text' }, { type: 'text' }] }, rows: [['']] }],
  };
  const row = (n: number): string => `["key ${n}", "value ${n}"]`;
  const text = JSON.stringify(document, null, 1);
  const rows: string[] = [];
  for (let left = defaultLimits.maxBytes - text.length - 100; left > 0; left -= row(rows.length).length + 1) {
    rows.push(row(rows.length));
  }
  rows.pop();
  return text.replace(/\[\s*\[\s*""\s*\]\s*\]/, () => `[${rows.join(',')}]`);
}
