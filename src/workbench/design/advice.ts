import type { Evidence } from './evidence.ts';
import { type DesignRequest, isUseful } from './field-kind.ts';
import type { GuessedField } from './guess-kinds.ts';
import type { KeyChoice } from './keys.ts';
import { maximalFields, type UsableRequest } from './usable-names.ts';

/** What records share that are compared, and how rarely others do. */
export const comparison = ({ evidence, bits }: KeyChoice): string =>
  `Compares records that share ${list(evidence.map(({ title }) => title))}: ${rarity(bits)}`;

/** Explains one rule: why it exists, which matches it misses, and what it may merge wrongly. */
export function ruleAdvice(
  choice: KeyChoice,
  all: readonly Evidence[],
): { readonly why: string; readonly misses: string; readonly overMerges: string } {
  const { evidence, links } = choice;
  const titles = evidence.map(({ title }) => title);
  const own = all.filter(({ shared, id }) => !shared && !evidence.some((item) => item.id === id));
  const everyOther = evidence.every(({ shared }) => shared);
  return {
    why:
      links === undefined
        ? `${comparison(choice)}. Links them if the sum of all evidence for and against reaches the threshold (ENOUGH_EVIDENCE).`
        : `Links records that share ${list(titles)}, ${everyOther ? 'and a value of their own, ' : evidence.length === 1 ? 'and another value, ' : ''}unless a value of their own differs.`,
    misses: `Pairs of records in which ${list(titles, 'or')} is missing or wrong in one of them${all.length > evidence.length ? '; other combinations may find these' : ''}.`,
    overMerges: everyOther
      ? `Different entities that share ${list(titles)} and more, if ${
          own.length === 0
            ? 'no field distinguishes them'
            : `${list(
                own.slice(0, 3).map(({ title }) => title),
                'and',
              )} are missing in one record`
        }.`
      : `Different entities with the same ${list(titles)} and few other values, or with other values copied from one another.`,
  };
}

/** The same for a rule by a field whose equal values mean one entity. */
export const vouchedAdvice = (field: string): ReturnType<typeof ruleAdvice> => ({
  why: `Links records that share ${field}: you said that they are one entity.`,
  misses: `Records without ${field}; the other rules may find these.`,
  overMerges: `Different entities with the same ${field}, if there are any.`,
});

function rarity(bits: number): string {
  if (bits >= 17) return 'hardly any unrelated records share these values';
  if (bits >= 14) return `about one in ${round(2 ** bits)} unrelated records has the same`;
  return `about one in ${round(2 ** bits)} unrelated records has the same, so expect some candidates`;
}

/** Rounds to the first digit, because the count is an estimate: 23170 → 20,000. */
function round(count: number): string {
  const scale = 10 ** Math.floor(Math.log10(count));
  return (Math.round(count / scale) * scale).toLocaleString('en');
}

function list(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

interface Designed {
  readonly request: UsableRequest;
  readonly fields: readonly GuessedField[];
  readonly evidence: readonly Evidence[];
  readonly choices: readonly KeyChoice[];
  readonly asked: DesignRequest;
  readonly threshold: number;
  readonly usualThreshold: number;
}

/** With more index entries per record than this, submits become noticeably slower. */
const manyRules = 16;
/** A value of this many bits finds few unrelated records on its own. */
const selective = 13;

/** Own evidence of at most this many bits distinguishes few entities: the gender, or junior and senior. */
const weak = 2;

function distinguishes({ shared, levels }: Evidence): boolean {
  return !shared && levels.some(([, bits]) => bits > weak);
}

/** What became of the fields: which have other names, and which are not compared. */
export function fieldWarnings({
  asked,
  request,
  fields,
  evidence,
}: Pick<Designed, 'asked' | 'request' | 'fields' | 'evidence'>): readonly string[] {
  const warnings: string[] = [];
  for (const [from, to] of request.renamed) {
    warnings.push(
      `"${from}" is not a valid field name and is renamed to ${to}. Load CSV and JSON lines with --column "${from}=${to}", or rename the field.`,
    );
  }
  if (request.leftOut.length > 0) {
    warnings.push(
      `Left out: ${list(request.leftOut)}. Another field has the same name, or has fields of its own under this name. Rename or remove one of them.`,
    );
  }
  if (asked.fields.length > maximalFields) {
    warnings.push(
      `Only the first ${maximalFields} of ${asked.fields.length} fields are compared. Pass the fields that identify the entity first.`,
    );
  }
  if (request.unnamed > 0) {
    warnings.push(`Left out: ${request.unnamed} fields without a usable name. Give them a name of letters or digits.`);
  }
  if (request.hasID) {
    warnings.push("Not compared: id. It is the record's own id, which every record has for itself.");
  }
  const left = fields.filter(({ kind }) => !isUseful(kind));
  if (left.length > 0) {
    warnings.push(
      `Not compared: ${names(left)}. Such values describe the record's source or an event, not the entity. If one of them identifies the entity, add a description.`,
    );
  }
  const compared = new Set(evidence.flatMap((item) => item.fields));
  const unused = fields.filter(({ kind, field }) => isUseful(kind) && !compared.has(field.name));
  if (unused.length > 0) {
    warnings.push(
      `Not compared either: ${names(unused)}. Such values add nothing to the fields that are compared, or lack the field that they belong to.`,
    );
  }
  return warnings;
}

const names = (chosen: readonly GuessedField[]): string => list(chosen.map(({ field }) => field.name));

export function designWarnings(design: Designed): readonly string[] {
  const { request, fields, evidence, threshold, usualThreshold, choices } = design;
  const warnings = [...fieldWarnings(design)];
  const dirty = evidence.filter(({ refutedVeto }) => refutedVeto === true);
  for (const { title } of dirty) {
    warnings.push(
      `Different values of ${title} keep no records apart: some records that agree in nearly all the rest have different ones. If these are two entities, correct the values.`,
    );
  }
  const unknown = fields.filter(({ kind }) => kind === 'unknown');
  if (unknown.length > 0) {
    warnings.push(
      `Unknown kind: ${names(unknown)}. These fields are compared as plain text with little weight. Add a description or samples.`,
    );
  }
  if ((request.sampleRecords?.length ?? 0) < 20) {
    warnings.push(
      'Without sample records (20 to 200), values that very many records share, such as the address of an office, count like rare ones. Add samples.',
    );
  }
  if (threshold < usualThreshold && choices.some(({ links }) => links === undefined)) {
    warnings.push(
      `These few fields cannot distinguish records reliably: the threshold is ${threshold} instead of ${usualThreshold}. With many records, expect wrong matches.`,
    );
  }
  if (!evidence.some(distinguishes)) {
    warnings.push(
      'Different entities may share the values of every field (places, phone numbers, family names). Members of a household or a company will be merged.',
    );
  }
  if (choices.every(({ bits }) => bits < selective)) {
    warnings.push(
      'No combination of these values is rare. With many records, every record has many candidates, and submits become slow.',
    );
  }
  if (choices.length > manyRules) {
    warnings.push(
      `Each of the ${choices.length} combinations of indexMatcherIDs adds one or more index entries to every record. If submits must be faster, remove the last ones and measure.`,
    );
  }
  return warnings;
}
