import type { Findings } from '../findings.ts';
import { quote } from '../quote.ts';
import type { LintContext } from './lint-rule.ts';

const lists = ['transformers', 'comparers', 'tokenizers', 'matchers'] as const;
const names = { transformers: 'transformer', comparers: 'comparer', tokenizers: 'tokenizer', matchers: 'matcher' };

/** What the types themselves say about the attributes of their parts. */
export function reportAttributeNotes({ document, registries }: LintContext, findings: Findings): void {
  for (const list of lists) {
    for (const { value, pointer } of document[list]) {
      for (const note of registries[list].get(value.type)?.lint?.(value.attributes) ?? []) {
        findings.add({
          severity: note.severity,
          code: note.code,
          pointer: `${pointer}/attributes${note.pointer}`,
          message: `${names[list]} ${quote(value.id)} (${value.type}): ${note.message}`,
          hint: note.hint,
        });
      }
    }
  }
}
