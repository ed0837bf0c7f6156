import { prepareDataDirectory } from '../../service/data-directory.ts';
import { count } from '../commands/entity.ts';
import { onInterruption } from '../commands/interruption.ts';
import { createStepProgress } from '../design/step-progress.ts';
import { refuseTwice } from '../files/file-sources.ts';
import { ShownRefusals } from '../load/errors-file.ts';
import { openInstance, resolveIntoInstance } from './resolve-instance.ts';

export interface FirstLoadOptions {
  /** Its directory. */
  readonly instance: string;
  readonly dataDirectory: string;
  readonly genericKeyRecords: number;
  readonly reviewPairs: number;
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
  prepareDataDirectory(options.dataDirectory);
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
        column: new Map(),
        keepGoing: false,
        keepsDocuments: false,
        workDirectory: options.dataDirectory,
        shownRefusals,
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
