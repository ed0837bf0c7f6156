import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { makeDirectory } from '../../../src/make-directory.ts';
import type { YourDataState } from '../../console/app/your-data/state.ts';
import { readPrivateJson, writePrivateJson } from '../identity/private-file.ts';
import { storageError, YourDataStorageError } from './errors.ts';

const recordsName = 'records';
/** The document of a design for the page. */
const documentName = 'page.json';
/** Answers of the reader within a design, as `entity-data label` names them. */
const labelsName = 'labels.json';
/** More instances than a person makes; a bound for the search of a free number. */
const mostInstances = 10_000;

/** The files of the page within a data directory. No name comes from the reader. */
export class WorkFiles {
  readonly #home: string;
  readonly #work: string;

  /** @param home the directory in which the files on their way and their instances are */
  constructor(home: string) {
    this.#home = home;
    this.#work = join(home, 'your-data');
  }

  /** The file that the reader gave. */
  get records(): string {
    return join(this.#work, recordsName);
  }

  /** Where temporary files go, so that they are on the disk of the data and can be removed. */
  get temporary(): string {
    return join(this.#work, 'temporary');
  }

  /** The present design: an instance without data. */
  get design(): string {
    return join(this.#work, 'design');
  }

  /** A design under way. */
  get nextDesign(): string {
    return join(this.#work, 'next-design');
  }

  get owner(): string {
    return join(this.#work, 'owner.json');
  }

  /** The file within an instance. */
  recordsOf(instance: string): string {
    return join(instance, recordsName);
  }

  prepare(): void {
    try {
      makeDirectory(this.#work);
    } catch (error) {
      throw storageError(error);
    }
  }

  /** The state of an earlier start; undefined if there is none that can be read. */
  async readState(): Promise<YourDataState | undefined> {
    const state = (await readPrivateJson(this.#state).catch(() => undefined)) as Partial<YourDataState> | undefined;
    return typeof state?.step === 'string' ? (state as YourDataState) : undefined;
  }

  writeState(state: YourDataState): Promise<void> {
    return writePrivateJson(this.#state, state).catch((error: Error) => {
      throw storageError(error.cause ?? error);
    });
  }

  async readDocument(): Promise<string> {
    return readFile(this.#document, 'utf8');
  }

  /** Lets the design that was just made take the place of the former one. */
  async adoptDesign(document: object): Promise<void> {
    await writePrivateJson(join(this.nextDesign, documentName), document);
    const labels = join(this.design, labelsName);
    if (existsSync(labels)) await rename(labels, join(this.nextDesign, labelsName));
    await rm(this.design, { recursive: true, force: true });
    await rename(this.nextDesign, this.design);
  }

  /** Changes the document of the present design. */
  async changeDocument(change: (document: Record<string, unknown>) => object): Promise<void> {
    const document = JSON.parse(await this.readDocument()) as Record<string, unknown>;
    await writePrivateJson(this.#document, change(document));
  }

  hasDesign(): boolean {
    return existsSync(this.#document);
  }

  hasRecords(): boolean {
    return existsSync(this.records);
  }

  /**
   * Makes an empty file for the reader's one.
   *
   * @throws YourDataStorageError also when the disk has less space than the file needs
   */
  async beginFile(size: number): Promise<void> {
    await this.removeFile();
    this.prepare();
    try {
      const { bavail, bsize } = await statfs(this.#work);
      if (bavail * bsize < size) {
        throw new YourDataStorageError('The disk with the data directory has less space than the file needs.', {
          hint: 'Free space on the disk, then choose the file again.',
        });
      }
      await (await open(this.records, 'w', 0o600)).close();
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Writes a part of the file at its place. */
  async writePart(part: Buffer, offset: number, isLast: boolean): Promise<void> {
    try {
      const file = await open(this.records, 'r+');
      try {
        for (let done = 0; done < part.length; ) {
          done += (await file.write(part, done, part.length - done, offset + done)).bytesWritten;
        }
        if (isLast) await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Removes the file and what was designed for it. */
  async removeFile(): Promise<void> {
    for (const path of [this.records, this.design, this.nextDesign, this.temporary]) {
      await rm(path, { recursive: true, force: true });
    }
  }

  /** Removes what a process left behind. */
  async removeTemporary(): Promise<void> {
    // A design is written into a directory beside its own one.
    const half = (await readdir(this.#work)).filter((name) => name.startsWith(`.${basename(this.nextDesign)}-`));
    const paths = [this.temporary, this.nextDesign, ...half.map((name) => join(this.#work, name))];
    for (const path of paths) await rm(path, { recursive: true, force: true });
  }

  /** Reserves the directory of a new instance, relative to the working directory. */
  async reserveInstance(): Promise<string> {
    const parent = join(this.#home, 'instances');
    try {
      makeDirectory(parent);
      for (let number = 1; number <= mostInstances; number++) {
        const directory = join(parent, String(number));
        const isFree = await mkdir(directory, { mode: 0o700 }).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EEXIST') return false;
            throw error;
          },
        );
        if (isFree) return relative('', directory) || directory;
      }
    } catch (error) {
      throw storageError(error);
    }
    throw new YourDataStorageError(`${parent} has ${mostInstances} instances.`, {
      hint: 'Remove directories of instances that you no longer need.',
    });
  }

  /** Moves the design and the file into an instance, or what of them an interrupted move left. */
  async moveInto(instance: string): Promise<void> {
    try {
      if (this.hasDesign()) {
        // The reserved directory is empty, or an interrupted move has removed it.
        await rm(instance, { recursive: true, force: true });
        await rename(this.design, instance);
      }
      if (this.hasRecords()) await rename(this.records, this.recordsOf(instance));
    } catch (error) {
      throw storageError(error);
    }
  }

  get #state(): string {
    return join(this.#work, 'state.json');
  }

  get #document(): string {
    return join(this.design, documentName);
  }
}
