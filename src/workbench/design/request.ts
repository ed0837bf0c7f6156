import type { FieldKind } from './field-kind.ts';

/** One field of the records to resolve. */
export interface DesignField {
  /** The field's name in a record. Dots select fields of nested objects. */
  readonly name: string;
  /** The field's type in your own words: text, date, number, list of text, … */
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly samples?: readonly unknown[] | undefined;
  /** The kind, where you know it: nothing is guessed then. */
  readonly kind?: FieldKind | undefined;
}

/** The mistake to avoid: a wrong match (`precision`), both equally (`balanced`), or a missed match (`recall`). */
export type DesignGoal = 'precision' | 'balanced' | 'recall';

export interface DesignRequest {
  readonly fields: readonly DesignField[];
  readonly useCase?: string | undefined;
  /** Texts that stand for no value in every field, such as `-0-`, whatever their case. */
  readonly nulls?: readonly string[] | undefined;
  /** The country that most records come from: ISO 3166 code or name. */
  readonly country?: string | undefined;
  readonly goal?: DesignGoal | undefined;
  /** Records as you would submit them. The design learns the notation and frequency of values from them. */
  readonly sampleRecords?: readonly Readonly<Record<string, unknown>>[] | undefined;
}
