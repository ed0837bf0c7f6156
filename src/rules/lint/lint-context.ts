import type { NameSuggester } from '../../text/nearest-name.ts';
import type { Placed, RuleDocument } from '../document/rule-document.ts';
import type { RecordSchema } from '../record-schema/record-schema.ts';
import type { MatchingRegistries } from '../registries.ts';
import { compileMatchers } from './compile-matchers.ts';
import type { LintContext } from './lint-rule.ts';

/** What the checks of a document share: its parts by id, and the matchers that compile. */
export function lintContext(
  document: RuleDocument,
  registries: MatchingRegistries,
  schema: RecordSchema | undefined,
  suggester: NameSuggester,
): LintContext {
  const parts = {
    document,
    registries,
    schema,
    suggester,
    transformers: byID(document.transformers),
    resolvers: byID(document.resolvers),
    comparers: byID(document.comparers),
    tokenizers: byID(document.tokenizers),
    matchers: byID(document.matchers),
    rules: byID(document.rules),
    ruleSets: byID(document.ruleSets),
  };
  return { ...parts, compiledMatchers: compileMatchers(parts) };
}

function byID<Value extends { readonly id: string }>(parts: readonly Placed<Value>[]): Map<string, Placed<Value>> {
  const map = new Map<string, Placed<Value>>();
  for (const part of parts) if (!map.has(part.value.id)) map.set(part.value.id, part);
  return map;
}
