import { referencesIn } from '../document/references.ts';
import type { Part, ResolverPart, RulePart, TransformerPart } from '../document/types.ts';

interface Lists {
  readonly transformers: readonly TransformerPart[];
  readonly resolvers: readonly ResolverPart[];
  readonly comparers: readonly Part[];
  readonly tokenizers: readonly Part[];
  readonly matchers: readonly Part[];
  readonly rules: readonly { readonly matcherIDs: RulePart['matcherIDs'] }[];
}

/** Returns the document without the parts that no rule uses. */
export function usedParts<Document extends Lists>(document: Document): Document {
  const used = { matchers: new Set<string>(), resolvers: new Set<string>(), others: new Set<string>() };
  const matchers = new Map(document.matchers.map((part) => [part.id, part]));
  const open = document.rules.flatMap(({ matcherIDs }) => [...matcherIDs]);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const matcher = matchers.get(id);
    if (matcher === undefined || used.matchers.has(id)) continue;
    used.matchers.add(id);
    for (const reference of referencesIn(matcher.attributes, '')) {
      if (reference.list === 'matchers') open.push(reference.id);
      else if (reference.list === 'resolvers') used.resolvers.add(reference.id);
      else used.others.add(`${reference.list} ${reference.id}`);
    }
  }
  const resolvers = document.resolvers.filter(({ id }) => used.resolvers.has(id));
  const transformers = new Map(document.transformers.map((part) => [part.id, part]));
  const above = new Set<string>();
  const sources = resolvers.map(({ inputPin }) => inputPin.sourceID);
  for (let id = sources.pop(); id !== undefined; id = sources.pop()) {
    if (above.has(id)) continue;
    above.add(id);
    for (const pin of Object.values(transformers.get(id)?.inputPins ?? {}))
      if (pin !== null) sources.push(pin.sourceID);
  }
  return {
    ...document,
    transformers: document.transformers.filter(({ id }) => above.has(id)),
    resolvers,
    comparers: document.comparers.filter(({ id }) => used.others.has(`comparers ${id}`)),
    tokenizers: document.tokenizers.filter(({ id }) => used.others.has(`tokenizers ${id}`)),
    matchers: document.matchers.filter(({ id }) => used.matchers.has(id)),
  };
}
