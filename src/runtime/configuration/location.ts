import { basename } from 'node:path';
import { EntityDataError } from '../../errors.ts';

/** The location of a document: a file, or the configuration table that Terraform fills. */
export type Location =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'table'; readonly tableName: string; readonly name: string; readonly sha256: string };

/** A location has the scheme of the configuration table but is invalid. */
class LocationError extends EntityDataError {
  readonly code = 'CONFIGURATION_LOCATION_INVALID';

  constructor(location: string) {
    super(`${JSON.stringify(location)} is no place of a document`, {
      hint: 'Give a path, or dynamodb://<table>/<name>/<SHA-256 in hexadecimal digits> as the Terraform module does.',
    });
  }
}

/** Reads `dynamodb://crm-configuration/rule-config/9f86…`; a location without that scheme is a path. */
export function parseLocation(location: string): Location {
  if (!location.startsWith('dynamodb://')) return { kind: 'file', path: location };
  const [, tableName, name, sha256] =
    /^dynamodb:\/\/([A-Za-z0-9_.-]{3,255})\/([A-Za-z0-9._-]+)\/([0-9a-f]{64})$/.exec(location) ?? [];
  if (tableName === undefined || name === undefined || sha256 === undefined) throw new LocationError(location);
  return { kind: 'table', tableName, name, sha256 };
}

/** The name of the document in messages: its file name, or its name in the table. Works for invalid locations too. */
export function documentName(location: string): string {
  return location.startsWith('dynamodb://') ? location.split('/')[3] || location : basename(location);
}
