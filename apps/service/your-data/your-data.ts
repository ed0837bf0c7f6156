import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { EntityDataError } from '../../../src/errors.ts';
import type { DesignRequest } from '../../console/app/your-data/design-document.ts';
import type {
  GivenFile,
  MadeInstance,
  UploadPosition,
  YourDataProblem,
  YourDataState,
} from '../../console/app/your-data/state.ts';
import { isProcess } from '../running-services.ts';
import { LabelProblemError, storageError, YourDataBusyError, YourDataRequestError } from './errors.ts';
import { firstRequest } from './read-request.ts';
import { runWorker, type Worker, type WorkerEnd } from './run-worker.ts';
import { WorkFiles } from './work-files.ts';
import type { AppliedAnswers, LabelAsk, LoadResult, WorkerTask } from './worker-protocol.ts';

/** What the page needs of the program that runs the service. */
export interface YourDataHost {
  /** The directory of files on their way, and of the instances that are made of them. */
  readonly home: string;
  /** The data directory of the instance that runs now, by which commands find its service. */
  dataDirectory(): string;
  /** The script that designs and loads. */
  readonly workerScript: string;
  /** The script of the command line. */
  readonly commandScript: string;
  /** The command that starts the instance that runs now. */
  currentCommand(): string;
  /** The command that starts an instance. */
  commandOf(instance: string): string;
  /** True if the instance in this directory is the one that runs now. */
  isRunning(instance: string): boolean;
  /** Lets the service run another instance. Rejects, and runs the former one, if that cannot be started. */
  replace(instance: string): Promise<void>;
  onFailure(cause: unknown): void;
}

/**
 * The way of a file of the reader's own, from the browser to an instance with its records. One step at a time; each is
 * kept on disk, so that a reload and a restart find it again, and nothing is half done.
 */
export class YourData {
  readonly host: YourDataHost;
  readonly #files: WorkFiles;
  #state: YourDataState = { step: 'empty' };
  #opened: Promise<void> | undefined;
  #ownership: Ownership | undefined;
  #worker: Worker | undefined;
  /** Identifies the design after the answers of the reader were applied to it. */
  #judged: string | undefined;
  /** The work under way, which ends with a state; resolves always. */
  #work: Promise<void> = Promise.resolve();
  #isClosing = false;
  /** Whether the process under way was asked to stop. */
  #isStopped = false;
  /** Columns that the process under way found. */
  #columns: readonly string[] | undefined;
  /** Requests that change something take turns. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(host: YourDataHost) {
    this.host = host;
    this.#files = new WorkFiles(host.home);
  }

  /** @throws YourDataBusyError when another service works on the same data directory */
  async state(): Promise<YourDataState> {
    await this.#open();
    return this.#state;
  }

  /** The document of the present design as JSON. */
  async design(id: string): Promise<string> {
    await this.#open();
    if (this.#state.step !== 'designed' || this.#state.design !== id) throw outdated();
    return this.#files.readDocument();
  }

  /** Begins to receive a file, or continues with one that another page began to send. */
  begin(file: GivenFile): Promise<UploadPosition> {
    return this.#inTurn(async () => {
      const state = this.#state;
      if (state.step === 'receiving' && isSame(state.file, file)) return state;
      this.#refuseWork();
      if (file.size === 0) {
        throw new YourDataRequestError(`${file.name} is empty.`, { hint: 'Choose a file with records.' });
      }
      await this.#files.beginFile(file.size);
      const upload = randomUUID();
      await this.#enter({ step: 'receiving', file, upload, received: 0 });
      return { upload, received: 0 };
    });
  }

  /** Stores a part of the file. A part that is stored already changes nothing; the last one begins the design. */
  receive(upload: string, offset: number, part: Buffer): Promise<UploadPosition> {
    return this.#inTurn(async () => {
      const state = this.#state;
      if (state.step !== 'receiving' || state.upload !== upload) throw outdated();
      const { file, received } = state;
      if (offset !== received) return { upload, received };
      const next = received + part.length;
      if (next > file.size) throw new YourDataRequestError('The file is longer than announced.', { hint: chooseAgain });
      try {
        await this.#files.writePart(part, offset, next === file.size);
      } catch (error) {
        await this.#files.removeFile();
        await this.#enter({ step: 'empty', problem: problemOf(error) });
        throw error;
      }
      this.#state = { ...state, received: next };
      if (next === file.size) await this.#startDesign(file, firstRequest);
      return { upload, received: next };
    });
  }

  /** Designs the file as the reader says. */
  redesign(request: DesignRequest): Promise<void> {
    return this.#inTurn(async () => {
      const state = this.#state;
      if (state.step !== 'designed' && state.step !== 'undesigned') throw outdated();
      await this.#startDesign(state.file, request);
    });
  }

  /** Lets the service run the design, and loads the file. */
  start(design: string): Promise<void> {
    return this.#inTurn(async () => {
      const state = this.#state;
      if (state.step !== 'designed' || state.design !== design) throw outdated();
      const formerCommand = this.host.currentCommand();
      const directory = await this.#files.reserveInstance();
      const instance = { directory, formerCommand, command: this.host.commandOf(directory) };
      await this.#enter({ step: 'starting', file: state.file, instance, progress: { step: 'Starting the instance' } });
      this.#begin(() => this.#goOver(state.file, instance));
    });
  }

  /** Lets the reader judge pairs of the design. */
  judge(design: string): Promise<void> {
    return this.#inTurn(async () => {
      const state = this.#state;
      if (state.step !== 'designed' || state.design !== design) throw outdated();
      const { file, request } = state;
      const progress = { step: 'Reading records' };
      await this.#enter({ step: 'judging', file, request, design, progress, isReady: false });
      this.#begin(async () => {
        const end = await this.#runWorker({
          kind: 'judge',
          file: this.#files.records,
          name: file.name,
          directory: this.#files.design,
        });
        const problem = 'problem' in end && !this.#isStopped ? end.problem : undefined;
        await this.#enter({ step: 'designed', file, request, design: this.#judged ?? design, problem });
      });
    });
  }

  /** Passes on what the reader does while judging pairs. Applied answers change the design, and end the judging. */
  async label(ask: LabelAsk): Promise<object> {
    await this.#open();
    const state = this.#state;
    const worker = this.#worker;
    if (state.step !== 'judging' || !state.isReady || worker === undefined) throw outdated();
    const end = await worker.ask(ask);
    if ('problem' in end) throw new LabelProblemError(end.problem);
    if (ask.kind === 'apply') {
      await this.#files.changeDocument((document) => withAnswers(document, end.result as AppliedAnswers));
      this.#judged = randomUUID();
      worker.stop();
      await this.#work;
    }
    return end.result;
  }

  /** Continues a load that stopped. */
  resume(): Promise<void> {
    return this.#inTurn(async () => {
      const state = this.#state;
      if (state.step !== 'stopped') throw outdated();
      const { file, instance } = state;
      await this.#enter({ step: 'starting', file, instance, progress: { step: 'Starting the instance' } });
      this.#begin(() => this.#goOver(file, instance));
    });
  }

  /** Stops what is under way. What is stored stays. */
  async cancel(): Promise<void> {
    await this.#open();
    const { step } = this.#state;
    if (step === 'receiving') await this.discard();
    else if (step === 'designing' || step === 'loading' || step === 'judging') {
      this.#worker?.stop();
      await this.#work;
    } else throw outdated();
  }

  /** Forgets the file and its design. Instances stay. */
  discard(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state.step !== 'receiving') this.#refuseWork();
      await this.#files.removeFile();
      await this.#enter({ step: 'empty' });
    });
  }

  /** Resolves when nothing is designed, started or loaded any more. */
  async settled(): Promise<void> {
    await this.#turn;
    await this.#work;
  }

  /** Stops what is under way, and keeps where it is for the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#worker?.stop(hurry);
    await this.#work;
    await this.#ownership?.release();
  }

  #open(): Promise<void> {
    this.#opened ??= this.#recover().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Takes up where an earlier start of the service ended. */
  async #recover(): Promise<void> {
    this.#files.prepare();
    this.#ownership = await claimOwnership(this.#files.owner);
    await this.#files.removeTemporary();
    const state = (await this.#files.readState()) ?? { step: 'empty' };
    await this.#enter(await this.#recovered(state));
  }

  async #recovered(state: YourDataState): Promise<YourDataState> {
    const problem = interrupted;
    switch (state.step) {
      case 'empty':
      case 'loaded':
      case 'stopped':
        return state;
      case 'starting':
      case 'loading':
        await this.#files.moveInto(state.instance.directory);
        return { step: 'stopped', file: state.file, instance: state.instance, problem };
      case 'receiving':
        await this.#files.removeFile();
        return {
          step: 'empty',
          problem: { message: `The service was stopped while it received ${state.file.name}.`, hint: chooseAgain },
        };
      default:
        if (!this.#files.hasRecords()) return { step: 'empty' };
        if (state.step === 'designed' && this.#files.hasDesign()) return state;
        // Each answer is saved.
        if (state.step === 'judging' && this.#files.hasDesign()) {
          return { step: 'designed', file: state.file, request: state.request, design: state.design };
        }
        return { step: 'undesigned', file: state.file, request: state.request, problem };
    }
  }

  async #startDesign(file: GivenFile, request: DesignRequest): Promise<void> {
    const former = this.#state;
    await this.#enter({ step: 'designing', file, request, progress: { step: 'Opening the file' } });
    this.#begin(async () => {
      const end = await this.#runWorker({
        kind: 'design',
        file: this.#files.records,
        name: file.name,
        directory: this.#files.nextDesign,
        request,
      });
      if ('result' in end) {
        await this.#files.adoptDesign(end.result);
        await this.#enter({ step: 'designed', file, request, design: randomUUID() });
        return;
      }
      const problem = this.#isStopped ? this.#stopReason : end.problem;
      // The former design is still there, for the reader to correct it otherwise.
      if (former.step === 'designed' && this.#files.hasDesign()) await this.#enter({ ...former, problem });
      else await this.#enter({ step: 'undesigned', file, request, problem, columns: this.#columns });
    });
  }

  async #goOver(file: GivenFile, instance: MadeInstance): Promise<void> {
    try {
      await this.#files.moveInto(instance.directory);
      if (!this.host.isRunning(instance.directory)) await this.host.replace(instance.directory);
    } catch (error) {
      await this.#enter({ step: 'stopped', file, instance, problem: problemOf(error) });
      return;
    }
    await this.#enter({ step: 'loading', file, instance, progress: { step: 'Loading records', share: 0 } });
    const records = this.#files.recordsOf(instance.directory);
    const end = await this.#runWorker({
      kind: 'load',
      file: records,
      name: file.name,
      dataDirectory: this.host.dataDirectory(),
    });
    if ('problem' in end) {
      await this.#enter({ step: 'stopped', file, instance, problem: this.#isStopped ? this.#stopReason : end.problem });
      return;
    }
    const { isComplete, ...result } = end.result as LoadResult;
    await this.#enter(
      isComplete
        ? { step: 'loaded', file, instance, ...result, errorsFile: `${records}.errors.jsonl` }
        : { step: 'stopped', file, instance, problem: this.#stopReason },
    );
  }

  get #stopReason(): YourDataProblem {
    return this.#isClosing ? interrupted : cancelled;
  }

  async #runWorker(task: WorkerTask): Promise<WorkerEnd> {
    await this.#files.removeTemporary();
    await mkdir(this.#files.temporary, { recursive: true, mode: 0o700 });
    this.#columns = undefined;
    this.#judged = undefined;
    this.#isStopped = this.#isClosing;
    if (this.#isStopped) return { problem: interrupted };
    const worker = runWorker({
      script: this.host.workerScript,
      task,
      temporary: this.#files.temporary,
      onProgress: (progress) => {
        const state = this.#state;
        if (state.step === 'designing' || state.step === 'loading' || state.step === 'judging') {
          this.#state = { ...state, progress };
        }
      },
      onReady: () => {
        if (this.#state.step === 'judging') this.#state = { ...this.#state, isReady: true };
      },
      onColumns: (columns) => {
        this.#columns = columns;
      },
    });
    this.#worker = {
      ...worker,
      stop: (patience) => {
        this.#isStopped = true;
        worker.stop(patience);
      },
    };
    const end = await worker.ended;
    this.#worker = undefined;
    return end;
  }

  /** Runs work that ends with a state. */
  #begin(work: () => Promise<void>): void {
    this.#work = work().catch(async (error: unknown) => {
      this.host.onFailure(error);
      const state = this.#state;
      const problem = problemOf(error);
      if (state.step === 'designing' || state.step === 'judging') {
        this.#state = { step: 'undesigned', file: state.file, request: state.request, problem };
      } else if (state.step === 'starting' || state.step === 'loading') {
        this.#state = { step: 'stopped', file: state.file, instance: state.instance, problem };
      }
    });
  }

  async #enter(state: YourDataState): Promise<void> {
    await this.#files.writeState(state);
    this.#state = state;
  }

  #refuseWork(): void {
    if (['receiving', 'designing', 'judging', 'starting', 'loading'].includes(this.#state.step)) {
      throw new YourDataBusyError('Another file is under way.', {
        hint: 'Wait until it is done, or cancel it on the page “Your data”.',
      });
    }
  }

  async #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    await this.#open();
    const result = this.#turn.then(run);
    this.#turn = result.catch(() => {});
    return result;
  }
}

/** Milliseconds that a process has to stop by itself when the service stops. */
const hurry = 1_000;

const chooseAgain = 'Choose the file again.';
const interrupted: YourDataProblem = {
  message: 'The service was stopped in the middle.',
  hint: 'Nothing is lost: go on from here.',
  isStop: true,
};
const cancelled: YourDataProblem = {
  message: 'You cancelled it.',
  hint: 'Nothing is lost: go on from here.',
  isStop: true,
};

const outdated = () =>
  new YourDataBusyError('The page shows an earlier step.', {
    hint: 'Another tab may have gone on: the page shows the present step in a moment.',
  });

const isSame = (a: GivenFile, b: GivenFile): boolean =>
  a.name === b.name && a.size === b.size && a.modified === b.modified;

function problemOf(error: unknown): YourDataProblem {
  if (error instanceof EntityDataError) {
    const { code, message, hint } = error;
    return { code, message, ...(hint !== undefined && { hint }) };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}

/** The document of a design with the weights that answers of the reader gave it. Pairs of the former weights are left out. */
function withAnswers(document: Readonly<Record<string, unknown>>, applied: AppliedAnswers): object {
  const { threshold, weights, estimate, entities } = applied;
  const evidence = document['evidence'] as readonly { readonly title: string }[];
  const changed = new Map(weights.map(({ title, to }) => [title, to]));
  return {
    ...document,
    threshold: threshold ?? document['threshold'],
    evidence: evidence.map((one) => {
      const to = changed.get(one.title);
      return to === undefined ? one : { ...one, agreement: to.agrees, disagreement: to.differs };
    }),
    pairs: [],
    judged: { estimate, entities },
  };
}

/** The right of one process to work on the files of the page. */
interface Ownership {
  release(): Promise<void>;
}

/**
 * Claims the files of the page for this process. A file of a process that ended is removed.
 *
 * @throws YourDataBusyError when another process works on them
 */
async function claimOwnership(path: string): Promise<Ownership> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const isMine = await write(path);
    if (isMine) return { release: () => rm(path, { force: true }) };
    const owner = await ownerOf(path);
    if (owner === process.pid) return { release: () => rm(path, { force: true }) };
    if (owner !== undefined && isProcess(owner)) break;
    await rm(path, { force: true });
  }
  throw new YourDataBusyError('Another service works on files of this data directory.', {
    hint: `Use the page of that service, or stop it. If there is none, remove ${path}.`,
  });
}

async function write(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify({ pid: process.pid }));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw storageError(error);
  }
}

/** The process that is named in the file; undefined if it is damaged or gone. */
async function ownerOf(path: string): Promise<number | undefined> {
  try {
    const { pid } = JSON.parse(await readFile(path, 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    return undefined;
  }
}
