import type { Pin } from '../../rules/document/types.ts';
import { brokenEncoding, type DocumentParts } from './document-parts.ts';
import type { DesignContext } from './evidence.ts';

/** Ranks beside a name: no names, and many people have them. */
const ranks =
  '\\b(?:sir|dame|baronet|baronetess|bart[.]|esq|esquire)\\b[.,]*|,? *\\b[0-9]+(?:st|nd|rd|th) (?:baronet|earl|duke|baron|viscount|marquess|marquis|lord)\\b.*$';

type NameContext = Pick<DesignContext, 'parts' | 'of'>;

/** Names of people without ranks, and without those whose encoding is broken. */
function namesOfPeople(id: string, pins: readonly Pin[], parts: DocumentParts): Pin {
  return parts.replaced(`${id}_ALONE`, `${brokenEncoding}|${ranks}`, '', parts.union(id, pins));
}

/** A part of the full names of a record; none without fields for them. */
export function partOfFullNames(part: 'given' | 'middle' | 'family' | 'suffix', { parts, of }: NameContext): Pin[] {
  const full = parts.fields(of('fullName'));
  if (full.length === 0) return [];
  return [parts.step('FULL_NAME_PARTS', 'splitname', {}, namesOfPeople('FULL_NAMES', full, parts), part)];
}

/** Given names of a record, in fields of their own or in full names; undefined without any. */
export function givenNames(context: NameContext): Pin | undefined {
  const own = context.parts.fields(context.of('givenName'));
  return together('GIVEN_NAMES', own, partOfFullNames('given', context), context.parts);
}

/** Family names of a record: the second to last word of a full name may be the first of two. */
export function familyNames(context: NameContext): Pin | undefined {
  const own = context.parts.fields(context.of('familyName'));
  const ofFull = [...partOfFullNames('family', context), ...partOfFullNames('middle', context)];
  return together('FAMILY_NAMES', own, ofFull, context.parts);
}

function together(id: string, own: readonly Pin[], ofFull: readonly Pin[], parts: DocumentParts): Pin | undefined {
  const pins = [...(own.length > 0 ? [namesOfPeople(`${id}_WRITTEN`, own, parts)] : []), ...ofFull];
  return pins.length === 0 ? undefined : parts.union(id, pins);
}
