import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { YourDataWorkerError } from './errors.ts';

export interface ExportOptions {
  /** The script of the command line. */
  readonly script: string;
  /** The data directory of the service. */
  readonly dataDirectory: string;
  /** One row a record, or one row an entity. */
  readonly rows: 'records' | 'entities';
  /** Whether cells are kept from being run as formulas. */
  readonly isForSpreadsheet: boolean;
}

/** Characters of what the command prints that are kept for its error. */
const shownOutput = 1_000;
/** The exit code of an export with entities that are too large for their score. */
const somePartial = 2;

/**
 * The rows of all entities as CSV, made by `entity-data export` in a process of its own. The stream fails if the command
 * does, and a reader that goes away ends the command.
 *
 * @throws YourDataWorkerError when the command ends before its first row
 */
export async function exportRows({ script, dataDirectory, rows, isForSpreadsheet }: ExportOptions): Promise<Readable> {
  const args = ['export', '--format', 'csv', '--fields', 'all', '--quiet', '--data-dir', dataDirectory];
  if (rows === 'entities') args.push('--entities');
  if (isForSpreadsheet) args.push('--spreadsheet');
  const child = spawn(process.execPath, ['--no-warnings', script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-shownOutput);
  });
  const ended = once(child, 'close').then(
    ([code]) => (code === 0 || code === somePartial ? undefined : failed(output)),
    (error: Error) => failed(error.message),
  );
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for await (const chunk of child.stdout) yield chunk as Buffer;
      const failure = await ended;
      if (failure !== undefined) throw failure;
    } finally {
      child.kill();
    }
  }
  const source = chunks();
  const first = await source.next();
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    try {
      if (first.value !== undefined) yield first.value;
      yield* source;
    } finally {
      await source.return();
    }
  }
  return Readable.from(all(), { objectMode: false });
}

const failed = (output: string) =>
  new YourDataWorkerError(`The export ended early. ${output.trim()}`, {
    hint: 'Try again, or type: npx entity-data export --format csv --out entities.csv',
  });
