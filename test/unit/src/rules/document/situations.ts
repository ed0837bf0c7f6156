import type { SoundDocument } from './sound-document.ts';
import { soundDocument } from './sound-document.ts';

const changed = (change: (document: SoundDocument) => void) => () => {
  const document: SoundDocument = soundDocument();
  change(document);
  return JSON.stringify(document, null, 2);
};
const pin = (sourceID: string, sourcePin = 'default') => ({ sourceID, sourcePin });

/** A document that has these keys as well, or in the place of its own. */
const having = (keys: Record<string, unknown>) => changed((document) => Object.assign(document, keys));

/** A document whose second rule has these keys as well, or in the place of its own. */
const ruling = (keys: Record<string, unknown>) => changed(({ rules }) => Object.assign(rules[1]!, keys));

/** A transformer of this type and with these attributes behind the name. */
const transforming = (type: string, attributes: Record<string, unknown>) =>
  changed(({ transformers }) => {
    transformers[2] = { id: 'cleanName', type, attributes, inputPins: { default: pin('readName') } };
  });
const readingName = (attributes: Record<string, unknown>) =>
  changed(({ transformers }) => {
    transformers[1] = { id: 'readName', type: 'field', attributes };
  });
const connecting = (inputPins: Record<string, unknown>) =>
  changed(({ transformers }) => Object.assign(transformers[2]!, { inputPins }));
const matching = (attributes: Record<string, unknown>) =>
  changed(({ matchers }) => {
    matchers[1] = {
      id: 'alikeName',
      type: 'token',
      attributes: { resolverID: 'fullName', tokenizerID: 'word', comparerID: 'exact', min: 2, ...attributes },
    };
  });
/** A comparer of this type in the place of the exact one; a document that is no text. */
const comparing = (type: string, attributes?: Record<string, unknown>) => () => ({
  ...soundDocument(),
  comparers: [{ id: 'exact', type, attributes }],
});
const distinctName = {
  id: 'otherEmail',
  type: 'token',
  attributes: { resolverID: 'email', tokenizerID: 'word', comparerID: 'distinct', min: 1 },
};
const distinct = { id: 'distinct', type: 'distinct', attributes: {} };

/** A document that searches and links by a rule which is not indexed. */
const indexingEmail = changed(({ ruleSets, mutationRuleSetGroups }) => {
  ruleSets.push({ id: 'index', ruleIDs: ['EMAIL'] });
  mutationRuleSetGroups['default']!['indexRuleSetID'] = 'index';
});

const weightedWith = (attributes: object) =>
  changed(({ matchers }) => {
    matchers.push({ id: 'sum', type: 'weighted', attributes: { threshold: 5, ...attributes } });
  });

/** By code, a document in which the finding must occur. The record schema of the tests has `email` and `name`. */
export const situations: Readonly<Record<string, () => unknown>> = {
  DOCUMENT_TOO_LARGE: () => ' '.repeat(1_048_577),
  NESTING_TOO_DEEP: () => '['.repeat(100_000),
  TOO_MANY_PARTS: changed((document) => {
    document.rules.push(...Array.from({ length: 5_001 }, (_, index) => ({ id: `r${index}`, matcherIDs: [] })));
  }),
  TOO_MANY_FINDINGS: changed(({ ruleSets }) => {
    ruleSets.push({ id: 'broken', ruleIDs: Array.from({ length: 1_001 }, (_, index) => `r${index}`) });
  }),
  INVALID_SYNTAX: () => '{ "rules": [], }',
  DUPLICATE_KEY: () => '{ "rules": [], "rules": [] }',
  RESERVED_KEY: () => '{ "__proto__": {} }',
  LONE_SURROGATE: () => '{ "rules": "\\ud83d" }',
  NUMBER_BEYOND_PRECISION: () => '{ "scores": 12345678901234567890 }',
  NOT_JSON: () => ({ ...soundDocument(), scores: () => 1 }),
  MISSING_KEY: changed((document) => Reflect.deleteProperty(document, 'rules')),
  UNKNOWN_KEY: having({ ruleset: [] }),
  WRONG_TYPE: matching({ mustExist: 'yes' }),
  INVALID_VALUE: matching({ strategy: 'most' }),
  OUT_OF_RANGE: matching({ min: 0 }),
  UNKNOWN_TYPE: transforming('lowercase', {}),
  DUPLICATE_ID: changed(({ rules }) => rules.push({ id: 'NAME', matcherIDs: ['alikeName'] })),
  DANGLING_ID: matching({ resolverID: 'fulName' }),

  MISSING_ATTRIBUTE: transforming('stringop', { operation: 'replace' }),
  UNUSED_ATTRIBUTE: transforming('stringop', { operation: 'trim', pattern: 'a+' }),
  PATTERN: transforming('regexextract', { pattern: '(?=a)b' }),
  PATTERNS_TOO_LARGE: changed(({ transformers }) => {
    for (let index = 0; index < 100; index += 1) {
      const attributes = { pattern: '[a-z]{900}x' };
      transformers.push({ id: `t${index}`, type: 'regexextract', attributes, inputPins: { default: pin('readName') } });
    }
  }),
  PATTERN_MATCHES_EMPTY: transforming('regexextract', { pattern: '[a-z]*' }),
  UNKNOWN_GROUP: transforming('stringop', { operation: 'replace', pattern: '(a)b', replacement: '$2' }),
  EMPTY_PATH_STEP: readingName({ path: 'name..x' }),
  DUPLICATE_PIN: readingName({ path: 'name', outputPins: ['default', 'default'] }),
  EMPTY_FILTER: transforming('filter', { filterOut: false, values: [] }),
  LIST_MAPS_TO_ITSELF: changed((document) => {
    document.transformers[2] = {
      id: 'cleanName',
      type: 'referencelist',
      attributes: { listID: 'names', keyColumn: 0, valueColumn: 0 },
      inputPins: { default: pin('readName') },
    };
    Object.assign(document, {
      referenceLists: [{ id: 'names', meta: { header: [{ type: 'text' }] }, rows: [['bob']] }],
    });
  }),
  DATE_FORMAT: transforming('makedate', { formats: ['DD.MM'] }),
  UNKNOWN_COUNTRY: transforming('normalizephonenumber', { defaultCountry: 'XX' }),
  UNKNOWN_STATE: transforming('identifier', { kind: 'DL', state: 'XX' }),
  INDEX_TOKENS_ABOVE_MIN: matching({ min: 1, indexTokens: 2 }),
  INDEX_STRATEGY_INCOMPLETE: matching({ indexStrategy: 'all' }),

  PIPELINE_CYCLE: changed(({ transformers }) => {
    transformers[1] = {
      id: 'readName',
      type: 'stringop',
      attributes: { operation: 'trim' },
      inputPins: { default: pin('cleanName') },
    };
  }),
  UNCONNECTED_PIN: connecting({ default: null }),
  UNKNOWN_INPUT_PIN: connecting({ default: pin('readName'), input: pin('readName') }),
  UNKNOWN_OUTPUT_PIN: connecting({ default: pin('readName', 'defualt') }),
  RESOLVER_PIN_MISSING: changed(({ resolvers }) =>
    Object.assign(resolvers[0]!, { inputPin: pin('readEmail', 'email') }),
  ),
  UNKNOWN_PATH: readingName({ path: 'nmae' }),
  ROW_WIDTH: having({
    referenceLists: [{ id: 'names', meta: { header: [{ type: 'text' }, { type: 'text' }] }, rows: [['bob']] }],
  }),
  EMPTY_REFERENCE_LIST: having({
    referenceLists: [{ id: 'names', meta: { header: [{ type: 'text' }] }, rows: [] }],
  }),
  SAME_AS_EXACT: comparing('distance', { allowedDistance: 0 }),
  DISTANCE_NOT_INDEXED: comparing('distance', { allowedDistance: 9 }),
  ACCEPTS_EVERYTHING: comparing('lenient'),
  ACCEPTS_NOTHING: comparing('strict'),
  MATCHER_CYCLE: changed(({ matchers }) => {
    matchers.push({ id: 'a', type: 'orempty', attributes: { matcherID: 'b' } });
    matchers.push({ id: 'b', type: 'any', attributes: { matcherIDs: ['sameEmail', 'a'] } });
  }),
  MATCHER_TOO_LARGE: changed(({ matchers }) => {
    matchers.push({ id: 'm0', type: 'orempty', attributes: { matcherID: 'sameEmail' } });
    for (let depth = 1; depth < 12; depth += 1) {
      const inner = `m${depth - 1}`;
      matchers.push({ id: `m${depth}`, type: 'any', attributes: { matcherIDs: [inner, inner] } });
    }
  }),
  WEIGHTS_DO_NOT_FIT: weightedWith({ evidence: [{ matcherIDs: ['sameEmail'], weights: [9, 5] }] }),
  DISAGREEMENT_COUNTS_MORE: weightedWith({
    evidence: [{ matcherIDs: ['sameEmail'], weights: [9], otherwise: 10 }],
  }),
  LIMITS_CROSS: weightedWith({
    evidence: [{ matcherIDs: ['sameEmail'], weights: [9], group: 'contact' }],
    limits: { contact: { most: 8, least: 9 } },
  }),
  ODDS_ABOVE_THRESHOLD: weightedWith({ evenOddsAt: 99, evidence: [{ matcherIDs: ['sameEmail'], weights: [20] }] }),
  THRESHOLD_OUT_OF_REACH: weightedWith({ evidence: [{ matcherIDs: ['sameEmail'], weights: [4] }] }),
  SAME_RESOLVER_TWICE: changed(({ matchers }) => {
    matchers.push({ id: 'turned', type: 'swapped', attributes: { resolverIDs: ['email', 'email'] } });
  }),
  DISTINCT_ALONE: changed(({ comparers, matchers, rules }) => {
    comparers.push(distinct);
    matchers.push(distinctName);
    rules[1] = { id: 'NAME', matcherIDs: ['otherEmail'] };
  }),
  CONTRADICTING_MATCHERS: changed(({ comparers, matchers, rules }) => {
    comparers.push(distinct);
    matchers.push(distinctName);
    rules[1] = { id: 'NAME', matcherIDs: ['sameEmail', 'otherEmail'] };
  }),
  EMPTY_RULE: ruling({ matcherIDs: [] }),
  REPEATED_ID: ruling({ matcherIDs: ['alikeName', 'alikeName'] }),
  DISABLED_MATCHER_UNUSED: ruling({ attributes: { disableIndexMatcherIDs: ['sameEmail'] } }),
  USELESS_COMBINATION: ruling({ attributes: { indexMatcherIDs: [['sameEmail', 'alikeName'], ['sameEmail']] } }),
  RESERVED_RULE_ID: changed(({ rules, ruleSets }) => {
    Object.assign(rules[1]!, { id: 'STATIC' });
    ruleSets[0] = { id: 'common', ruleIDs: ['EMAIL', 'STATIC'] };
  }),
  EMPTY_RULE_SET: changed(({ ruleSets, searchRuleSetIDs }) => {
    ruleSets.push({ id: 'none', ruleIDs: [] });
    searchRuleSetIDs['none'] = 'none';
  }),
  NO_INDEX_KEYS: ruling({ attributes: { disableIndexMatcherIDs: ['alikeName'] } }),
  SEARCH_NOT_INDEXED: indexingEmail,
  LINK_NOT_INDEXED: indexingEmail,
  HUB_KEY: changed(({ resolvers, matchers }) => {
    resolvers.push({ id: 'postcode', inputPin: pin('readName') });
    matchers[0] = { id: 'sameEmail', type: 'simple', attributes: { resolverID: 'postcode' } };
  }),
  SEARCH_NOT_RANKABLE: changed(({ matchers, rules, ruleSets, mutationRuleSetGroups }) => {
    const loose = { resolverID: 'email', tokenizerID: 'word', comparerID: 'exact', min: 1, indexStrategy: 'none' };
    matchers.push({ id: 'looseEmail', type: 'token', attributes: loose });
    rules[1] = { id: 'NAME', matcherIDs: ['alikeName', 'looseEmail'], attributes: { score: 0.6 } };
    ruleSets.push({ id: 'links', ruleIDs: ['EMAIL'] });
    mutationRuleSetGroups['default']!['linkRuleSetID'] = 'links';
  }),
  USELESS_RULE: ruling({ matcherIDs: ['alikeName', 'sameEmail'] }),
  NO_DEFAULT_SEARCH: having({ searchRuleSetIDs: { byName: 'common' } }),
  NO_MUTATION_GROUP: having({ mutationRuleSetGroups: {} }),
  UNKNOWN_CONSISTENCY_GROUP: having({ consistencyRuleSetIDs: { defualt: 'common' } }),
  REVIEW_RULE_LINKS: changed((document) => {
    const [group] = Object.values(document.mutationRuleSetGroups);
    Object.assign(group!, { reviewRuleSetID: group!.linkRuleSetID });
  }),
  CONSISTENCY_NEVER_HOLDS: changed((document) => {
    document.comparers.push(distinct);
    document.matchers.push(distinctName);
    document.rules.push({ id: 'OTHER', matcherIDs: ['otherEmail'] });
    document.ruleSets[0] = { id: 'common', ruleIDs: ['EMAIL'] };
    document.ruleSets.push({ id: 'gate', ruleIDs: ['OTHER'] });
    Object.assign(document, { consistencyRuleSetIDs: { default: 'gate' } });
  }),
  ENTITIES_WITHOUT_EFFECT: having({ entities: {} }),
  COHERENCE_WITHOUT_WEIGHTS: having({ entities: { coherence: { bits: 8 } } }),
  SCORES_WITHOUT_WEIGHT: having({ scores: { consistency: [{ resolverID: 'email', weight: 0, type: 'text' }] } }),
  DUPLICATE_SCORE: having({ scores: { consistency: [{ resolverID: 'email' }, { resolverID: 'email' }] } }),
  RULE_WITHOUT_WEIGHT: ruling({ attributes: { score: 0 } }),
  UNUSED_PART: changed(({ matchers }) => {
    matchers.push({ id: 'spare', type: 'simple', attributes: { resolverID: 'email' } });
  }),
};
