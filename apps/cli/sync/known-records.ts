import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { contentDigest } from '../../../src/entities/validate.ts';
import { makeDirectory } from '../../../src/make-directory.ts';
import { sourceFields } from '../../../src/rules/record-schema/sources.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { parsedJson } from '../../../src/text/json.ts';
import { readLines } from '../files/jsonl-records.ts';
import { fileStart } from '../files/source-record.ts';

const count = z.number().int().nonnegative();

const delivery = z.strictObject({
  file: z.string(),
  /** When the file was last written, and when it was synced, in milliseconds since 1970. */
  modified: z.number(),
  at: z.number(),
  records: count,
  created: count,
  changed: count,
  gone: count,
  refused: count,
});

/** What a delivery was, and what it changed. */
export type Delivery = z.infer<typeof delivery>;

const fieldProfile = z.strictObject({ filled: count, number: count, date: count, email: count });

/** How many values of a field look like what. */
export type FieldProfile = z.infer<typeof fieldProfile>;

const header = z.strictObject({
  format: z.literal(1),
  source: z.string(),
  /** Records of all sources that the service had at the end; undefined if the client may not count them. */
  stored: count.optional(),
  /** Records of this source. */
  records: count,
  /** The latest first. */
  deliveries: z.array(delivery),
  profile: z.record(z.string(), fieldProfile),
});

/** What is known of a source's records after its last delivery. */
export type KnownHeader = z.infer<typeof header>;

const SUFFIX = '.digests';
const BEGUN = '!';
const STORED = '+';
const GONE = '-';
/** Deliveries that are kept. */
const MOST_DELIVERIES = 30;
const DIGEST = 10;

/** A digest of what a system says of a record: not of what the service adds. */
export function digestOf(record: RecordPayload): string {
  const content: Record<string, unknown> = { ...record };
  for (const field of ['id', ...sourceFields]) delete content[field];
  return contentDigest(content).slice(0, DIGEST);
}

/**
 * The stored records of a source by their digests, in a file beside the instance. The first line is the header; each other
 * line is a digest and an id, a record that is gone, or the mark that a sync has begun. The last line of an id counts, so
 * that what a killed sync had done is known.
 */
export class KnownRecords {
  readonly digests: Map<string, string>;
  readonly header: KnownHeader | undefined;
  /** Whether the last sync did not end. */
  readonly isUnfinished: boolean;
  private readonly path: string;
  private readonly source: string;
  private file: FileHandle | undefined;

  private constructor(path: string, source: string, known: Pick<KnownRecords, 'digests' | 'header' | 'isUnfinished'>) {
    this.path = path;
    this.source = source;
    this.digests = known.digests;
    this.header = known.header;
    this.isUnfinished = known.isUnfinished;
  }

  /** Undefined if there is no such file, or if it is damaged. */
  static async read(directory: string, source: string): Promise<KnownRecords | undefined> {
    const path = join(directory, `${source}${SUFFIX}`);
    const known = await readHeader(path);
    if (known === undefined) return undefined;
    const digests = new Map<string, string>();
    let isUnfinished = false;
    let isFirst = true;
    for await (const { text = '' } of readLines(createReadStream(path), fileStart, 1_024 * 1_024)) {
      if (isFirst) isFirst = false;
      else if (text === BEGUN) isUnfinished = true;
      else if (text.startsWith(GONE)) digests.delete(text.slice(1));
      // A line that a crash cut off is one that is sent again.
      else if (text.startsWith(STORED) && text[DIGEST + 1] === ' ') {
        digests.set(text.slice(DIGEST + 2), text.slice(1, DIGEST + 1));
      }
    }
    return new KnownRecords(path, source, { digests, header: known, isUnfinished });
  }

  /** Those that the service has, where the file does not say it. */
  static of(
    directory: string,
    source: string,
    digests: Map<string, string>,
    before: KnownHeader | undefined,
  ): KnownRecords {
    const path = join(directory, `${source}${SUFFIX}`);
    return new KnownRecords(path, source, { digests, header: before, isUnfinished: true });
  }

  /** Notes that what follows is under way. */
  async begin(): Promise<void> {
    if (!existsSync(this.path) || this.isUnfinished) await this.write(this.header ?? this.emptyHeader(), true);
    this.file = await open(this.path, 'a', 0o600);
    await this.file.appendFile(`${BEGUN}\n`);
  }

  async noteStored(records: readonly RecordPayload[]): Promise<void> {
    const lines = records.map((record) => {
      const [id, digest] = [record['id'] as string, digestOf(record)];
      this.digests.set(id, digest);
      return `${STORED}${digest} ${id}\n`;
    });
    await this.file!.appendFile(lines.join(''));
  }

  async noteGone(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.digests.delete(id);
    await this.file!.appendFile(ids.map((id) => `${GONE}${id}\n`).join(''));
  }

  /** Writes the file anew, with the delivery that was synced. */
  async end(delivery: Delivery, about: Pick<KnownHeader, 'stored' | 'profile'>): Promise<void> {
    const deliveries = [delivery, ...(this.header?.deliveries ?? [])].slice(0, MOST_DELIVERIES);
    await this.close();
    await this.write({ ...this.emptyHeader(), ...about, records: this.digests.size, deliveries }, false);
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
  }

  private emptyHeader(): KnownHeader {
    return { format: 1, source: this.source, records: 0, deliveries: [], profile: {} };
  }

  private async write(about: KnownHeader, isBegun: boolean): Promise<void> {
    makeDirectory(join(this.path, '..'));
    const fresh = `${this.path}.new`;
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(about)}\n${isBegun ? `${BEGUN}\n` : ''}`);
      let lines = '';
      for (const [id, digest] of this.digests) {
        lines += `${STORED}${digest} ${id}\n`;
        if (lines.length < 1_024 * 1_024) continue;
        await file.appendFile(lines);
        lines = '';
      }
      await file.appendFile(lines);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, this.path);
  }
}

async function readHeader(path: string): Promise<KnownHeader | undefined> {
  if (!existsSync(path)) return undefined;
  for await (const { text = '' } of readLines(createReadStream(path), fileStart, 1_024 * 1_024)) {
    return header.safeParse(parsedJson(text)).data;
  }
  return undefined;
}

/** What is known of all sources with deliveries, by name. */
export async function knownSources(directory: string): Promise<ReadonlyMap<string, KnownHeader>> {
  const found = new Map<string, KnownHeader>();
  if (!existsSync(directory)) return found;
  for (const name of (await readdir(directory)).sort()) {
    const about = name.endsWith(SUFFIX) ? await readHeader(join(directory, name)) : undefined;
    if (about !== undefined) found.set(about.source, about);
  }
  return found;
}
