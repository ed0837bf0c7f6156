import { isObject } from '../../is-object.ts';
import type { RuleConfig } from '../../rules/document/types.ts';
import { comparison, fieldWarnings } from './advice.ts';
import { resolveSamples } from './common-values.ts';
import { draftEvidence, NothingToCompareError } from './design.ts';
import type { Evidence } from './evidence.ts';
import { type DesignField, type FieldKind, isUseful, kindTitles } from './field-kind.ts';
import { fieldWords } from './field-words.ts';
import { type GuessedField, guessKinds } from './guess-kinds.ts';
import { chooseKeys } from './keys.ts';
import { exampleValues } from './kind-examples.ts';
import { kindOfName } from './kind-of-name.ts';
import { usedParts } from './used-parts.ts';
import { identifies, type WeighedEvidence, weighedEvidence } from './weights.ts';

export interface FragmentRequest {
  readonly kind: FieldKind;
  /** What issues the numbers, such as `NPI`, where the kind alone does not say it. */
  readonly scheme?: string | undefined;
  /** Paths of the fields in a record. */
  readonly fields: readonly string[];
  /** ISO 3166 code or name. */
  readonly country?: string | undefined;
  /** Begins the ids of transformers, resolvers and matchers. */
  readonly prefix?: string | undefined;
}

type PartLists = 'transformers' | 'resolvers' | 'comparers' | 'tokenizers' | 'matchers' | 'referenceLists';

/** What a design writes for fields of one kind: parts to paste into another document. */
export interface DesignedFragment extends Pick<RuleConfig, PartLists> {
  readonly fields: readonly GuessedField[];
  /** Entries of the matcher that adds up the evidence. */
  readonly evidence: readonly WeighedEvidence[];
  /** Combinations of matchers by which candidates are found. */
  readonly keys: readonly (readonly string[])[];
  /** Made-up records, with what each resolver makes of them. */
  readonly examples: readonly Example[];
  readonly advice: readonly string[];
}

interface Example {
  readonly record: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

interface PartsOfValue {
  readonly kinds: readonly FieldKind[];
  /** The word that names of parts may leave out: the `year` of a date of birth. */
  readonly of?: string;
}

/** Kinds of which a field may hold a part, or what is read with it. */
const partsOfKinds: Readonly<Partial<Record<FieldKind, PartsOfValue>>> = {
  fullName: { kinds: ['givenName', 'middleName', 'familyName', 'nameSuffix'] },
  birthDate: { kinds: ['birthYear', 'birthMonth', 'birthDay'], of: 'dob' },
  fullAddress: {
    kinds: ['houseNumber', 'street', 'addressLine', 'district', 'city', 'region', 'postcode', 'country'],
  },
  street: { kinds: ['houseNumber', 'addressLine'] },
  postcode: { kinds: ['country'] },
  phone: { kinds: ['country'] },
  latitude: { kinds: ['longitude'] },
  plateNumber: { kinds: ['plateRegion'], of: 'plate' },
};

/** Kinds that say nothing without another field beside them. */
const onlyBeside: ReadonlySet<FieldKind> = new Set<FieldKind>(['birthMonth', 'birthDay', 'longitude', 'plateRegion']);

/** The kinds that a fragment can be designed for. */
export const fragmentKinds = (Object.keys(kindTitles) as FieldKind[]).filter(
  (kind) => isUseful(kind) && !onlyBeside.has(kind),
);

/**
 * Designs the parts of a rule-config for fields of one kind, just as a design of a whole record has them.
 *
 * @throws NothingToCompareError if such fields alone cannot be compared.
 */
export function designFragment(request: FragmentRequest): DesignedFragment {
  const { kind, fields, country, prefix } = request;
  const draft = draftEvidence({ fields: kindsWithin(request), country }, prefix === undefined ? '' : `${prefix}_`);
  const { evidence, parts } = draft;
  if (evidence.length === 0) {
    const beside = partsOfKinds[kind]?.kinds.map((part) => kindTitles[part]).join(', ');
    throw new NothingToCompareError(`nothing can be compared of ${kindTitles[kind]} in ${fields.join(', ')}`, {
      hint: beside === undefined ? 'Name a field other than id.' : `Name fields beside it, such as: ${beside}.`,
    });
  }
  const { rules: _rules, ...used } = usedParts({
    transformers: parts.transformers,
    resolvers: parts.resolvers,
    comparers: parts.comparers,
    tokenizers: parts.tokenizers,
    matchers: parts.matchers,
    referenceLists: parts.referenceLists,
    rules: [{ matcherIDs: evidence.flatMap(matchersOf) }],
  });
  const choices = chooseKeys(evidence, 'balanced');
  return {
    ...used,
    fields: draft.fields,
    evidence: evidence.map(weighedEvidence),
    keys: choices.map(({ matcherIDs }) => matcherIDs),
    examples: examplesOf(used, evidence, draft.fields),
    advice: [
      ...fieldWarnings(draft),
      ...choices.map((choice) => `${comparison(choice)}.`),
      ...(choices.length === 0 ? ['No value of this kind finds candidates: add others to the rule.'] : []),
      ...(evidence.some(identifies)
        ? []
        : ['Many entities share such values: link by them only together with others.']),
      ...evidence.flatMap(({ title, veto }) =>
        veto === undefined
          ? []
          : [
              `Contradicting values of ${title} keep records apart in a rule of consistencyRuleSetIDs with ${veto.matcherID}.`,
            ],
      ),
    ],
  };
}

/** The fields with the kind that was stated, or that of the part of it that a field's name says. */
function kindsWithin({ kind, scheme, fields }: FragmentRequest): DesignField[] {
  const parts = partsOfKinds[kind];
  if (parts === undefined) return fields.map((name) => ({ name, kind, scheme }));
  return guessKinds({ fields: fields.map((name) => ({ name })) }).fields.map(({ field: { name }, kind: guessed }) => {
    const said = [guessed, ...(parts.of === undefined ? [] : [kindOfName([parts.of, ...fieldWords(name)])])];
    return { name, kind: said.find((one) => one !== undefined && parts.kinds.includes(one)) ?? kind };
  });
}

const matchersOf = ({ levels, keys, veto }: Evidence): string[] => [
  ...levels.map(([matcherID]) => matcherID),
  ...keys.map(({ matcherID }) => matcherID),
  ...(veto === undefined ? [] : [veto.matcherID]),
];

function examplesOf(
  used: Pick<RuleConfig, 'transformers' | 'resolvers' | 'referenceLists'>,
  evidence: readonly Evidence[],
  fields: readonly GuessedField[],
): Example[] {
  const compared = new Set(evidence.flatMap((item) => item.fields));
  const shown = fields.filter(({ field }) => compared.has(field.name));
  const records = [0, 1].map((notation) =>
    shown.reduce<Readonly<Record<string, unknown>>>(
      (record, { field, kind }) =>
        withValue(record, field.name.split('.'), exampleValues({ ...field, kind })[notation]!) as typeof record,
      {},
    ),
  );
  return resolveSamples(used, records).map((values, index) => ({
    record: records[index]!,
    values: Object.fromEntries(used.resolvers.map(({ id }, position) => [id, values[position]!])),
  }));
}

/** A part of a record with a value at a path. */
function withValue(within: unknown, [step, ...below]: readonly string[], value: string): unknown {
  if (step === undefined) return value;
  if (step === '*') return [withValue(Array.isArray(within) ? within[0] : undefined, below, value)];
  const known = isObject(within) ? within : {};
  return { ...known, [step]: withValue(known[step], below, value) };
}
