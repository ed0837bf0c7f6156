import type { RecordPayload } from '../../rules/types.ts';
import { type DesignDraft, draftDesign, NothingToCompareError } from '../design/design.ts';
import type { DocumentParts } from '../design/document-parts.ts';
import type { Evidence } from '../design/evidence.ts';
import type { DesignRequest } from '../design/field-kind.ts';
import { isMisread, roleOf } from './by-values.ts';
import { fieldStatistics } from './field-statistics.ts';
import { fieldsOfOneFact } from './one-fact.ts';
import { plainEvidence, rareWords } from './plain-evidence.ts';

/**
 * The designer's draft, with evidence from values alone for the fields whose kind the values contradict or do not show.
 *
 * @param request names fields as the records do
 */
export function draftByValues(request: DesignRequest, records: readonly RecordPayload[]): DesignDraft {
  const first = draftDesign(request);
  const statistics = new Map(first.fields.map(({ field }) => [field.name, fieldStatistics(field.name, records)]));
  const misread = first.fields.filter((guessed) => isMisread(guessed, statistics.get(guessed.field.name)!));
  const names = new Set(misread.map(({ field }) => field.name));
  const draft = names.size === 0 ? first : withoutFields(first, names);
  const roles = new Map(
    [...names].flatMap((name) => {
      const role = roleOf(statistics.get(name)!, records.length);
      return role === undefined ? [] : [[name, role] as const];
    }),
  );
  const added = fieldsOfOneFact(
    roles,
    first.fields.map(({ field }) => field.name),
    records,
  ).flatMap(([name, ...others]) =>
    plainEvidence(draft.parts, {
      name: name!,
      others,
      role: roles.get(name!)!,
      bits: statistics.get(name!)!.bits,
      records,
    }),
  );
  const known = draft.evidence.map((item) => withRareWords(item, draft.parts, records));
  return {
    ...draft,
    asked: first.asked,
    request: first.request,
    subject: first.subject,
    fields: first.fields.map((guessed) =>
      names.has(guessed.field.name)
        ? {
            ...guessed,
            kind: 'unknown',
            because: 'its values contradict its name, or its name says nothing: it is compared by its values',
          }
        : guessed,
    ),
    evidence: uniqueIDs([...known, ...added]),
  };
}

/** The draft without some fields; if these were all that it compares, the draft as it is. */
function withoutFields(draft: DesignDraft, names: ReadonlySet<string>): DesignDraft {
  try {
    return draftDesign({ ...draft.request, fields: draft.request.fields.filter(({ name }) => !names.has(name)) });
  } catch (error) {
    if (error instanceof NothingToCompareError) return { ...draft, evidence: [] };
    throw error;
  }
}

/** Evidence of these concepts is a text of several words, of which a rare one finds candidates. */
const texts = new Set(['PRODUCT_NAME', 'TITLE', 'ORGANIZATION_NAME']);

function withRareWords(item: Evidence, parts: DocumentParts, records: readonly RecordPayload[]): Evidence {
  if (!texts.has(item.id) || item.fields.length !== 1) return item;
  const plain = parts.stringop(`${item.id}_WORDS_PLAIN`, 'normalizediacritics', parts.field(item.fields[0]!));
  const [rare] = rareWords(parts, item.id, { name: item.fields[0]!, records }, plain);
  if (rare === undefined) return item;
  return {
    ...item,
    keys: [...item.keys, { matcherID: rare, bits: 10 }],
  };
}

function uniqueIDs(evidence: readonly Evidence[]): Evidence[] {
  const seen = new Set<string>();
  return evidence.map((item) => {
    let id = item.id;
    for (let n = 2; seen.has(id); n++) id = `${item.id}_${n}`;
    seen.add(id);
    return { ...item, id };
  });
}
