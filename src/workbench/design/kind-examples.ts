import { type DesignField, type FieldKind, kindExamples } from './field-kind.ts';
import { fieldWords } from './field-words.ts';
import { namedScheme } from './identifier-scheme.ts';
import { kindOfName } from './kind-of-name.ts';

/** Kinds whose numbers look like what issues them. */
const issued: ReadonlySet<FieldKind> = new Set<FieldKind>(['personalNumber', 'organizationNumber', 'vehicleNumber']);

/** Made-up values of a field. */
export function exampleValues(field: DesignField & { readonly kind: FieldKind }): readonly [string, string] {
  const scheme = issued.has(field.kind) ? namedScheme(field) : undefined;
  const [usual, other] = kindExamples[field.kind];
  return [scheme?.example ?? usual, scheme === undefined ? other : 'not known'];
}

/** A made-up value of a field of which only the name is known. */
export function exampleOfName(name: string): string {
  return exampleValues({ name, kind: kindOfName(fieldWords(name)) ?? 'unknown' })[0];
}
