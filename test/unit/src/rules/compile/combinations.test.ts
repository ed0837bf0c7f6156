import { describe, expect, it } from '@jest/globals';
import { compareRules, joiningPlans } from '../../../../../src/rules/compile/compare-rules.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../../../src/rules/compile/compiled-rules.ts';
import { explainPair } from '../../../../../src/rules/compile/explain.ts';
import { RulePair } from '../../../../../src/rules/compile/rule-pair.ts';
import { InvalidRuleConfigError } from '../../../../../src/rules/errors.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { IndexKey, RecordPayload, ResolvedValues } from '../../../../../src/rules/types.ts';
import { deployedPeople, type Edit, edits } from '../../../../setup/edited-people.ts';
import { toyGenerations } from '../../../../setup/toy-generations.ts';
import { compile, type Document, documentOf, linksOf, orEmpty, rule, simple } from './people.ts';

const document = (more: Partial<Document> = {}): Document => ({
  fields: ['mail', 'phone', 'name', 'city'],
  matchers: [simple('mail'), simple('phone'), simple('name'), simple('city')],
  rules: [rule('SAME', ['name'], { indexMatcherIDs: [['mail'], ['phone', 'city']] })],
  ...more,
});
const compileWith = (more: Partial<Document>) => compile(document(more));
const rules = compile(document());
const keysOf = (compiled: CompiledRules, record: RecordPayload) => compiled.indexKeys(compiled.resolve(record));

const ada = { id: '1', name: 'ada', mail: 'ada@example.com', phone: '1', city: 'york' };

describe('a rule with indexMatcherIDs', () => {
  it.each([
    ['one combination', { name: 'ada', mail: 'ada@example.com', city: 'hull' }],
    ['another combination', { name: 'ada', phone: '1', city: 'york' }],
    ['all combinations', ada],
  ])('holds by %s and its own matchers, as one link', (_what, other) => {
    expect(linksOf(rules, ada, { ...other, id: '2' })).toEqual(['SAME']);
  });

  it.each([
    ['its own matchers and no combination', { name: 'ada', phone: '1', city: 'hull' }],
    ['a combination without its own matchers', { name: 'eve', mail: 'ada@example.com' }],
  ])('does not hold by %s', (_what, other) => {
    expect(linksOf(rules, ada, { ...other, id: '2' })).toEqual([]);
  });

  it('makes keys of its combinations alone', () => {
    const keys = rules.parts.plans.flatMap((plan) => plan.describeKeys(rules.resolve(ada), 10));

    expect(keys.map(({ ruleIDs, parts }) => [ruleIDs, parts.map(({ matcherID }) => matcherID).sort()])).toEqual([
      [['SAME'], ['mail']],
      [['SAME'], ['city', 'phone']],
    ]);
  });

  it('has the keys, the links and the fingerprint of one rule for each combination', () => {
    const split = compileWith({
      rules: [rule('MAIL', ['mail', 'name'], off), rule('PHONE', ['phone', 'city', 'name'], off)],
    });

    expect(rules.fingerprint).toBe(split.fingerprint);
    expect(keysOf(rules, ada).map(({ hash }) => hash)).toEqual(keysOf(split, ada).map(({ hash }) => hash));
  });
  const off = { disableIndexMatcherIDs: ['name'] };

  it('shares the keys of a search rule over one of its combinations', () => {
    const searched = compileWith({
      rules: [...document().rules, rule('BY_MAIL', ['mail'])],
      index: ['SAME'],
      link: ['SAME'],
      search: ['BY_MAIL'],
    });

    expect(searched.parts.plans.length).toBe(rules.parts.plans.length);
    const search = searched.prepareSearch({ mail: 'ada@example.com' }, 'default');
    const stored = new Set(keysOf(searched, ada).map(({ hash }) => hash));
    expect(search.keys.map(({ hash }) => stored.has(hash))).toEqual([true]);
    expect(search.hit(searched.resolve(ada))?.ruleIDs).toEqual(['BY_MAIL']);
  });

  it('is a search rule that each combination finds for, and says which fields are missing', () => {
    const search = rules.prepareSearch({ name: 'ada', phone: '1' }, 'default');

    expect(search.keys).toEqual([]);
    expect(search.fieldsToAdd!(new Set())).toEqual(['mail', 'city']);
    const found = rules.prepareSearch({ name: 'ada', mail: 'ada@example.com' }, 'default');
    expect(found.keys.map(({ plan }) => found.rulesServedBy!(plan))).toEqual([['SAME']]);
    expect(found.hit(rules.resolve(ada))?.ruleIDs).toEqual(['SAME']);
  });

  it('is explained with its combinations before its own matchers', () => {
    const { groups } = explainPair(rules, ada, { id: '2', name: 'ada', phone: '1', city: 'hull' });

    const [combinations, own] = groups[0]!.link.rules[0]!.matchers;
    expect(combinations).toMatchObject({ matcherID: 'indexMatcherIDs', type: 'combinations', satisfied: false });
    expect(combinations!.inner!.map(({ matcherID, satisfied }) => [matcherID, satisfied])).toEqual([
      ['mail', false],
      ['phone and city', false],
    ]);
    expect(combinations!.inner![1]!.inner!.map(({ satisfied }) => satisfied)).toEqual([true, false]);
    expect(own).toMatchObject({ matcherID: 'name', satisfied: true });
  });

  it('lacks a value that must exist only if every combination lacks one', () => {
    const demanding = compileWith({
      matchers: [simple('mail', { mustExist: true }), simple('phone', { mustExist: true }), simple('name')],
      rules: [rule('SAME', ['name'], { indexMatcherIDs: [['mail'], ['phone']], ignoreErrors: false })],
    });
    const problems = (record: RecordPayload) => demanding.recordProblems(record, demanding.resolve(record));

    expect(problems({ id: '1', name: 'ada', phone: '1' })).toEqual([]);
    expect(problems({ id: '1', name: 'ada' }).map(({ code }) => code)).toEqual(['FIELD_DOES_NOT_EXIST']);
  });

  it('is refused with an empty combination', () => {
    expect(() => compileWith({ rules: [rule('SAME', ['name'], { indexMatcherIDs: [[]] })] })).toThrow(
      InvalidRuleConfigError,
    );
  });
});

describe('the linter on indexMatcherIDs', () => {
  const codesOf = (attributes: object, more: Partial<Document> = {}) => {
    const made = documentOf(document({ rules: [rule('SAME', ['name'], attributes)], ...more }));
    const { errors, warnings } = lintRuleConfig(made);
    return [...errors, ...warnings].map(({ code, pointer }) => `${code} ${pointer}`);
  };

  it.each([
    [
      'a matcher that is not there',
      { indexMatcherIDs: [['mial']] },
      'DANGLING_ID /rules/0/attributes/indexMatcherIDs/0/0',
    ],
    ['a matcher twice', { indexMatcherIDs: [['mail', 'mail']] }, 'REPEATED_ID /rules/0/attributes/indexMatcherIDs/0/1'],
    [
      'the same combination twice',
      {
        indexMatcherIDs: [
          ['mail', 'phone'],
          ['phone', 'mail'],
        ],
      },
      'USELESS_COMBINATION /rules/0/attributes/indexMatcherIDs/1',
    ],
    [
      'matchers that give no keys anyway',
      { indexMatcherIDs: [['mail']], disableIndexMatcherIDs: ['name'] },
      'DISABLED_MATCHER_UNUSED /rules/0/attributes/disableIndexMatcherIDs/0',
    ],
    ['a value that many share', { indexMatcherIDs: [['mail'], ['city']] }, 'HUB_KEY /ruleSets/0/ruleIDs/0'],
  ])('finds %s', (_what, attributes, expected) => {
    expect(codesOf(attributes)).toContain(expected);
  });

  it('finds a combination that no index rule set serves, and one without keys', () => {
    const matchers = [...document().matchers, orEmpty('spelling', 'mail')];
    const index = [rule('INDEX', ['mail']), rule('SAME', ['name'], { indexMatcherIDs: [['mail'], ['phone']] })];

    expect(codesOf({ indexMatcherIDs: [['mail'], ['spelling']] }, { matchers })).toContain(
      'NO_INDEX_KEYS /ruleSets/0/ruleIDs/0',
    );
    const served = codesOf({}, { rules: index, index: ['INDEX'], link: ['SAME'], search: ['SAME'] });
    expect(served).toContain('SEARCH_NOT_INDEXED /ruleSets/3/ruleIDs/0');
    expect(served).toContain('LINK_NOT_INDEXED /ruleSets/1/ruleIDs/0');
  });

  it('does not call a rule useless because one with combinations has fewer matchers', () => {
    const two = [rule('SAME', ['name'], { indexMatcherIDs: [['mail']] }), rule('NAME', ['name', 'phone'])];

    expect(codesOf({}, { rules: two }).filter((code) => code.startsWith('USELESS'))).toEqual([]);
  });

  it('counts combinations as rules', () => {
    const indexMatcherIDs = Array.from({ length: 500 }, () => ['mail']);

    expect(codesOf({ indexMatcherIDs })).toContain('TOO_MANY_PARTS /rules');
  });
});

const compileDocument = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);
const former = compileDocument();

describe('two rule-configs', () => {
  it('share every key plan where only searches and scores differ', () => {
    const compared = compareRules(former, compileDocument(edits.scores));

    expect(compared).toMatchObject({ added: [], gone: [], linksChange: false, isAlike: true });
    expect(compared.shared.length).toBe(former.parts.plans.length);
  });

  it('differ in the plan whose key has to carry a value more', () => {
    const compared = compareRules(former, compileDocument(edits.tightened));

    expect(compared.shared.length).toBe(former.parts.plans.length - 1);
    const ruleIDs = ['EMAIL', 'EMAIL_NAME'];
    expect(compared.gone).toEqual([{ ruleIDs, exact: false, carried: ['FIRST_NAME', 'BIRTHDAY'] }]);
    expect(compared.added).toEqual([{ ruleIDs, exact: false, carried: ['FIRST_NAME', 'BIRTHDAY', 'POSTCODE'] }]);
    expect(compared).toMatchObject({ linksChange: true, isAlike: false });
  });

  it('differ in what is linked, though they share every plan', () => {
    const compared = compareRules(former, compileDocument(edits.threshold));

    expect(compared).toMatchObject({ added: [], gone: [], linksChange: true, isAlike: false });
  });

  it('are what they are called whichever was first', () => {
    const exact = compileDocument(edits.exact);
    const [there, back] = [compareRules(former, exact), compareRules(exact, former)];

    expect([there.added, there.gone]).toEqual([back.gone, back.added]);
    expect(there.added).toEqual([{ ruleIDs: ['EMAIL', 'EMAIL_NAME'], exact: true, carried: [] }]);
  });

  it.each([
    ['scores', 'search', 'search'],
    ['exact', 'loosened', 'tightened'],
    ['tightened', 'tightened', 'loosened'],
    ['threshold', 'tightened', 'loosened'],
    ['relaxed', 'mixed', 'mixed'],
  ] as const)('say what the edit "%s" does to links: %s, and its way back: %s', (edit, there, back) => {
    const edited = compileDocument(edits[edit]);

    expect([compareRules(former, edited).kind, compareRules(edited, former).kind]).toEqual([there, back]);
  });

  it.each([
    ['ownKey', [['SAME_NAMES']], []],
    ['exact', [['EMAIL', 'EMAIL_NAME']], [['EMAIL', 'EMAIL_NAME']]],
    ['threshold', [], [['EMAIL', 'EMAIL_NAME'], ['PHONE', 'PHONE_NAME'], ['BIRTHDAY_LAST_NAME'], ['POSTCODE_NAME']]],
    ['tightened', [['EMAIL', 'EMAIL_NAME']], [['EMAIL', 'EMAIL_NAME']]],
    ['scores', [], []],
  ] as const)('can join by those keys of which less is demanded: %s, and its way back', (edit, there, back) => {
    const edited = compileDocument(edits[edit]);
    const joining = (from: typeof former, to: typeof former) => {
      const joins = joiningPlans(from, to);
      return to.parts.plans.filter((plan) => joins(plan)).map(({ ruleIDs }) => ruleIDs);
    };

    expect([joining(former, edited), joining(edited, former)]).toEqual([there, back]);
  });

  it('are tightened where the least sum of weights rises, and mixed where weights change as well', () => {
    const weighing = (threshold: number, weight = 3) =>
      compileDocument((document) => {
        const evidence = [{ matcherIDs: ['FIRST_NAME_LOOKS'], weights: [weight] }];
        document.matchers.push({ id: 'SUM', type: 'weighted', attributes: { threshold, evidence } });
        document.rules.find(({ id }: { id: string }) => id === 'EMAIL_NAME').matcherIDs = ['SAME_EMAIL', 'SUM'];
      });
    const [low, high] = [weighing(1), weighing(2)];

    expect(compareRules(low, high)).toMatchObject({ kind: 'tightened', added: [], gone: [], linksChange: true });
    expect(compareRules(high, low).kind).toBe('loosened');
    expect(compareRules(low, weighing(2, 4)).kind).toBe('mixed');
  });

  it('are mixed where one threshold rises and another falls', () => {
    const looking = (first: number, last: number) =>
      compileDocument((document) => {
        const comparer = (id: string, threshold: number) => ({
          id,
          type: 'similarity',
          attributes: { algorithm: 'jaroWinkler', threshold },
        });
        document.comparers.push(comparer('FIRST', first), comparer('LAST', last));
        for (const [id, comparerID] of [
          ['FIRST_NAME_LOOKS', 'FIRST'],
          ['LAST_NAME_ONE_TYPO', 'LAST'],
        ]) {
          document.matchers.find((matcher: { id: string }) => matcher.id === id).attributes.comparerID = comparerID;
        }
      });
    const former = looking(0.85, 0.85);

    expect(compareRules(former, looking(0.9, 0.8)).kind).toBe('mixed');
    expect(compareRules(former, looking(0.9, 0.9)).kind).toBe('tightened');
    expect(compareRules(former, looking(0.8, 0.8)).kind).toBe('loosened');
  });

  it('are told apart by keys alone where resolvers change places', () => {
    expect(compareRules(former, compileDocument(edits.reordered)).kind).toBe('keys');
  });
});

const rulesOf = compile({
  fields: ['name', 'mail', 'city', 'born', 'phone'],
  matchers: [...['name', 'mail', 'city', 'born', 'phone'].map((id) => simple(id)), orEmpty('bornOrEmpty', 'born')],
  rules: [
    rule('NAME', ['name']),
    rule('NAME_CITY_PHONE', ['name', 'city', 'phone']),
    rule('NAME_BORN', ['name', 'born']),
    rule('NAME_IN', ['name', 'city'], { disableIndexMatcherIDs: ['city'] }),
    rule('MAIL', ['mail']),
    rule('MAIL_BORN', ['mail', 'bornOrEmpty']),
  ],
  index: ['NAME', 'NAME_CITY_PHONE', 'NAME_BORN', 'MAIL'],
  link: ['MAIL'],
  search: ['NAME', 'NAME_CITY_PHONE', 'NAME_BORN', 'NAME_IN', 'MAIL', 'MAIL_BORN'],
});

/** What a search says when its keys by the name alone are over-frequent. */
function askWith(parameters: RecordPayload) {
  const prepared = rulesOf.prepareSearch(parameters, 'default');
  const { plan } = prepared.keys.find(({ plan }: IndexKey) => plan.ruleIDs.includes('NAME'))!;
  return { add: prepared.fieldsToAdd!(new Set([plan])), served: prepared.rulesServedBy!(plan) };
}

describe('a search by a value that too many share', () => {
  it('wants what other rules lack that read a given field, the fewest first', () => {
    expect(askWith({ name: 'anna' }).add).toEqual(['born', 'city', 'phone']);
  });

  it('wants nothing that is given, and nothing of a rule that lacks nothing', () => {
    expect(askWith({ name: 'anna', born: '1980-01-01', city: 'kassel' }).add).toEqual(['phone', 'mail']);
  });

  it('names the rules that find by that value and can be satisfied', () => {
    expect(askWith({ name: 'anna' }).served).toEqual(['NAME']);
    expect(askWith({ name: 'anna', city: 'kassel' }).served).toEqual(['NAME', 'NAME_IN']);
  });
});

const [first, other, tighter, turned] = toyGenerations.map(({ rules }) => rules);
const record = { id: 'a', exact: ['e'], near: ['x3'] };

describe('a pair of rules', () => {
  it('makes the keys of both generations, those of the other one dormant, and shared ones once', () => {
    const pair = new RulePair(first!, other!);

    const keys = pair.indexKeys(pair.resolve(record));

    expect(keys.map(({ hash, plan }) => [hash, plan.exact, plan.dormant ?? false])).toEqual([
      ['exact-e', true, false],
      ['near-x', false, false],
      ['exactB-e', true, true],
    ]);
  });

  it('makes the same keys whichever generation is in force', () => {
    const [there, back] = [new RulePair(first!, tighter!), new RulePair(tighter!, first!)];
    const hashes = (pair: RulePair) => pair.indexKeys(pair.resolve(record)).map(({ hash }) => hash);

    expect(hashes(there).sort()).toEqual(hashes(back).sort());
  });

  it('makes the keys of each record, whichever it was asked for last', () => {
    const pair = new RulePair(first!, other!);
    const [a, b] = [pair.resolve(record), pair.resolve({ id: 'b', exact: ['f'] })];
    const dormant = (values: typeof a) =>
      pair.indexKeys(values).flatMap(({ hash, plan }) => (plan.dormant ? [hash] : []));

    expect([a, b, b, a].map(dormant)).toEqual([['exactB-e'], ['exactB-f'], ['exactB-f'], ['exactB-e']]);
  });

  it('makes the keys of the same values once', () => {
    const pair = new RulePair(first!, other!);
    const values = pair.resolve(record);

    expect(pair.indexKeys(values)).toBe(pair.indexKeys(values));
  });

  it('computes the keys of a record by the other generation once, for its problems as well', () => {
    const asked = new Set<unknown>();
    const watched = (values: ResolvedValues) => {
      asked.add(values);
      return { keys: other!.indexKeys(values), problems: other!.recordProblems(record, values) };
    };
    const pair = new RulePair(first!, {
      ...other!,
      resolve: (payload) => other!.resolve(payload),
      indexKeys: (values) => watched(values).keys,
      recordProblems: (_, values) => watched(values).problems,
    });
    const values = pair.resolve(record);

    pair.indexKeys(values);
    pair.otherProblems(record, values);

    expect(asked.size).toBe(1);
  });

  it('carries the values of a dormant key by their positions in the pair', () => {
    const pair = new RulePair(first!, turned!);
    const values = pair.resolve(record);

    const key = pair.indexKeys(values).find(({ hash }) => hash === 'nearD-x')!;

    expect(key.plan.carried.map((position) => values[position])).toEqual([['x3']]);
  });

  it('links by the rules in force, and by no dormant key', () => {
    const pair = new RulePair(first!, other!);
    const [a, b] = [pair.resolve(record), pair.resolve({ id: 'b', exact: ['e'], near: ['x5'] })];
    const dormant = pair.indexKeys(a).find(({ plan }) => plan.dormant)!;

    expect(pair.linked(dormant.plan, a, b)).toBe(false);
    expect(pair.links(a, b)).toEqual(first!.links(a, b));
    expect(pair.links(a, b).map(({ ruleID }) => ruleID)).toEqual(['EXACT']);
    expect(pair.highestScore(dormant.plan)).toBe(0);
  });

  it('gives plans of one signature that differ between the generations names of their own', () => {
    const pair = new RulePair(first!, {
      ...first!,
      indexKeys: (values) => first!.indexKeys(values).map(({ hash, plan }) => ({ hash: `next ${hash}`, plan })),
    });

    const signatures = pair.indexKeys(pair.resolve(record)).map(({ plan }) => plan.signature);

    expect(new Set(signatures).size).toBe(signatures.length);
  });
});
