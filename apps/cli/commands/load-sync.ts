import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defaultDataDirectory } from '../../service/data-directory.ts';
import type { Connection, ConnectionOptions } from '../client/connection.ts';
import type { OpenFilesOptions } from '../files/file-sources.ts';
import { closeFiles, type OpenFile } from '../files/file-sources.ts';
import { errorsPathOf, openErrorsFile, ShownRefusals } from '../load/errors-file.ts';
import { refuseChanged } from '../load/load-file.ts';
import { createProgress, duration } from '../load/progress.ts';
import { eraseGone, type SendingOptions, sendChanges } from '../sync/apply-delivery.ts';
import { checkDelivery, type DeliveryPlan, type MostRemovals, planDelivery } from '../sync/delivery-plan.ts';
import { type KnownRecords, knownSources } from '../sync/known-records.ts';
import { countStored, SyncRefusedError, storedRecords } from '../sync/stored-records.ts';
import { confirm } from '../terminal/confirm.ts';
import { openSession, patient, type Session, userOf } from './connection-options.ts';
import { count } from './entity.ts';
import { noteSetback, onInterruption } from './interruption.ts';
import type { LoadedPath } from './load-via.ts';
import { openFilesToSend, tell } from './source-options.ts';

export interface SyncOptions extends ConnectionOptions, OpenFilesOptions {
  readonly batchSize: number;
  readonly concurrency: number;
  readonly errorsFile?: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly maxRemovals: MostRemovals;
  readonly force: boolean;
  readonly user?: string;
  readonly refusedInARow: number;
}

/** How a sync ended. */
export type SyncEnd = 'changed' | 'nothing changed' | 'some refused' | 'interrupted';

/** A delivery with what it does. */
interface Planned {
  readonly open: OpenFile;
  readonly subject: LoadedPath;
  readonly known: KnownRecords;
  readonly plan: DeliveryPlan;
}

/**
 * Brings the stored records of sources to what whole deliveries say. Plans all before it changes anything.
 *
 * @throws SyncRefusedError, NotConfirmedError, and what loads throw
 */
export async function syncFiles(subjects: readonly LoadedPath[], options: SyncOptions): Promise<SyncEnd> {
  const session = await openSession(options, { isWriting: !options.dryRun, backoff: patient });
  const { connection } = session;
  const files = subjects.map(({ path }) => path);
  const open = await openFilesToSend(files, { ...options, tell }, session.client(), connection.instanceDirectory);
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  try {
    const planned: Planned[] = [];
    for (const [index, file] of open.entries()) {
      planned.push(await planFile(file, subjects[index]!, session, options, abort.signal));
      process.stdout.write(planText(planned.at(-1)!));
    }
    await tellFormer(directoryOf(connection), planned);
    const end = endOf(planned);
    if (options.dryRun) return end;
    if (planned.some(hasChanges)) await confirm(questionOf(planned), options.yes);
    let isRefused = end === 'some refused';
    for (const one of planned) {
      const refused = await applyFile(one, session, options, abort.signal);
      if (refused === undefined) return interrupted();
      isRefused ||= refused > 0;
    }
    return isRefused ? 'some refused' : end;
  } catch (error) {
    if (!abort.signal.aborted || (error as Error).name !== 'AbortError') throw error;
    return interrupted();
  } finally {
    interruption.dispose();
    await closeFiles(open);
  }
}

/** Where the records of a service are noted: beside its instance, or here for a deployment. */
export function directoryOf({ instanceDirectory, dataDirectory, apiUrl }: Connection): string {
  const remote = () => join(defaultDataDirectory, createHash('sha256').update(apiUrl).digest('hex').slice(0, 12));
  return join(instanceDirectory ?? dataDirectory ?? remote(), 'deliveries');
}

async function planFile(
  open: OpenFile,
  subject: LoadedPath,
  session: Session,
  options: SyncOptions,
  signal: AbortSignal,
): Promise<Planned> {
  const { file, source, mapping } = open;
  if (source === undefined) {
    throw new SyncRefusedError(`${file} is of no source: only a whole delivery of one source can be synced.`, {
      hint: 'Declare sources with @sources in schema.graphqls, and name that of the file with --source.',
    });
  }
  if (mapping !== undefined && 'linePrefix' in mapping.content.id) {
    throw new SyncRefusedError(`${file} has no ids: by the numbers of lines, no delivery shows what changed.`, {
      hint: `Load it without --sync, or export it with an id and name the column in ${mapping.path}.`,
    });
  }
  const client = session.client({ onSetback: noteSetback(), signal });
  const known = await storedRecords({ client, directory: directoryOf(session.connection), source, tell, signal });
  const plan = await planDelivery(open, known);
  const { maxRemovals: most, force: isForced } = options;
  checkDelivery(open, plan, known, { most, modified: subject.modified, isForced });
  const kept = plan.unreadable > 0 && !isForced ? { ...plan, gone: [] } : plan;
  if (kept.gone.length < plan.gone.length) {
    tell(
      `${file}: ${count(plan.gone.length, 'record')} would be gone, and ${count(plan.unreadable, 'row')} cannot be read and may be theirs: nothing is erased. Correct the rows, or erase with --force.`,
    );
  }
  return { open, subject, known, plan: kept };
}

const hasChanges = ({ plan }: Planned): boolean => plan.created + plan.changed + plan.gone.length > 0;

function endOf(planned: readonly Planned[]): SyncEnd {
  if (planned.some(({ plan }) => plan.unreadable > 0)) return 'some refused';
  return planned.some(hasChanges) ? 'changed' : 'nothing changed';
}

function questionOf(planned: readonly Planned[]): string {
  const gone = planned.reduce((sum, { plan }) => sum + plan.gone.length, 0);
  return gone === 0 ? 'Store these changes?' : `Store these changes, and erase ${count(gone, 'record')} for ever?`;
}

function planText({ open: { file, source }, plan }: Planned): string {
  const rows: readonly [string, number][] = [
    ['new', plan.created],
    ['changed', plan.changed],
    ['unchanged', plan.unchanged],
    ['gone', plan.gone.length],
    ['refused', plan.unreadable],
  ];
  const lines = rows.map(([what, number]) => `  ${what.padEnd(9)} ${number.toLocaleString('en').padStart(11)}`);
  return `${file} (source ${source}):\n${lines.join('\n')}\n`;
}

/** Says which sources have stored records, and are declared no longer. */
async function tellFormer(directory: string, planned: readonly Planned[]): Promise<void> {
  const declared = new Set(planned.flatMap(({ open }) => open.declared?.names ?? []));
  for (const [source, { records }] of await knownSources(directory)) {
    if (declared.has(source) || records === 0) continue;
    tell(
      `The schema declares ${source} no longer, and ${count(records, 'record')} of it ${records === 1 ? 'is' : 'are'} stored: declare it again, or erase them.`,
    );
  }
}

/** Returns how many records were refused; undefined if it was interrupted. */
async function applyFile(
  planned: Planned,
  session: Session,
  options: SyncOptions,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { open, subject, known, plan } = planned;
  const { file, source, records } = open;
  const { size, modified } = subject;
  const started = Date.now();
  const client = session.client({ onSetback: noteSetback(), signal });
  const errorsPath = await errorsPathOf(file, options.errorsFile);
  const errors = await openErrorsFile(errorsPath, 1);
  const shown = new ShownRefusals();
  const sending: SendingOptions = {
    ...options,
    client,
    known,
    signal,
    onProgress: (state) => progress.update(state),
    refuse(refused) {
      shown.note(refused);
      return errors.append(refused);
    },
  };
  const nothing = { offset: 0, loaded: 0, refused: 0 };
  const progress = createProgress({ stream: process.stderr, total: records.total, from: nothing });
  try {
    await known.begin();
    const isSending = plan.created + plan.changed + plan.unreadable > 0;
    const { loaded, refused } = isSending ? await sendChanges(records, sending) : nothing;
    progress.stop();
    // What a file that changed meanwhile lacks is not gone.
    await refuseChanged(file, { size, modified }, { loaded });
    const meta = { user: userOf(options), reason: `gone from ${source}` };
    if (signal.aborted || !(await eraseGone(plan.gone, sending, meta))) return undefined;
    const { created, changed, profile, gone } = plan;
    await known.end(
      { file, modified, at: Date.now(), records: known.digests.size, created, changed, gone: gone.length, refused },
      { stored: await countStored(client), profile },
    );
    const seconds = (Date.now() - started) / 1_000;
    const errorsText = refused === 0 ? '' : `, ${refused.toLocaleString('en')} refused: see ${errorsPath}`;
    const done = `${count(loaded, 'record')} stored, ${gone.length.toLocaleString('en')} erased in ${duration(seconds)}`;
    process.stdout.write(`${file}: ${hasChanges(planned) ? done : 'nothing to change'}${errorsText}.\n${shown}`);
    return refused;
  } finally {
    progress.stop();
    await errors.close();
    await known.close();
  }
}

function interrupted(): SyncEnd {
  process.stderr.write('Interrupted; the same command goes on.\n');
  return 'interrupted';
}
