import fc from 'fast-check';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { Part, RulePart } from '../../src/rules/document/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { documentOf, fieldOnly, rule } from '../unit/src/rules/compile/people.ts';

const FIELDS = ['name', 'other', 'number', 'born'] as const;

const words = fc.constantFrom('anna', 'hanna', 'anne', 'meier', 'meyer', 'johannes', 'johanesse', 'lea', 'le', 'x');
const phrase = fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const numeral = fc.oneof(fc.integer({ min: 95, max: 105 }).map(String), fc.constantFrom('100.5', '-3', 'ten'));
const day = fc.constantFrom('2001-03-04', '2001-04-03', '2001-03-05', '2001-03-09', '1999-12-31', '2000-01-01', 'soon');
const several = (one: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: one.map((text) => [text]) }, fc.array(one, { maxLength: 3 }));

const values: Record<(typeof FIELDS)[number], fc.Arbitrary<string[]>> = {
  name: several(phrase),
  other: several(phrase),
  number: several(numeral),
  born: several(day),
};
/** The fields of a record. */
export const record = fc.record(values);
/** Pairs that agree in most fields, so that rules of several matchers hold often enough. */
export const pair = fc
  .tuple(record, record, fc.record({ name: fc.boolean(), other: fc.boolean(), number: fc.boolean(), born: fc.nat(3) }))
  .map(([a, b, keep]): [RecordPayload, RecordPayload] => [
    { id: 'a', ...a },
    {
      id: 'b',
      name: keep.name ? a.name : b.name,
      other: keep.other ? a.other : b.other,
      number: keep.number ? a.number : b.number,
      born: keep.born > 0 ? a.born : b.born,
    },
  ]);

const comparers: readonly Part[] = [
  { id: 'exact', type: 'exact', attributes: {} },
  { id: 'distinct', type: 'distinct', attributes: {} },
  { id: 'one', type: 'distance', attributes: { allowedDistance: 1 } },
  { id: 'swap', type: 'distance', attributes: { allowedDistance: 2, algorithm: 'osa' } },
  { id: 'dynamic', type: 'dynamicdistance', attributes: {} },
  { id: 'alike', type: 'similarity', attributes: { algorithm: 'jaroWinkler', threshold: 0.85 } },
  { id: 'cologne', type: 'phonetic', attributes: { algorithm: 'cologne' } },
  { id: 'double', type: 'phonetic', attributes: { algorithm: 'doubleMetaphone' } },
  { id: 'near', type: 'number', attributes: { tolerance: 2 } },
  { id: 'share', type: 'number', attributes: { tolerance: '3%' } },
  { id: 'days', type: 'date', attributes: { toleranceDays: 3, swappedDayMonth: true } },
  { id: 'swapped', type: 'date', attributes: { swappedDayMonth: true } },
];
const tokenizers: readonly Part[] = [
  { id: 'word', type: 'word', attributes: {} },
  { id: 'none', type: 'none', attributes: {} },
  { id: 'gram', type: 'ngram', attributes: { size: 4 } },
  { id: 'letters', type: 'character', attributes: {} },
];

const field = fc.constantFrom(...FIELDS);
const min = fc.constantFrom(1, 1, 2, 3);
const simple = field.map((resolverID) => ({ type: 'simple', attributes: { resolverID } }));
const token = fc
  .record(
    {
      resolverID: field,
      tokenizerID: fc.constantFrom('word', 'word', 'none', 'gram', 'letters'),
      comparerID: fc.constantFrom(...comparers.map(({ id }) => id)),
      strategy: fc.constantFrom('minimum', 'all', 'sameorder'),
      min,
      indexStrategy: fc.constantFrom('combinations', 'combinations', 'combinations', 'all', 'none'),
      indexTokens: min,
    },
    { requiredKeys: ['resolverID', 'tokenizerID', 'comparerID'] },
  )
  .map((attributes) => ({ type: 'token', attributes }));
const swapped = fc
  .tuple(fc.uniqueArray(field, { minLength: 2, maxLength: 2 }), fc.boolean())
  .map(([resolverIDs, orInPlace]) => ({ type: 'swapped', attributes: { resolverIDs, orInPlace } }));
const basic = fc.array(fc.oneof(simple, token, token, swapped), { minLength: 3, maxLength: 6 });
const weight = fc.integer({ min: -5, max: 5 });
const wrapped = fc.array(
  fc.oneof(
    fc.nat(2).map((at) => ({ type: 'orempty', attributes: { matcherID: `m${at}` } })),
    fc
      .uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 })
      .map((list) => ({ type: 'any', attributes: { matcherIDs: list.map((at) => `m${at}`) } })),
    fc
      .array(
        fc.record({
          matcherIDs: fc.nat(2).map((at) => [`m${at}`]),
          weights: weight.map((one) => [one]),
          otherwise: weight,
          group: fc.constantFrom('inner', 'outer'),
        }),
        { minLength: 1, maxLength: 3 },
      )
      .map((evidence) => ({
        type: 'weighted',
        attributes: { threshold: 1, evidence, limits: { inner: { most: 3, within: 'outer' }, outer: { most: 4 } } },
      })),
  ),
  { maxLength: 2 },
);
const matchers = fc
  .tuple(basic, wrapped)
  .map(([inner, outer]): Part[] => [...inner, ...outer].map((part, index) => ({ id: `m${index}`, ...part })));

const combinationsOf = (ids: readonly string[]): fc.Arbitrary<string[][]> =>
  fc.array(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 });

const rulesOver = (ids: readonly string[]): fc.Arbitrary<RulePart[]> =>
  fc
    .array(
      fc.tuple(
        fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 0, 0, 1),
        fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, combinationsOf(ids)),
      ),
      { minLength: 2, maxLength: 5 },
    )
    .map((list) =>
      list.map(([matcherIDs, disabled, indexMatcherIDs], index) =>
        rule(`R${index}`, matcherIDs, { disableIndexMatcherIDs: matcherIDs.slice(0, disabled), indexMatcherIDs }),
      ),
    );

/** Documents of one group. */
export const document = matchers.chain((parts) =>
  rulesOver(parts.map(({ id }) => id)).chain((rules) => {
    const some = fc.subarray(
      rules.map(({ id }) => id),
      { minLength: 1 },
    );
    return fc
      .record(
        { index: some, link: some, search: some, deduplicate: some, consistency: some },
        { requiredKeys: ['index', 'link', 'search'] },
      )
      .map((sets) => documentOf({ fields: FIELDS, comparers, tokenizers, matchers: parts, rules, ...sets }));
  }),
);
export const compiled = document.map((made) => compileRuleConfig(made, fieldOnly));

/** The same, with something that keeps linked records apart. */
export const coherentDocument = fc
  .tuple(
    document,
    fc.constantFrom({ bits: 0 }, { bits: 2 }, { bits: 4 }, null),
    fc.record({ resolverID: fc.constant('number'), sources: fc.constantFrom(null, ['100', '101'], ['102', '-3']) }),
    fc.boolean(),
  )
  .map(([made, coherence, onePerSource, isOne]) => ({
    ...made,
    entities: { coherence, onePerSource: isOne || coherence === null ? onePerSource : null },
  }));
export const coherent = coherentDocument.map((made) => compileRuleConfig(made, fieldOnly));
