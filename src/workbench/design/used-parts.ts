import { referencesIn } from '../../rules/document/references.ts';
import type { Part, ResolverPart, RuleConfig, RulePart, TransformerPart } from '../../rules/document/types.ts';

interface Lists
  extends Pick<RuleConfig, 'transformers' | 'resolvers' | 'comparers' | 'tokenizers' | 'matchers' | 'referenceLists'> {
  readonly rules: readonly NamedMatchers[];
  readonly scores?: { readonly consistency: readonly { readonly resolverID: string }[] };
}

interface NamedMatchers {
  readonly matcherIDs: RulePart['matcherIDs'];
  readonly attributes?: { readonly indexMatcherIDs?: readonly (readonly string[])[] };
}

/** Returns the document without the parts that no rule and no score uses. */
export function usedParts<Document extends Lists>(document: Document): Document {
  const matchers = usedMatchers(document);
  const used = new Set(
    matchers.flatMap(({ attributes }) => referencesIn(attributes, '').map(({ list, id }) => `${list} ${id}`)),
  );
  for (const { resolverID } of document.scores?.consistency ?? []) used.add(`resolvers ${resolverID}`);
  const resolvers = document.resolvers.filter(({ id }) => used.has(`resolvers ${id}`));
  const above = transformersAbove(resolvers, document.transformers);
  const transformers = document.transformers.filter(({ id }) => above.has(id));
  const lists = new Set(transformers.map(({ attributes }) => attributes['listID']));
  return {
    ...document,
    transformers,
    resolvers,
    comparers: document.comparers.filter(({ id }) => used.has(`comparers ${id}`)),
    tokenizers: document.tokenizers.filter(({ id }) => used.has(`tokenizers ${id}`)),
    matchers,
    ...(document.referenceLists !== undefined && {
      referenceLists: document.referenceLists.filter(({ id }) => lists.has(id)),
    }),
  };
}

/** The matchers that the rules name, and those that these contain. */
function usedMatchers({ matchers, rules }: Lists): readonly Part[] {
  const byID = new Map(matchers.map((part) => [part.id, part]));
  const used = new Set<string>();
  const open = rules.flatMap(({ matcherIDs, attributes }) => [
    ...matcherIDs,
    ...(attributes?.indexMatcherIDs ?? []).flat(),
  ]);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const matcher = byID.get(id);
    if (matcher === undefined || used.has(id)) continue;
    used.add(id);
    const inner = referencesIn(matcher.attributes, '').filter(({ list }) => list === 'matchers');
    open.push(...inner.map((reference) => reference.id));
  }
  return matchers.filter(({ id }) => used.has(id));
}

/** The ids of the transformers that the resolvers read, directly or through others. */
function transformersAbove(
  resolvers: readonly ResolverPart[],
  transformers: readonly TransformerPart[],
): ReadonlySet<string> {
  const byID = new Map(transformers.map((part) => [part.id, part]));
  const above = new Set<string>();
  const open = resolvers.map(({ inputPin }) => inputPin.sourceID);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (above.has(id)) continue;
    above.add(id);
    for (const pin of Object.values(byID.get(id)?.inputPins ?? {})) if (pin !== null) open.push(pin.sourceID);
  }
  return above;
}
