import { readFile } from 'node:fs/promises';
import { type Measured, measuredBody, measuredMarks } from '../design/report/measured.ts';
import { writeDurably } from './labels-file.ts';

/**
 * Replaces what the report of an instance says of answers. Does nothing if there is no report, or one of a version that
 * has no place for it.
 */
export async function writeMeasuredSection(path: string, measured: Measured): Promise<void> {
  let page: string;
  try {
    page = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const begin = page.indexOf(measuredMarks.begin);
  const end = page.indexOf(measuredMarks.end);
  if (begin === -1 || end < begin) return;
  const body = measuredBody(measured).text;
  await writeDurably(path, page.slice(0, begin + measuredMarks.begin.length) + body + page.slice(end));
}
