import { describe, expect, it } from '@jest/globals';
import { tokenizers } from '../../../../../src/rules/tokenizers/registry.ts';

describe.each([...tokenizers.values()])('tokenizer $type', (definition) => {
  it.each(definition.examples)('cuts $text with $attributes as its example says', ({ attributes, text, tokens }) => {
    expect(definition.compile(definition.attributes.parse(attributes))(text)).toEqual(tokens);
  });

  it('makes no token of nothing', () => {
    expect(definition.compile(definition.attributes.parse({}))('')).toEqual([]);
  });
});

describe('tokenizer word', () => {
  const cut = tokenizers.get('word')!.compile({});

  it.each([
    ['anna beispiel', ['anna', 'beispiel']],
    [' anna', ['anna']],
    ["o'neil-smith jr.", ['o', 'neil', 'smith', 'jr']],
    ['Zoë Müller', ['Zoë', 'Müller']],
    ['Zoe\u0308', ['Zoe\u0308']],
    ['Анна Пример', ['Анна', 'Пример']],
    ['山田　太郎', ['山田', '太郎']],
  ])('cuts %j into %j', (text, tokens) => {
    expect(cut(text)).toEqual(tokens);
  });
});
