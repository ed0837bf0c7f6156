import type { DesignField, DesignRequest } from './field-kind.ts';
import type { Correction, Draft } from './field-profile.ts';
import { fieldProfile } from './field-profile.ts';
import { fieldWords } from './field-words.ts';
import { kindBySubject } from './kind-by-subject.ts';
import { kindByValues } from './kind-by-values.ts';
import { kindOfName } from './kind-of-name.ts';
import { subjectOf } from './subject.ts';
import type { Subject } from './use-case.ts';

export type GuessedField = Omit<Draft, 'words'>;

export interface Guess {
  readonly fields: readonly GuessedField[];
  readonly subject: Subject;
}

/** Guesses the kind of each field by its name, its description, its samples, and what the records are about. */
export function guessKinds(request: DesignRequest): Guess {
  const drafts = request.fields
    .map((field) => draftOf(field, request))
    .map((draft) => corrected(draft, kindByDescription(draft)))
    .map((draft) => corrected(draft, kindByValues(draft, request)));
  const subject = subjectOf(drafts, request);
  // One by one: a corrected field changes what the next one is next to.
  for (const [index, draft] of drafts.entries()) {
    drafts[index] = corrected(draft, kindBySubject(draft, drafts, subject));
  }
  return {
    fields: drafts.map(({ field, kind, profile, because }) => ({ field, kind, profile, because })),
    subject,
  };
}

function draftOf(field: DesignField, request: DesignRequest): Draft {
  const words = fieldWords(field.name);
  const profile = fieldProfile(field, request);
  if (field.kind !== undefined) return { field, words, profile, kind: field.kind, because: 'you said so' };
  const kind = kindOfName(words);
  return {
    field,
    words,
    profile,
    kind: kind ?? 'unknown',
    because: kind === undefined ? 'its name is in no vocabulary' : 'by its name',
  };
}

/** A stated kind stays. */
function corrected(draft: Draft, correction: Correction | undefined): Draft {
  return correction === undefined || draft.field.kind !== undefined ? draft : { ...draft, ...correction };
}

/** Uses the description if the name is unknown. */
function kindByDescription({ field: { description }, kind }: Draft): Correction | undefined {
  if (description === undefined || kind !== 'unknown') return undefined;
  const described = kindOfName(fieldWords(description));
  return described === undefined || described === 'ignored'
    ? undefined
    : { kind: described, because: 'by its description' };
}
