import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { jsonAnswer, type PageAnswer } from '../../../functions/console/answer.ts';
import { EntityDataError } from '../../../src/errors.ts';
import type { BodyLimits } from '../gateway/body.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Route } from '../gateway/route.ts';
import {
  LabelProblemError,
  YourDataBusyError,
  YourDataRequestError,
  YourDataStorageError,
  YourDataUnavailableError,
  YourDataWorkerError,
} from '../your-data/errors.ts';
import { readDesignID, readDesignRequest, readGivenFile, readLabelAsk } from '../your-data/read-request.ts';
import type { YourData } from '../your-data/your-data.ts';
import { isOfOwnPage, type PageAccess, pageRoute, type StreamedAnswer } from './pages.ts';

interface YourDataRoutesOptions {
  /** Undefined where the service cannot go over to another instance. */
  readonly yourData: YourData | undefined;
  readonly access: PageAccess;
  onFailure(cause: unknown): void;
}

const path = '/console/your-data';
const megabyte = 1024 ** 2;
/** Corrections of thousands of columns. */
const requestBodies: BodyLimits = { largest: megabyte, together: 4 * megabyte };
/** Parts of files. The page sends smaller ones. */
const partBodies: BodyLimits = { largest: 8 * megabyte, together: 24 * megabyte };
/** Downloads at the same time: each is a process. */
const mostExports = 2;

/** Routes of the page "Your data", for this machine and for browsers with the printed address only. */
export function yourDataRoutes({ yourData, access, onFailure }: YourDataRoutesOptions): Route[] {
  const route = (
    routeKey: string,
    answer: (event: HttpEvent, given: YourData) => Promise<PageAnswer | StreamedAnswer>,
    bodies: BodyLimits = requestBodies,
  ) =>
    pageRoute(
      routeKey,
      'The console',
      async (event) => {
        if (!isOfOwnPage(event)) return jsonAnswer(403, { message: 'Only the page of the console may do this.' });
        const refusal = access.refusalOf(event);
        if (refusal !== undefined) return refusal;
        try {
          return await answer(event, available(yourData));
        } catch (error) {
          return errorAnswer(error, onFailure);
        }
      },
      bodies,
    );
  const command = (name: string, run: (given: YourData, body: string) => Promise<unknown>) =>
    route(`POST ${path}/${name}`, async (event, given) => {
      requireJson(event);
      return jsonAnswer(202, (await run(given, textOf(event))) ?? {});
    });
  let exports = 0;
  return [
    route(`GET ${path}`, async (_, given) => {
      const state = await given.state();
      return jsonAnswer(
        200,
        'instance' in state ? { ...state, runs: given.host.isRunning(state.instance.directory) } : state,
      );
    }),
    route(`GET ${path}/design/{design}`, async ({ pathParameters }, given) => ({
      statusCode: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: await given.design(pathParameters?.['design'] ?? ''),
    })),
    command('file', (given, body) => given.begin(readGivenFile(body))),
    route(
      `PUT ${path}/file/{upload}`,
      async (event, given) => {
        const offset = Number(event.queryStringParameters?.['offset']);
        if (!Number.isSafeInteger(offset)) {
          throw new YourDataRequestError('The part of the file has no offset.', { hint: 'Load the page again.' });
        }
        return jsonAnswer(200, await given.receive(event.pathParameters?.['upload'] ?? '', offset, bytesOf(event)));
      },
      partBodies,
    ),
    command('design', (given, body) => given.redesign(readDesignRequest(body))),
    command('start', (given, body) => given.start(readDesignID(body))),
    command('judge', (given, body) => given.judge(readDesignID(body))),
    command('label', (given, body) => given.label(readLabelAsk(body))),
    command('resume', (given) => given.resume()),
    command('cancel', (given) => given.cancel()),
    command('discard', (given) => given.discard()),
    route(`GET ${path}/entities.csv`, async ({ queryStringParameters: query }, given) => {
      if (exports >= mostExports) {
        throw new YourDataBusyError('Other downloads are under way.', { hint: 'Wait until they are done.' });
      }
      const rows = query?.['rows'] === 'entities' ? 'entities' : 'records';
      exports += 1;
      const stream = await exportRows({
        script: given.host.commandScript,
        dataDirectory: given.host.dataDirectory(),
        rows,
        isForSpreadsheet: query?.['spreadsheet'] === '1',
      }).catch((error: unknown) => {
        exports -= 1;
        throw error;
      });
      stream.once('close', () => {
        exports -= 1;
      });
      return {
        statusCode: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${rows}.csv"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
        body: '',
        stream,
      };
    }),
  ];
}

/** @throws YourDataUnavailableError */
function available(yourData: YourData | undefined): YourData {
  if (yourData !== undefined) return yourData;
  throw new YourDataUnavailableError('This service cannot take files: only the local service has this page.', {
    hint: 'Start the local service with `npx entity-data start`, and open its console.',
  });
}

/** A form of another site can send no JSON without asking first. */
function requireJson({ headers }: HttpEvent): void {
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) return;
  throw new YourDataRequestError('The request is no JSON.', { hint: 'Load the page again.' });
}

const bytesOf = ({ body = '', isBase64Encoded }: HttpEvent): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

const textOf = (event: HttpEvent): string => bytesOf(event).toString('utf8');

function errorAnswer(error: unknown, onFailure: (cause: unknown) => void): PageAnswer {
  if (error instanceof LabelProblemError) return jsonAnswer(409, error.problem);
  if (!(error instanceof EntityDataError)) {
    onFailure(error);
    return jsonAnswer(500, { message: 'The service failed; see its log.' });
  }
  const { code, message, hint } = error;
  return jsonAnswer(statusOf(error), { code, message, hint });
}

function statusOf(error: EntityDataError): number {
  if (error instanceof YourDataBusyError) return 409;
  if (error instanceof YourDataRequestError) return 400;
  if (error instanceof YourDataStorageError) return 507;
  if (error instanceof YourDataUnavailableError) return 404;
  if (error instanceof YourDataWorkerError) return 502;
  return 500;
}

interface ExportOptions {
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
async function exportRows({ script, dataDirectory, rows, isForSpreadsheet }: ExportOptions): Promise<Readable> {
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
