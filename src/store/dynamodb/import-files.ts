import * as fs from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import type { TableCreationParameters } from '@aws-sdk/client-dynamodb';
import { makeDirectory } from '../../make-directory.ts';
import { StoreFullError, StoreUnavailableError } from '../errors.ts';
import { checkItem, checkKey, ITEM_BYTES, PARTITION_KEY_BYTES } from '../items.ts';
import type { Item, Key, Value } from '../port.ts';

/**
 * Writes the items of a table as files for DynamoDB's import from S3: gzipped Amazon Ion text, an item a line. JSON is Ion text,
 * but for numbers, so that attributes that are JSON already go into a line as they are. DynamoDB JSON would take 18 % more bytes,
 * which the import charges for.
 *
 * Of two items with one key the import keeps any: the caller adds each item once.
 */

/** What the module's own table is made with; a first apply changes everything else in place. */
export const tableDefinition = {
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
} as const satisfies Partial<TableCreationParameters>;

/** What an import processes at once. 100 million records of people are 8,500 files; an import takes 50,000. */
const FILE_CHARACTERS = 16 * 1_024 * 1_024;

export interface WrittenFiles {
  readonly files: number;
  readonly items: number;
  /** Uncompressed: what an import is charged by. */
  readonly bytes: number;
  readonly compressedBytes: number;
}

/** An item without its key: attributes as JSON of texts and lists, without numbers. */
interface TextItem {
  readonly sk: string;
  readonly text: string;
}

export interface ImportFilesOptions {
  readonly directory: string;
  /** Before the numbers of the files. */
  readonly name: string;
  /** Of one file, at least. Default: 16 million. */
  readonly characters?: number;
}

/** Writes files one after the other. */
export class ImportFiles {
  readonly written = { files: 0, items: 0, bytes: 0, compressedBytes: 0 };
  private readonly options: ImportFilesOptions;
  private lines = '';

  constructor(options: ImportFilesOptions) {
    this.options = options;
  }

  /** Adds items of one partition. Throws ItemTooLargeError, InvalidKeyError, StoreFullError, StoreUnavailableError. */
  addTexts(pk: string, items: readonly TextItem[]): void {
    const head = `$ion_1_0 {Item:{pk:${JSON.stringify(pk)},sk:`;
    for (const { sk, text } of items) {
      checkText({ pk, sk }, text);
      this.add(`${head}${JSON.stringify(sk)}${text === '{}' ? '}' : `,${text.slice(1)}`}}\n`);
    }
  }

  /** Throws what {@link addTexts} throws. */
  addItem(item: Item): void {
    checkKey(item);
    checkItem(item);
    this.add(`$ion_1_0 {Item:${ionText(item as unknown as Value)}}\n`);
  }

  /** Writes what is left. Nothing can be added any more. */
  close(): WrittenFiles {
    this.writeFile();
    return this.written;
  }

  private add(line: string): void {
    this.lines += line;
    this.written.items += 1;
    if (this.lines.length >= (this.options.characters ?? FILE_CHARACTERS)) this.writeFile();
  }

  private writeFile(): void {
    if (this.lines === '') return;
    const { directory, name } = this.options;
    const content = Buffer.from(this.lines);
    // The files are read once: more effort takes thrice the time, and saves a quarter of the upload.
    const compressed = gzipSync(content, { level: constants.Z_BEST_SPEED });
    const path = join(directory, `${name}-${this.written.files}.ion.gz`);
    explained(directory, () => fs.writeFileSync(path, compressed, { mode: 0o600, flag: 'wx' }));
    this.lines = '';
    this.written.files += 1;
    this.written.bytes += content.length;
    this.written.compressedBytes += compressed.length;
  }
}

/** Nearly every item is so small that its text shows it. */
function checkText(key: Key, text: string): void {
  const most = 3 * (key.pk.length + key.sk.length);
  if (most > PARTITION_KEY_BYTES / 2) checkKey(key);
  if (most + 3 * text.length > ITEM_BYTES) checkItem({ ...JSON.parse(text), ...key });
}

/** A value as Ion text. Only its decimals are numbers of DynamoDB: an integer gets a point, and an exponent their letter. */
function ionText(value: Value): string {
  if (typeof value === 'number') {
    const digits = String(value).replace('e', 'd');
    return /[.d]/.test(digits) ? digits : `${digits}.`;
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(ionText).join(',')}]`;
  return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${ionText(one)}`)}}`;
}

/** @throws StoreUnavailableError if the directory is there and has anything in it, or is none */
export function refuseFilled(directory: string): void {
  const names = explained(directory, () => (fs.existsSync(directory) ? fs.readdirSync(directory) : []));
  if (names.length === 0) return;
  throw new StoreUnavailableError(`${directory} is not empty: it has ${names[0]}`, {
    hint: 'Name a new directory: everything in it is to be uploaded.',
  });
}

/**
 * Gives the directory of all files its place, on the same disk.
 *
 * @throws StoreUnavailableError if there is anything by now
 */
export function placeFiles(from: string, directory: string): void {
  refuseFilled(directory);
  explained(directory, () => {
    // Only POSIX puts a directory in the place of an empty one.
    if (fs.existsSync(directory)) fs.rmdirSync(directory);
    fs.renameSync(from, directory);
  });
}

export function beginFiles(directory: string): void {
  explained(directory, () => makeDirectory(directory));
}

function explained<T>(directory: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (['ENOSPC', 'EFBIG', 'EDQUOT'].includes(code)) {
      const hint = 'Free disk space, then start again: nothing is left of what was written.';
      throw new StoreFullError(`The disk of ${directory} is full: ${message}`, { hint, cause });
    }
    throw new StoreUnavailableError(`${directory} could not be read or written: ${message}`, {
      hint: 'Check that this user may write there, and that its disk works.',
      cause,
    });
  }
}
