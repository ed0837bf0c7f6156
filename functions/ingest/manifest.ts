import type { Announcement } from '../../src/loads/load-items.ts';
import { MOST_PARTS } from '../../src/loads/load-progress.ts';
import { parsedJson } from '../../src/text/json.ts';
import { ManifestInvalidError } from './errors.ts';

const FORMAT = 1;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** @throws ManifestInvalidError */
export function readManifest(text: string): Announcement {
  const value = parsedJson(text) as
    | { format?: unknown; records?: unknown; parts?: unknown; final?: unknown }
    | null
    | undefined;
  if (value === undefined) throw new ManifestInvalidError('is not JSON');
  if (value?.format !== FORMAT) throw new ManifestInvalidError(`must have the format ${FORMAT}`);
  const { records, parts, final } = value;
  if (!isCount(records) || !isCount(parts) || typeof final !== 'boolean') {
    throw new ManifestInvalidError('must have whole numbers as records and parts, and true or false as final');
  }
  if (parts > MOST_PARTS) throw new ManifestInvalidError(`has more than ${MOST_PARTS} parts`);
  return { records, parts, isFinal: final };
}

export const writeManifest = ({ records, parts, isFinal }: Announcement): string =>
  `${JSON.stringify({ format: FORMAT, records, parts, final: isFinal })}\n`;
