import { writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { againstText, changeText } from '../../../../../apps/cli/rules/compared-rules.ts';
import { readRules } from '../../../../../apps/cli/rules/read-rules.ts';
import { checkCase, junitXml, type RuleCase, readRuleCases } from '../../../../../apps/cli/rules/rule-case.ts';
import { RulesStatistics } from '../../../../../apps/cli/rules/statistics.ts';
import { listOf, type RulesParts, suggestionsOf } from '../../../../../apps/cli/rules/suggestions.ts';
import { compareRules } from '../../../../../src/rules/compile/compare-rules.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import {
  deployedPeople,
  type Edit,
  type EditedDocument,
  editedText,
  edits,
  peopleSchemaText,
} from '../../../../setup/edited-people.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeEach');

const read = (text: string) => {
  const file = directory.path('cases.json');
  writeFileSync(file, text);
  return readRuleCases(file);
};

describe('readRuleCases', () => {
  it('reads one case or a list and names those without a name', () => {
    expect(read('{"recordA": {}, "recordB": {}}').map(({ name }) => name)).toEqual(['case']);
    expect(
      read('[{"recordA": {}, "recordB": {}}, {"name": "b", "recordA": {}, "recordB": {}}]').map(({ name }) => name),
    ).toEqual(['case 1', 'b']);
  });

  it('refuses a list without cases, which would pass whatever the rules say', () => {
    expect(() => read('[]')).toThrow('has no cases, so it checks nothing');
  });

  it('names every wrong place at once', () => {
    const broken =
      '[{"recordA": 1, "recordB": {}}, {"recordA": {}, "recordB": {}, "expectation": {"together": "yes"}}]';

    expect(() => read(broken)).toThrow(/0\.recordA.*\n.*1\.expectation\.together/);
  });

  it('refuses a misspelt expectation, which would never be checked', () => {
    expect(() => read('{"recordA": {}, "recordB": {}, "expectation": {"togehter": true}}')).toThrow(/togehter/);
  });

  it('says so when the file is not JSON or not there', () => {
    expect(() => read('{')).toThrow(/is not JSON/);
    expect(() => readRuleCases(directory.path('none.json'))).toThrow(/cannot be read/);
  });
});

const rules = readRules('examples/people/rule-config.json');
const pair = {
  name: 'a pair',
  recordA: { id: '1', firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
  recordB: { id: '2', firstName: 'Ada', lastName: 'Exampel', email: 'Ada@Example.com' },
};
const check = (expectation: RuleCase['expectation']) => checkCase(rules, { ...pair, expectation });

describe('checkCase', () => {
  it('finds no difference in what is true', () => {
    expect(
      check({
        together: true,
        searchRuleSets: [{ name: 'default', ruleSet: { satisfiedRules: ['NAME', 'EMAIL'] } }],
        mutationRuleSetGroups: [
          {
            name: 'people',
            outcome: 'LINK',
            linkRuleSet: { satisfiedRules: ['EMAIL_NAME'], unsatisfiedRules: ['PHONE_NAME'] },
          },
        ],
      }),
    ).toEqual([]);
  });

  it('tells what was expected and what was found', () => {
    expect(check({ together: false })).toEqual([
      'the records\n  expected: do not match\n  found:    belong to one entity',
    ]);
  });

  it('is strict about satisfied rules: one more or one less is a difference', () => {
    const linkRuleSet = (satisfiedRules: string[]) =>
      check({ mutationRuleSetGroups: [{ name: 'people', linkRuleSet: { satisfiedRules } }] });

    expect(linkRuleSet([])).toHaveLength(1);
    expect(linkRuleSet(['EMAIL_NAME', 'PHONE_NAME'])).toHaveLength(1);
  });

  it('reports a rule that should not be satisfied and is', () => {
    const [difference] = check({
      mutationRuleSetGroups: [{ name: 'people', linkRuleSet: { unsatisfiedRules: ['EMAIL_NAME'] } }],
    });

    expect(difference).toContain('link rule set, unsatisfied rules\n  expected: EMAIL_NAME');
  });

  it('reports rule sets, search rules and groups that the document does not have', () => {
    expect(
      check({
        searchRuleSets: [{ name: 'strict', ruleSet: { satisfiedRules: [] } }],
        mutationRuleSetGroups: [
          { name: 'companies' },
          { name: 'people', outcome: 'DUPLICATE', deduplicateRuleSet: { ruleSetID: 'SAME' } },
          { name: 'people', linkRuleSet: { ruleSetID: 'OTHER' } },
        ],
      }),
    ).toEqual([
      'search rules "strict"\n  expected: a rule set\n  found:    none',
      'group "companies"\n  expected: a mutation rule set group\n  found:    only "people"',
      'group "people", outcome\n  expected: DUPLICATE\n  found:    LINK',
      'group "people", deduplicate rule set\n  expected: SAME\n  found:    none',
      'group "people", link rule set\n  expected: OTHER\n  found:    LINK',
    ]);
  });

  it('passes over an empty rule set, which says nothing', () => {
    expect(check({ mutationRuleSetGroups: [{ name: 'people', deduplicateRuleSet: {} }] })).toEqual([]);
  });
});

describe('junitXml', () => {
  it('makes a suite of each file and counts failures', () => {
    const xml = junitXml([
      { file: 'a.json', name: 'holds', differences: [], seconds: 0.25 },
      { file: 'a.json', name: 'fails', differences: ['one', 'two'], seconds: 0.25 },
      { file: 'b.json', name: 'holds too', differences: [], seconds: 0 },
    ]);

    expect(xml).toContain('<testsuites name="rules" tests="3" failures="1" time="0.500">');
    expect(xml).toContain('<testsuite name="a.json" tests="2" failures="1" time="0.500">');
    expect(xml).toContain('<failure message="2 differences">one\ntwo</failure>');
    expect(xml).toContain('<testcase classname="b.json" name="holds too" time="0.000"/>');
  });

  it('writes whatever a name holds as valid XML', () => {
    const xml = junitXml([{ file: 'a"b.json', name: '<&>\u0000\ud800', differences: [']]>'], seconds: 0 }]);

    expect(xml).toContain('message="1 difference"');

    expect(xml).toContain('name="&lt;&amp;&gt;\ufffd\ufffd"');
    expect(xml).toContain('a&quot;b.json');
    expect(xml).toContain(']]&gt;');
  });
});

const schema = loadRecordSchema(peopleSchemaText);
const document: EditedDocument = JSON.parse(editedText(() => undefined));

function statisticsOf(text: string) {
  const config = loadRuleConfig(text, schema);
  const statistics = new RulesStatistics(compileRuleConfig(config));
  for (let index = 0; index < 60; index++) {
    const email = index < 30 ? 'none@none.com' : `mail${index}@example.com`;
    const phone = index < 40 ? '+44 20 7946 0000' : '';
    statistics.add({ id: `p${index}`, firstName: 'Ada', lastName: `L${index}`, email, phone });
  }
  return { config, statistics };
}

/** Puts parts into the document, as an owner would. */
function withParts(before: EditedDocument, { transformers = [], resolvers = [] }: RulesParts): string {
  const merged = <Part extends { readonly id: string }>(list: readonly Part[], parts: readonly Part[]) => [
    ...list.filter(({ id }) => !parts.some((part) => part.id === id)),
    ...parts,
  ];
  return JSON.stringify({
    ...before,
    transformers: merged(before.transformers, transformers),
    resolvers: before.resolvers.map(
      (resolver: { id: string }) => resolvers.find(({ id }) => id === resolver.id) ?? resolver,
    ),
  });
}

describe('suggestions from statistics', () => {
  it('name placeholders and values of too frequent keys, with parts that drop them', () => {
    const { config, statistics } = statisticsOf(JSON.stringify(document));

    const { drop } = suggestionsOf(statistics, config, 300);

    expect(drop.map(({ resolverID, reasons }) => [resolverID, reasons])).toEqual([
      ['EMAIL', ['"none@none.com" stands for no value in 30 records']],
      ['PHONE', ['"+442079460000" is the key of PHONE, PHONE_NAME in 40 records and becomes over-frequent above 300']],
    ]);
    for (const { resolverID, parts } of drop) {
      const after = statisticsOf(withParts(document, parts)).statistics.resolvers();
      const dropped = after.find((resolver) => resolver.resolverID === resolverID)!;
      expect(dropped).toMatchObject({ records: resolverID === 'EMAIL' ? 30 : 0, frequent: [] });
    }
  });

  it('lengthen the filter that a resolver has already', () => {
    const { config, statistics } = statisticsOf(JSON.stringify(document));
    const [first] = suggestionsOf(statistics, config, 300).drop;
    const text = withParts(document, first!.parts);
    const again = statisticsOf(text);
    again.statistics.add({ id: 'x', email: 'no@example.com' });
    for (let index = 0; index < 25; index++) again.statistics.add({ id: `y${index}`, email: 'test@example.com' });

    const [more] = suggestionsOf(again.statistics, again.config, 300).drop;

    expect(more!.parts.resolvers).toBeUndefined();
    expect(more!.parts.transformers).toMatchObject([
      { id: first!.parts.transformers![0]!.id, attributes: { values: ['none@none.com', 'test@example.com'] } },
    ]);
  });

  it('make a reference list of frequent values', () => {
    const { statistics } = statisticsOf(JSON.stringify(document));
    const list = listOf(statistics.resolvers().find(({ resolverID }) => resolverID === 'EMAIL')!);

    expect(list.rows).toEqual([['none@none.com', '30']]);
    expect(() => loadRuleConfig(JSON.stringify({ ...document, referenceLists: [list] }), schema)).not.toThrow();
  });
});

const compile = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);
const textOf = (edit: Edit) => againstText('former.json', compareRules(compile(), compile(edit)));

describe('what a change of rules is, for people to read', () => {
  /** Rules by weights: each combination makes a key, and all verify the same values. */
  const weighted = (threshold: number) => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const part = (id: string) => ({ id, inputPin: { sourceID: `READ_${id}`, sourcePin: 'default' } });
    const document = {
      transformers: names.map((id) => ({ id: `READ_${id}`, type: 'field', attributes: { path: id.toLowerCase() } })),
      resolvers: names.map(part),
      matchers: [
        ...names.map((id) => ({ id: `SAME_${id}`, type: 'simple', attributes: { resolverID: id } })),
        {
          id: 'ENOUGH',
          type: 'weighted',
          attributes: {
            threshold,
            evidence: names.map((name) => ({ name, matcherIDs: [`SAME_${name}`], weights: [5], otherwise: -1 })),
          },
        },
      ],
      rules: [
        {
          id: 'SAME',
          matcherIDs: ['ENOUGH'],
          attributes: { indexMatcherIDs: [['SAME_A', 'SAME_B'], ['SAME_C'], ['SAME_D']] },
        },
      ],
      ruleSets: [{ id: 'all', ruleIDs: ['SAME'] }],
      searchRuleSetIDs: { default: 'all' },
      mutationRuleSetGroups: { all: { indexRuleSetID: 'all', linkRuleSetID: 'all', deduplicateRuleSetID: null } },
    };
    return compileRuleConfig(loadRuleConfig(JSON.stringify(document), undefined, 'weighted'));
  };

  it('tells plans of one rule apart, in short lines', () => {
    const text = changeText('former.json', 'next.json', compareRules(weighted(9), weighted(10)));

    expect(text).toContain('key plans: 3 shared, 0 new, 0 gone\n');
    expect(text).toContain('  shared  SAME by SAME_B and SAME_A (suggests; carries 6 values)\n');
    const lines = text.split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(120);
  });

  it('says equal plans once with their number', () => {
    const plan = { ruleIDs: ['R'], exact: true, carried: [] };
    const compared = compareRules(weighted(9), weighted(9));

    const text = changeText('a', 'b', { ...compared, shared: [plan, plan, plan] });

    expect(text).toContain('  shared  R (decides) (3 times)\nc');
  });
});

describe('what linting against a former rule-config says', () => {
  it('names plans that are new and gone, and which document serves live data', () => {
    expect(textOf(edits.tightened)).toBe(
      [
        'against former.json: 5 key plans shared, 1 new, 1 gone',
        '  new   EMAIL, EMAIL_NAME (suggests; carries FIRST_NAME, BIRTHDAY, POSTCODE)',
        '  gone  EMAIL, EMAIL_NAME (suggests; carries FIRST_NAME, BIRTHDAY)',
        '  links and duplicates are judged differently',
        '  on live data: begins a change of the rules; former.json serves until you continue it',
        '',
      ].join('\n'),
    );
  });

  it('says that nothing which is stored depends on scores and searches', () => {
    expect(textOf(edits.scores)).toBe(
      [
        'against former.json: 6 key plans shared, 0 new, 0 gone',
        '  on live data: comes into force at once; nothing that is stored depends on what differs',
        '',
      ].join('\n'),
    );
  });
});
