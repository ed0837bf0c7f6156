import type { DocumentParts } from './document-parts.ts';
import type { FieldKind } from './field-kind.ts';
import type { GuessedField, Subject } from './guess-kinds.ts';

/** A way to find candidates: records that share what this matcher asks for. */
export interface KeyMatcher {
  readonly matcherID: string;
  /** Binary logarithm of how many equally frequent values there are. */
  readonly bits: number;
  /** The same without the values that very many records share. */
  readonly rare?: string;
}

/** What one concept, such as the family name, says about two records. */
export interface Evidence {
  /** Upper snake case, unique. */
  readonly id: string;
  /** For people: "family name". */
  readonly title: string;
  readonly fields: readonly string[];
  /** Matchers from the strictest to the loosest with the bits each counts. */
  readonly levels: readonly (readonly [matcherID: string, bits: number])[];
  /** Bits when both have a value and nothing agrees. */
  readonly otherwise: number;
  /** Others may have the same without being the same: a household, a company's site, an author's other papers. */
  readonly shared: boolean;
  /** Says where something is: all of it together is one thing that is shared. */
  readonly place?: boolean;
  readonly keys: readonly KeyMatcher[];
  /** The matcher that asks for the very same value, where there is one: the last resort for finding candidates. */
  readonly exact?: string;
  /** How many values of the samples count less because they are common. */
  readonly commonValues?: number;
}

/** What the makers of evidence work with. */
export interface DesignContext {
  readonly parts: DocumentParts;
  readonly subject: Subject;
  /** ISO 3166 code, or undefined. */
  readonly country: string | undefined;
  of(...kinds: readonly FieldKind[]): readonly GuessedField[];
}

export type EvidenceMaker = (context: DesignContext) => readonly Evidence[];

export const namesOf = (fields: readonly GuessedField[]): string[] => fields.map(({ field }) => field.name);
