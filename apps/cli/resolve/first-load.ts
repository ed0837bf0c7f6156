import { isUnused, StoreUsedError } from '../../../src/batch/first-store.ts';
import { documentName } from '../../../src/entities/rule-changes/versions/documents.ts';
import { EntityDataError, RetryableError } from '../../../src/errors.ts';
import { DeploymentError, loadDeployment } from '../../../src/runtime/configuration/deployment.ts';
import { StoreFullError } from '../../../src/store/errors.ts';
import { prepareDataDirectory, storeDirectory } from '../../service/data-directory.ts';
import type { FirstLoadTerms } from '../../service/running-services.ts';
import type { Connection } from '../client/connection.ts';
import { count } from '../commands/entity.ts';
import { onInterruption } from '../commands/interruption.ts';
import { createStepProgress } from '../design/step-progress.ts';
import { type OpenFilesOptions, refuseTwice } from '../files/file-sources.ts';
import { statSource } from '../files/source-file.ts';
import { type RefusedRecord, ShownRefusals } from '../load/errors-file.ts';
import {
  type OpenedInstance,
  openDeployment,
  openInstance,
  resolveIntoInstance,
  type Step,
} from './resolve-instance.ts';

export interface FirstLoadOptions {
  /** Its directory. */
  readonly instance: string;
  readonly dataDirectory: string;
  readonly genericKeyRecords: number;
  readonly reviewPairs: number;
  readonly entityEvents: boolean;
}

const interrupted = 130;

/**
 * Makes the first store of an instance from files, before its service starts.
 *
 * @returns false if it was interrupted: then nothing is stored
 * @throws StoreFormatError if the instance has data already, and what resolveFiles throws
 */
export async function firstLoad(files: readonly string[], options: FirstLoadOptions): Promise<boolean> {
  refuseTwice(files);
  const { dataDirectory } = options;
  prepareDataDirectory(dataDirectory);
  const opened = await openInstance(options.instance);
  const shownRefusals = new ShownRefusals();
  const progress = createStepProgress(process.stderr);
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  try {
    const { batch, errorsFiles } = await resolveIntoInstance(
      opened,
      {
        ...options,
        files,
        store: { ...options, place: { kind: 'database', directory: storeDirectory(dataDirectory) } },
        column: new Map(),
        keepGoing: false,
        keepsDocuments: false,
        workDirectory: dataDirectory,
        onRefused: (refused) => shownRefusals.note(refused),
        signal: abort.signal,
        step: progress.step,
      },
      async (resolved) => {
        abort.signal.throwIfAborted();
        resolved.placeStore();
        return resolved;
      },
    );
    progress.stop();
    const refused =
      batch.refused === 0 ? '' : `, ${count(batch.refused, 'record')} refused: see ${errorsFiles.join(', ')}`;
    process.stderr.write(`${count(batch.records, 'record')} stored${refused}.\n${shownRefusals}`);
    return true;
  } catch (error) {
    progress.stop();
    if (!abort.signal.aborted) throw error;
    process.stderr.write('Interrupted; nothing is stored.\n');
    process.exitCode = interrupted;
    return false;
  } finally {
    progress.stop();
    interruption.dispose();
  }
}

export interface UnusedServiceOptions extends OpenFilesOptions {
  readonly files: readonly string[];
  readonly connection: Pick<Connection, 'dataDirectory' | 'firstLoad' | 'instanceDirectory' | 'scope'>;
  readonly errorsFile?: string | undefined;
  readonly keepGoing: boolean;
  readonly onRefused: (refused: readonly RefusedRecord[]) => void;
  readonly signal: AbortSignal;
  readonly step: Step;
  /** Receives why a load that was begun goes on by requests. */
  readonly tell: (sentence: string) => void;
}

/** What became of the records of files that are stored. */
export interface LoadedAtOnce {
  /** Those that repeat another one included. */
  readonly records: number;
  readonly repeated: number;
  readonly refused: number;
  readonly errorsFiles: readonly string[];
}

/** Requests are as fast with less: about as long as threads take to start. */
const LEAST_BYTES = 128 * 1_024;

/**
 * Loads files into a local service that runs and has no record yet: the whole content of its store is made beside it, and gets
 * in by one transaction. What others store meanwhile stays: then the transaction is not made.
 *
 * @returns undefined if nothing is stored, and the records are to be sent to the service by requests
 * @throws what resolveFiles throws: then nothing is stored either
 */
export async function loadUnused(options: UnusedServiceOptions): Promise<LoadedAtOnce | undefined> {
  const { files, connection, signal } = options;
  const { dataDirectory, firstLoad: terms, scope } = connection;
  // A token with few scopes is for requests.
  if (dataDirectory === undefined || terms === undefined || scope !== undefined) return undefined;
  const sizes = await Promise.all(files.map(statSource));
  if (sizes.reduce((sum, { size }) => sum + size, 0) < LEAST_BYTES) return undefined;
  const directory = storeDirectory(dataDirectory);
  if (!isUnused(directory)) return undefined;
  const opened = await openServed(terms, connection.instanceDirectory);
  if (opened === undefined) return undefined;
  try {
    return await resolveIntoInstance(
      opened,
      {
        ...options,
        genericKeyRecords: terms.genericKeyRecords,
        store: { ...terms, place: { kind: 'running', directory } },
        keepsDocuments: false,
        workDirectory: dataDirectory,
      },
      async ({ batch, errorsFiles, placeStore }) => {
        signal.throwIfAborted();
        // Where records are replaced, the last one of an id counts.
        const replaces = terms.updateRecords || opened.deployment.recordSchema.sources !== undefined;
        if (batch.conflicts > 0 && replaces) return undefined;
        placeStore();
        const { records, repeated, refused } = batch;
        return { records: records + repeated, repeated, refused, errorsFiles };
      },
    );
  } catch (error) {
    if (signal.aborted || !isSurmountable(error)) throw error;
    options.tell(`${error.message} The records are sent to the service instead.`);
    return undefined;
  }
}

/** The instance as the service runs it; undefined where its files are others by now. */
async function openServed(
  { ruleConfigFile, schemaFile, ruleConfig, schema }: FirstLoadTerms,
  instance: string | undefined,
): Promise<OpenedInstance | undefined> {
  try {
    const deployment = await loadDeployment(ruleConfigFile, schemaFile);
    const isServed = documentName(deployment.text) === ruleConfig && documentName(deployment.schema) === schema;
    return isServed ? openDeployment(deployment, instance) : undefined;
  } catch (error) {
    if (error instanceof DeploymentError) return undefined;
    throw error;
  }
}

/** Errors that requests do not meet, or wait for. */
function isSurmountable(error: unknown): error is EntityDataError {
  if (error instanceof StoreUsedError || error instanceof StoreFullError || error instanceof RetryableError)
    return true;
  return error instanceof EntityDataError && ['WORK_SPACE', 'BATCH_THREAD_FAILED'].includes(error.code);
}
