import { email, phone } from './contacts.ts';
import { dateOfBirth } from './dates.ts';
import type { Kind } from './fragment.ts';
import { identifierKindsOfFragments } from './identifiers.ts';
import { company, name } from './names.ts';
import { address, postcode } from './places.ts';

const all: readonly Kind[] = [
  name,
  phone,
  postcode,
  dateOfBirth,
  ...identifierKindsOfFragments,
  email,
  company,
  address,
];

/** Every kind of value for which parts can be made, by its name. */
export const kinds: ReadonlyMap<string, Kind> = new Map(all.map((kind) => [kind.name, kind]));
