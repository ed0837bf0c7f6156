import { describe, expect, it } from '@jest/globals';
import { listOf, type RulesParts, suggestionsOf } from '../../../../../apps/cli/rules/suggestions.ts';
import { RulesStatistics } from '../../../../../src/entities/rule-changes/statistics/rules-statistics.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { type EditedDocument, editedText, peopleSchemaText } from '../../../../setup/edited-people.ts';

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
