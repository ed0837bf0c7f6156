import { idOf } from './document-parts.ts';
import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';
import type { FieldKind } from './field-kind.ts';

interface IdentifierHabits {
  readonly kind: FieldKind;
  readonly title: string;
  readonly bits: number;
  /** Bits if the values differ: most people have one social security number, but several passports over time. */
  readonly otherwise: number;
}

const habits: readonly IdentifierHabits[] = [
  { kind: 'personalNumber', title: 'personal number', bits: 20, otherwise: -5 },
  { kind: 'documentNumber', title: 'document number', bits: 18, otherwise: -2 },
  { kind: 'organizationNumber', title: 'registration number', bits: 18, otherwise: -4 },
  { kind: 'vehicleNumber', title: 'vehicle number', bits: 18, otherwise: -4 },
  { kind: 'publicationCode', title: 'publication code', bits: 18, otherwise: -3 },
  { kind: 'productCode', title: 'product code', bits: 17, otherwise: -3 },
  { kind: 'accountNumber', title: 'account number', bits: 17, otherwise: 0 },
];

export const identifiers: EvidenceMaker = ({ parts, of }) => {
  const found: Evidence[] = [];
  const oneEdit = { algorithm: 'osa', allowedDistance: 1 };
  for (const { kind, title, bits: usual, otherwise } of habits) {
    for (const guessed of of(kind)) {
      const { name } = guessed.field;
      const id = idOf(name);
      const pin = parts.stringop(`${id}_PLAIN`, 'onlyalphanumeric', parts.field(name));
      const resolverID = parts.resolver(id, pin);
      const exact = usual;
      const same = parts.same(`SAME_${id}`, resolverID);
      found.push({
        id: resolverID,
        title: `${title} (${name})`,
        fields: namesOf([guessed]),
        levels: [
          [same, exact],
          [
            parts.whole(`${id}_TYPO`, resolverID, parts.comparer('ONE_EDIT', 'distance', oneEdit), {
              indexStrategy: 'none',
            }),
            exact * 0.6,
          ],
        ],
        otherwise,
        shared: false,
        keys: [{ matcherID: same, bits: exact }],
      });
    }
  }
  return found;
};
