import type { Pin } from '../../rules/document/types.ts';
import { idOf } from './document-parts.ts';
import { type DesignContext, type Evidence, type EvidenceMaker, namesOf, type Veto } from './evidence.ts';
import type { FieldKind } from './field-kind.ts';
import type { GuessedField } from './guess-kinds.ts';
import { type IdentifierScheme, schemeOf, withoutPlaceholders } from './identifier-scheme.ts';

interface IdentifierHabits {
  readonly kind: FieldKind;
  readonly title: string;
  readonly bits: number;
  /** Bits if the values differ: most people have one social security number, but several passports over time. */
  readonly otherwise: number;
  /** True if an entity has one number for life: then different numbers are different entities. */
  readonly isUnique?: boolean;
}

const habits: readonly IdentifierHabits[] = [
  { kind: 'personalNumber', title: 'personal number', bits: 20, otherwise: -5, isUnique: true },
  { kind: 'documentNumber', title: 'document number', bits: 18, otherwise: -2 },
  { kind: 'organizationNumber', title: 'registration number', bits: 18, otherwise: -4, isUnique: true },
  { kind: 'vehicleNumber', title: 'vehicle number', bits: 18, otherwise: -8, isUnique: true },
  { kind: 'serialNumber', title: 'serial number', bits: 18, otherwise: -5, isUnique: true },
  { kind: 'engineNumber', title: 'engine number', bits: 16, otherwise: -4 },
  { kind: 'publicationCode', title: 'publication code', bits: 18, otherwise: -3 },
  { kind: 'productCode', title: 'product code', bits: 17, otherwise: -3 },
  { kind: 'accountNumber', title: 'account number', bits: 17, otherwise: 0 },
];

export const identifiers: EvidenceMaker = (context) => [
  ...habits.flatMap((habit) => context.of(habit.kind).map((guessed) => identifier(habit, guessed, context))),
  ...plates(context),
];

/** The matchers that hold if two records have the same personal number, but for a typing error. */
export function samePersonalNumbers(context: DesignContext): string[] {
  const evidence = habits
    .filter(({ kind }) => kind === 'personalNumber')
    .flatMap((habit) => context.of(habit.kind).map((guessed) => identifier(habit, guessed, context)));
  return evidence.flatMap(({ levels }) => levels.map(([matcherID]) => matcherID));
}

function identifier(
  { title, bits, otherwise, isUnique }: IdentifierHabits,
  guessed: GuessedField,
  { parts }: DesignContext,
): Evidence {
  const { name } = guessed.field;
  const id = idOf(name);
  const plain = parts.stringop(`${id}_PLAIN`, 'onlyalphanumeric', parts.field(name));
  const scheme = schemeOf(guessed);
  const given = withoutPlaceholders(name, plain, parts);
  const pin = scheme?.issued?.(id, given, parts) ?? given;
  const resolverID = parts.resolver(id, pin);
  const same = parts.same(`SAME_${id}`, resolverID);
  const oneEdit = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
  const veto = isUnique === true && scheme !== undefined ? vetoOf(id, scheme, given, parts) : undefined;
  return {
    id: resolverID,
    title: `${title} (${name})`,
    fields: namesOf([guessed]),
    levels: [
      [same, bits],
      [parts.whole(`${id}_TYPO`, resolverID, oneEdit, { indexStrategy: 'none' }), bits * 0.6],
    ],
    otherwise,
    shared: false,
    keys: [{ matcherID: same, bits }],
    ...(veto !== undefined && { veto }),
  };
}

function vetoOf(id: string, scheme: IdentifierScheme, given: Pin, parts: DesignContext['parts']): Veto {
  const resolverID = parts.resolver(`VALID_${id}`, scheme.valid(id, given, parts));
  const same = parts.same(`SAME_VALID_${id}`, resolverID);
  return {
    matcherID: parts.matcher(`NO_OTHER_${id}`, 'orempty', { matcherID: same }),
    resolverID,
    ...(scheme.isCertain === true && { isCertain: true }),
  };
}

/** Plates: unique within the region that issued them, and a vehicle gets new ones. */
function plates({ parts, of }: DesignContext): Evidence[] {
  const plate = of('plateNumber');
  if (plate.length === 0) return [];
  const pin = parts.union(
    'PLATES',
    plate.map(({ field }) =>
      withoutPlaceholders(
        field.name,
        parts.stringop(`${idOf(field.name)}_PLAIN`, 'onlyalphanumeric', parts.field(field.name)),
        parts,
      ),
    ),
  );
  const id = parts.resolver('PLATE', pin);
  const same = parts.same('SAME_PLATE', id);
  const oneEdit = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
  const typo = parts.whole('PLATE_TYPO', id, oneEdit, { indexStrategy: 'none' });
  const regions = of('plateRegion');
  const bits = 15;
  const shared = { title: 'license plate', otherwise: -2, shared: false, keys: [{ matcherID: same, bits }] };
  if (regions.length === 0) {
    return [
      {
        id: 'PLATE',
        ...shared,
        fields: namesOf(plate),
        levels: [
          [same, bits],
          [typo, bits * 0.3],
        ],
      },
    ];
  }
  // "ABC123|" begins "ABC123|NY": a record without the region may have either plate.
  const ended = parts.replaced('PLATE_ENDED', '^(.+)$', '$1|', pin);
  const written = parts.union('PLATE_REGIONS', parts.fields(regions));
  const regionPin = parts.stringop('PLATE_REGION_PLAIN', 'onlyalphanumeric', written);
  const whole = parts.resolver('PLATE_AND_REGION', parts.joined('PLATE_AND_REGION_TEXT', [ended, regionPin], ''));
  const begins = parts.comparer('BEGINS_WITH_THE_OTHER', 'prefix', { minLength: 3 });
  const alike = parts.whole('SAME_PLATE_AND_REGION', whole, begins, { indexStrategy: 'none' });
  return [
    {
      id: 'PLATE',
      ...shared,
      fields: namesOf([...plate, ...regions]),
      levels: [
        [alike, bits],
        [same, 0],
        [typo, bits * 0.2],
      ],
    },
  ];
}
