import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { matchers } from '../../../../../src/rules/matchers/registry.ts';
import { documentOf, fieldOnly, rule } from '../compile/people.ts';

describe.each([...matchers.values()])('matcher $type', (definition) => {
  const examples = definition.examples ?? [];

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(examples)('judges $a and $b with $attributes as its example says, in both directions', (example) => {
    const rules = compileRuleConfig(
      documentOf({
        fields: [...new Set([...Object.keys(example.a), ...Object.keys(example.b)])],
        tokenizers: example.tokenizers ?? [],
        comparers: example.comparers ?? [],
        matchers: [...(example.matchers ?? []), { id: 'shown', type: definition.type, attributes: example.attributes }],
        rules: [rule('SHOWN', ['shown'])],
      }),
      fieldOnly,
    );
    const matcher = rules.parts.rules[0]!.matchers[0]!;
    const a = rules.resolve({ ...example.a });
    const b = rules.resolve({ ...example.b });

    expect(matcher.satisfied(a, b)).toBe(example.satisfied);
    expect(matcher.satisfied(b, a)).toBe(example.satisfied);
    expect(matcher.verdict(a, b).satisfied).toBe(example.satisfied);
  });
});
