import { validateDriversLicense } from './drivers-license.ts';
import { validateEIN } from './ein.ts';
import { validateNPI } from './npi.ts';
import { validateSSN } from './ssn.ts';
import type { IdentifierVerdict } from './verdict.ts';
import { validateVIN } from './vin.ts';

export const identifierKinds = ['NPI', 'SSN', 'EIN', 'VIN', 'DL'] as const;

export type IdentifierKind = (typeof identifierKinds)[number];

/** Validates a value of any kind. Only DL uses `state` (code or name). */
export function validateIdentifier(kind: IdentifierKind, value: string, state?: string): IdentifierVerdict {
  switch (kind) {
    case 'NPI':
      return validateNPI(value);
    case 'SSN':
      return validateSSN(value);
    case 'EIN':
      return validateEIN(value);
    case 'VIN':
      return validateVIN(value);
    case 'DL':
      return validateDriversLicense(value, state);
  }
}
