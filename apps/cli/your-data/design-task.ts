import { basename, join } from 'node:path';
import { type FieldKind, kindTitles } from '../../../src/workbench/design/field-kind.ts';
import type { WorkerMessage, WorkerTask } from '../../service/your-data/worker-protocol.ts';
import { type DesignedFile, designFile } from '../design/design-file.ts';
import { designJson } from '../design/design-json.ts';
import { saveDesign } from '../design/save-design.ts';

type DesignTask = Extract<WorkerTask, { readonly kind: 'design' }>;

/** Milliseconds between two messages about progress. */
const pause = 200;

/**
 * Designs an instance for a file, and writes it.
 *
 * @returns the document of the design, with the titles of all columns and kinds
 * @throws what designFile and saveDesign throw
 */
export async function runDesign(
  task: DesignTask,
  signal: AbortSignal,
  send: (message: WorkerMessage) => Promise<void>,
): Promise<object> {
  const { file, name, directory, request } = task;
  let current = { step: 'Opening the file', share: (): number | undefined => undefined };
  const tell = () => void send({ kind: 'progress', progress: { step: current.step, share: current.share() } });
  const timer = setInterval(tell, pause);
  const onStep = (step: string, share: () => number | undefined) => {
    current = { step, share };
    tell();
  };
  try {
    let titles: readonly string[] = [];
    const designed = await designFile(file, {
      kinds: new Map(Object.entries(request.kinds)) as ReadonlyMap<string, FieldKind>,
      leftOut: request.leftOut,
      goal: request.goal,
      country: request.country,
      idColumn: request.idColumn,
      idReplace: request.replacesColons ? [[':', '-']] : [],
      delimiter: request.delimiter,
      header: request.header,
      // The page asks nothing; the reader names the columns there.
      assumesHeader: true,
      seed: 1,
      signal,
      onStep,
      onColumns(columns) {
        titles = columns;
        void send({ kind: 'columns', columns });
      },
    });
    onStep('Writing the report', () => undefined);
    const shown = renamed(designed, file, name, directory);
    const next = await saveDesign(shown, directory, { force: false });
    return { ...designJson(shown, directory, next), titles, kinds: kindTitles };
  } finally {
    clearInterval(timer);
  }
}

/** The design with the name that the file has for the reader. It is in the directory when the instance starts. */
function renamed(designed: DesignedFile, file: string, name: string, directory: string): DesignedFile {
  return {
    ...designed,
    file: name,
    instanceDesign: { ...designed.instanceDesign, file: join(directory, basename(file)) },
    warnings: designed.warnings.map((warning) => warning.replaceAll(file, name)),
  };
}
