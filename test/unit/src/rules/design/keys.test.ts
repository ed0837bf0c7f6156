import { describe, expect, it } from '@jest/globals';
import type { Evidence, KeyMatcher } from '../../../../../src/rules/design/evidence.ts';
import { chooseKeys } from '../../../../../src/rules/design/keys.ts';
import { usedParts } from '../../../../../src/rules/design/used-parts.ts';
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
  it('takes a selective value alone', () => {
    expect(chosen([evidence('A', [{ bits: 13 }]), evidence('B', [{ bits: 20 }])])).toEqual(['A', 'B']);
  });

  it('joins two values that are selective together', () => {
    expect(chosen([evidence('A', [{ bits: 7 }]), evidence('B', [{ bits: 6 }])])).toEqual(['A+B']);
  });

  it('joins three values of which no two are selective', () => {
    const all = ['A', 'B', 'C'].map((id) => evidence(id, [{ bits: 5 }]));

    expect(chosen(all)).toEqual(['A+B+C']);
  });

  it('never joins two keys of one piece of evidence', () => {
    expect(chosen([evidence('A', [{ bits: 7 }, { bits: 8 }]), evidence('B', [{ bits: 3 }])])).toEqual(['A+B']);
  });

  it('makes no triple around a selective pair', () => {
    const all = [evidence('A', [{ bits: 9 }]), evidence('B', [{ bits: 5 }]), evidence('C', [{ bits: 5 }])];

    expect(chosen(all).toSorted()).toEqual(['A+B', 'A+C']);
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

  it('combines what there is where nothing is selective', () => {
    expect(chosen([evidence('A', [{ bits: 2 }]), evidence('B', [{ bits: 2 }])])).toEqual(['A+B']);
    expect(chosen([evidence('A', [], { exact: 'SAME_A' }), evidence('B', [])])).toEqual(['SAME_A']);
  });

  it('combines at most three of the weak values', () => {
    const all = ['A', 'B', 'C', 'D'].map((id) => evidence(id, [{ bits: 1 }]));

    expect(chosen(all)).toEqual(['A+B+C']);
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
      transformers: [transformer('F')],
      resolvers: [resolver('R', 'F'), resolver('S', 'F')],
      comparers: [],
      tokenizers: [],
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
      transformers: [transformer('F'), transformer('G')],
      resolvers: [resolver('R', 'F'), resolver('S', 'G')],
      comparers: [],
      tokenizers: [],
      matchers: [part('M', { resolverID: 'R' })],
      rules: [{ matcherIDs: ['M'] }],
      scores: { consistency: [{ resolverID: 'S' }] },
    });

    expect([ids(transformers), ids(resolvers)]).toEqual([
      ['F', 'G'],
      ['R', 'S'],
    ]);
  });

  it('ends with cycles, and passes over ids that no part has', () => {
    const document = usedParts({
      transformers: [transformer('F', 'G'), transformer('G', 'F')],
      resolvers: [resolver('R', 'F')],
      comparers: [],
      tokenizers: [],
      matchers: [part('M', { resolverID: 'R', matcherID: 'N' }), part('N', { matcherID: 'M', comparerID: 'gone' })],
      rules: [{ matcherIDs: ['M', 'gone'] }],
    });

    expect([ids(document.transformers), ids(document.matchers)]).toEqual([
      ['F', 'G'],
      ['M', 'N'],
    ]);
  });

  it('keeps apart parts of two lists that have the same id', () => {
    const { comparers, tokenizers } = usedParts({
      transformers: [],
      resolvers: [],
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

    expect(usedParts({ ...document, tokenizers: parts, matchers: parts, rules: [] })).toEqual({
      transformers: [],
      resolvers: [],
      comparers: [],
      tokenizers: [],
      matchers: [],
      rules: [],
    });
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
