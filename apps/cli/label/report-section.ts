import { readFile } from 'node:fs/promises';
import { ifThere } from '../../../src/if-there.ts';
import type { Measured } from '../../../src/workbench/learning/learned-design.ts';
import { measuredBody, measuredMarks } from '../design/report/measured.ts';
import { writeDurably } from './labels-file.ts';

/**
 * Replaces what the report of an instance says of answers. Does nothing if there is no report, or one of a version that
 * has no place for it.
 */
export async function writeMeasuredSection(path: string, measured: Measured): Promise<void> {
  const page = await ifThere(readFile(path, 'utf8'));
  if (page === undefined) return;
  const begin = page.indexOf(measuredMarks.begin);
  const end = page.indexOf(measuredMarks.end);
  if (begin === -1 || end < begin) return;
  const body = measuredBody(measured).text;
  await writeDurably(path, page.slice(0, begin + measuredMarks.begin.length) + body + page.slice(end));
}
