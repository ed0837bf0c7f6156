import type { DocumentParts } from './document-parts.ts';
import type { FieldKind } from './field-kind.ts';
import type { GuessedField } from './guess-kinds.ts';
import type { Subject } from './use-case.ts';

/** A way to find candidates: records that share a value of this matcher. */
export interface KeyMatcher {
  readonly matcherID: string;
  /** Binary logarithm of the number of distinct values, if all were equally frequent. */
  readonly bits: number;
  /** The same matcher without the values that very many records share. */
  readonly rare?: string;
}

/** What two records must not contradict each other in, whatever else they share. */
export interface Veto {
  /** True if no samples refute it: a number that passes its check is no typing error. */
  readonly isCertain?: boolean;
  /** Satisfied unless both records have a value and the values are different. */
  readonly matcherID: string;
  /** The resolver whose values it compares. */
  readonly resolverID: string;
  /** The values are numbers, and differ by more than this. Default: the values are texts, and differ. */
  readonly tolerance?: number;
}

/** Evidence about two records from one concept, such as the family name. */
export interface Evidence {
  /** Upper snake case, unique. */
  readonly id: string;
  /** Name for the reader, such as "family name". */
  readonly title: string;
  readonly fields: readonly string[];
  /** Matchers from the strictest to the loosest, each with its bits. */
  readonly levels: readonly (readonly [matcherID: string, bits: number])[];
  /** Bits if both records have a value and no matcher agrees. */
  readonly otherwise: number;
  /** Bits instead of `otherwise` if samples show that the values of one entity often differ. */
  readonly dirtyOtherwise?: number;
  /** True if different entities often share the value: a household, a company's site, an author's other papers. */
  readonly shared: boolean;
  /** True for locations: all of them together count as one shared value. */
  readonly place?: boolean;
  /** True for a location that others of the record mostly determine: city, postcode and region are nearly one value. */
  readonly area?: boolean;
  /** True if it only says what kind of thing the record is about: category, color, model year. */
  readonly describes?: boolean;
  /** What is unique to the entity: two different values are never one entity. */
  readonly veto?: Veto;
  /** True if samples show that the values are not clean enough for a veto. */
  readonly refutedVeto?: boolean;
  readonly keys: readonly KeyMatcher[];
  /** The matcher that compares for equality, if there is one: the last resort to find candidates. */
  readonly exact?: string;
  /** The number of values in the samples that count less because they are common. */
  readonly commonValues?: number;
}

/** The input of the evidence makers. */
export interface DesignContext {
  readonly parts: DocumentParts;
  readonly subject: Subject;
  /** ISO 3166 code, or undefined. */
  readonly country: string | undefined;
  of(...kinds: readonly FieldKind[]): readonly GuessedField[];
}

export type EvidenceMaker = (context: DesignContext) => readonly Evidence[];

export const namesOf = (fields: readonly GuessedField[]): string[] => fields.map(({ field }) => field.name);
