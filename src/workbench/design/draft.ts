import type { FieldKind } from './field-kind.ts';
import type { FieldProfile } from './field-profile.ts';
import type { DesignField } from './request.ts';

/** A field with the kind that is guessed so far. */
export interface Draft {
  readonly field: DesignField;
  /** The words of its name. */
  readonly words: readonly string[];
  readonly profile: FieldProfile;
  readonly kind: FieldKind;
  /** Why this kind was chosen, for you to check. */
  readonly because: string;
}

/** A kind that replaces the one guessed so far. */
export type Correction = Pick<Draft, 'kind' | 'because'>;
