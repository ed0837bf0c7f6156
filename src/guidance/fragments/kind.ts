import type { FragmentBuilder } from './fragment.ts';

/** What is known besides the kind. */
export interface KindContext {
  readonly fields: readonly string[];
  /** ISO 3166 code of two letters. */
  readonly country?: string | undefined;
  /** Of the United States, for driver's licences. */
  readonly state?: string | undefined;
}

/** A kind of value that records have, and how it is read and compared. One entry of the registry. */
export interface Kind {
  readonly name: string;
  /** What a call without a prefix begins its ids with. */
  readonly prefix: string;
  /** How many fields make sense. */
  readonly maxFields: number;
  /** Adds the parts. */
  add(builder: FragmentBuilder, context: KindContext): void;
  /** Made-up or reserved values of the fields, to show what becomes of them. */
  examples(context: KindContext): readonly Readonly<Record<string, string>>[];
  /** What to know when writing rules with it. */
  readonly advice: readonly string[];
}

/** The field whose name has one of the words, and the others. */
export function fieldNamed(fields: readonly string[], pattern: RegExp): string | undefined {
  return fields.find((field) => pattern.test(wordsOf(field)));
}

/** `dateOfBirth`, `date_of_birth` and `contact.dateOfBirth` have the words date, of, birth. */
function wordsOf(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
