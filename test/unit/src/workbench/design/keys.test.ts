import { describe, expect, it } from '@jest/globals';
import type { Evidence, KeyMatcher } from '../../../../../src/workbench/design/evidence.ts';
import { chooseKeys } from '../../../../../src/workbench/design/keys.ts';
import { usedParts } from '../../../../../src/workbench/design/used-parts.ts';
import { design } from './designed.ts';

const evidence = (
  id: string,
  keys: readonly (Partial<KeyMatcher> & { bits: number })[],
  more: Partial<Evidence> = {},
) => ({
  id,
  title: id,
  fields: [id],
  levels: [],
  otherwise: 0,
  shared: false,
  keys: keys.map((key, index) => ({ matcherID: `${id}${index === 0 ? '' : index}`, ...key })),
  ...more,
});

const chosen = (all: readonly Evidence[], goal: 'precision' | 'balanced' | 'recall' = 'balanced') =>
  chooseKeys(all, goal).map(({ matcherIDs }) => matcherIDs.join('+'));

describe('chooseKeys', () => {
  it.each([
    ['takes a selective value alone', { A: 13, B: 20 }, ['A', 'B']],
    ['joins two values that are selective together', { A: 7, B: 6 }, ['A+B']],
    ['joins three values of which no two are selective', { A: 5, B: 5, C: 5 }, ['A+B+C']],
    ['makes no triple around a selective pair', { A: 9, B: 5, C: 5 }, ['A+B', 'A+C']],
    ['combines what there is where nothing is selective', { A: 2, B: 2 }, ['A+B']],
    ['combines at most three of the weak values', { A: 1, B: 1, C: 1, D: 1 }, ['A+B+C']],
  ])('%s', (_what, bitsOf, keys) => {
    const all = Object.entries(bitsOf).map(([id, bits]) => evidence(id, [{ bits }]));

    expect(chosen(all)).toEqual(keys);
  });

  it('never joins two keys of one piece of evidence', () => {
    expect(chosen([evidence('A', [{ bits: 7 }, { bits: 8 }]), evidence('B', [{ bits: 3 }])])).toEqual(['A+B']);
  });

  it('uses a selective value without its common ones alone, and with them in combinations', () => {
    const all = [evidence('A', [{ bits: 15, rare: 'A_RARE' }]), evidence('B', [{ bits: 8 }])];

    expect(chosen(all)).toEqual(['A_RARE', 'A+B']);
  });

  it.each([
    ['precision', 10],
    ['balanced', 16],
    ['recall', 24],
  ] as const)('makes at most the combinations that %s allows', (goal, most) => {
    const all = Array.from({ length: 20 }, (_, index) => evidence(`E${index}`, [{ bits: 7 }]));

    expect(chosen(all, goal)).toHaveLength(most);
  });

  it('uses each value before it uses one often', () => {
    const all = Array.from({ length: 20 }, (_, index) => evidence(`E${index}`, [{ bits: 7 }]));

    const used = new Set(chosen(all, 'precision').flatMap((key) => key.split('+')));
    expect(used.size).toBeGreaterThan(12);
  });

  it('prefers values of the entity itself to shared ones', () => {
    const own = ['A', 'B'].map((id) => evidence(id, [{ bits: 7 }]));
    const shared = ['S', 'T'].map((id) => evidence(id, [{ bits: 7 }], { shared: true }));

    expect(chosen([...shared, ...own])[0]).toBe('A+B');
  });

  it('takes a matcher of equal values where nothing has a key', () => {
    expect(chosen([evidence('A', [], { exact: 'SAME_A' }), evidence('B', [])])).toEqual(['SAME_A']);
  });

  it('chooses nothing where nothing can be compared', () => {
    expect(chosen([])).toEqual([]);
    expect(chosen([evidence('A', []), evidence('B', [{ bits: 0 }])])).toEqual([]);
  });

  it('does not depend on the order of records or on the time', () => {
    const all = Array.from({ length: 12 }, (_, index) => evidence(`E${index}`, [{ bits: 5 + (index % 7) }]));

    expect(chosen(all)).toEqual(chosen(structuredClone(all)));
  });
});

describe('usedParts', () => {
  const part = (id: string, attributes: Readonly<Record<string, unknown>> = {}) => ({ id, type: 'any', attributes });
  const transformer = (id: string, ...sources: readonly (string | null)[]) => ({
    ...part(id),
    inputPins: Object.fromEntries(
      sources.map((sourceID, index) => [`p${index}`, sourceID === null ? null : { sourceID, sourcePin: 'default' }]),
    ),
  });
  const resolver = (id: string, sourceID: string) => ({ id, inputPin: { sourceID, sourcePin: 'default' } });
  const empty = { transformers: [], resolvers: [], comparers: [], tokenizers: [], matchers: [], rules: [] };
  const ids = (parts: readonly { readonly id: string }[]): string[] => parts.map(({ id }) => id);

  it('leaves out what no rule uses, and keeps the order', () => {
    const document = usedParts({
      transformers: [transformer('F'), transformer('G', 'F', null), transformer('unused', 'F')],
      resolvers: [resolver('R', 'G'), resolver('alone', 'unused')],
      comparers: [part('C'), part('unused')],
      tokenizers: [part('unused'), part('T')],
      matchers: [part('unused'), part('M', { resolverID: 'R', comparerID: 'C', tokenizerID: 'T' })],
      rules: [{ matcherIDs: ['M'] }],
    });

    expect([ids(document.transformers), ids(document.resolvers)]).toEqual([['F', 'G'], ['R']]);
    expect([ids(document.comparers), ids(document.tokenizers), ids(document.matchers)]).toEqual([['C'], ['T'], ['M']]);
  });

  it('keeps the matchers inside other matchers, and their resolvers', () => {
    const { matchers, resolvers } = usedParts({
      ...empty,
      transformers: [transformer('F')],
      resolvers: [resolver('R', 'F'), resolver('S', 'F')],
      matchers: [
        part('inner', { resolverIDs: ['R'] }),
        part('outer', { evidence: [{ matcherIDs: ['inner', 'outer'] }] }),
        part('other', { resolverID: 'S' }),
      ],
      rules: [{ matcherIDs: ['outer'] }],
    });

    expect([ids(matchers), ids(resolvers)]).toEqual([['inner', 'outer'], ['R']]);
  });

  it('keeps the resolvers that scores read, and what is above them', () => {
    const { transformers, resolvers } = usedParts({
      ...empty,
      transformers: [transformer('F'), transformer('G')],
      resolvers: [resolver('R', 'F'), resolver('S', 'G')],
      matchers: [part('M', { resolverID: 'R' })],
      rules: [{ matcherIDs: ['M'] }],
      scores: { consistency: [{ resolverID: 'S' }] },
    });

    expect(ids(transformers)).toEqual(['F', 'G']);
    expect(ids(resolvers)).toEqual(['R', 'S']);
  });

  it('ends with cycles, and passes over ids that no part has', () => {
    const { transformers, matchers } = usedParts({
      ...empty,
      transformers: [transformer('F', 'G'), transformer('G', 'F')],
      resolvers: [resolver('R', 'F')],
      matchers: [part('M', { resolverID: 'R', matcherID: 'N' }), part('N', { matcherID: 'M', comparerID: 'gone' })],
      rules: [{ matcherIDs: ['M', 'gone'] }],
    });

    expect(ids(transformers)).toEqual(['F', 'G']);
    expect(ids(matchers)).toEqual(['M', 'N']);
  });

  it('keeps apart parts of two lists that have the same id', () => {
    const { comparers, tokenizers } = usedParts({
      ...empty,
      comparers: [part('X')],
      tokenizers: [part('X')],
      matchers: [part('M', { comparerID: 'X' })],
      rules: [{ matcherIDs: ['M'] }],
    });

    expect([ids(comparers), ids(tokenizers)]).toEqual([['X'], []]);
  });

  it('leaves nothing without rules', () => {
    const parts = [part('X')];
    const document = { transformers: [transformer('F')], resolvers: [resolver('R', 'F')], comparers: parts };

    expect(usedParts({ ...document, tokenizers: parts, matchers: parts, rules: [] })).toEqual(empty);
  });

  it.each([[['email', 'last_name']], [['company_name', 'website', 'phone']], [['title', 'authors', 'doi']]])(
    'of the design for %j are all named by another part',
    (names) => {
      const { ruleConfig } = design(names);
      const text = JSON.stringify(ruleConfig);
      const lists = ['transformers', 'resolvers', 'comparers', 'tokenizers', 'matchers'] as const;

      for (const { id } of lists.flatMap((list) => ruleConfig[list] as { id: string }[])) {
        expect(text.split(`"${id}"`).length).toBeGreaterThan(2);
      }
    },
  );
});
