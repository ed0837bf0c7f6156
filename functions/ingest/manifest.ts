import { MOST_PARTS } from '../core/loads/load-progress.ts';
import { ManifestInvalidError } from './errors.ts';

/** What whoever uploads says of a load: how much is to come. */
export interface Manifest {
  readonly records: number;
  readonly parts: number;
  /** Whether everything is uploaded; else the numbers are estimates. */
  readonly isFinal: boolean;
}

const FORMAT = 1;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** @throws ManifestInvalidError */
export function readManifest(text: string): Manifest {
  let value: { format?: unknown; records?: unknown; parts?: unknown; final?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ManifestInvalidError('is no JSON');
  }
  if (value?.format !== FORMAT) throw new ManifestInvalidError(`has another format than ${FORMAT}`);
  const { records, parts, final } = value;
  if (!isCount(records) || !isCount(parts) || typeof final !== 'boolean') {
    throw new ManifestInvalidError('must have the whole numbers records and parts, and final');
  }
  if (parts > MOST_PARTS) throw new ManifestInvalidError(`has more than ${MOST_PARTS} parts`);
  return { records, parts, isFinal: final };
}

export const writeManifest = ({ records, parts, isFinal }: Manifest): string =>
  `${JSON.stringify({ format: FORMAT, records, parts, final: isFinal })}\n`;
