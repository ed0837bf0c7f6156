import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What the thread for pictures is given. */
export type PictureTask =
  | { readonly kind: 'pack'; readonly picture: Uint8Array }
  | {
      readonly kind: 'compare';
      readonly expected: Uint8Array;
      readonly actual: Uint8Array;
      /** 0 to 1. */
      readonly colourTolerance: number;
    };

/** What it answers. */
export interface PictureAnswer {
  readonly packed?: Uint8Array;
  readonly expected?: string;
  readonly actual?: string;
  /** Pixels that differ; infinite when the sizes do. */
  readonly pixels?: number;
  readonly difference?: Uint8Array;
}

const kept = fileURLToPath(new URL('./pictures', import.meta.url));

/**
 * How far a pixel's colour may be off, 0 to 1, and how many pixels may be farther. Glyphs come from fonts of our own and
 * antialiasing is left out, so that other machines with Chromium differ by few pixels; a word or a colour, by hundreds.
 */
const tolerance = { colour: 0.1, pixels: 80 };

/** Another release of the browser may draw every edge anew; a view that is broken differs by far more than this. */
const otherReleasePixels = 12_000;

/** The release of Chromium that the kept pictures were made with, and those that draw them alike, one a line. */
const releasesFile = join(kept, 'chromium-releases.txt');
const releaseOf = (browserVersion: string): string => browserVersion.split('.', 1)[0]!;

function allowedPixels(browserVersion: string): number {
  const release = releaseOf(browserVersion);
  const releases = readFileSync(releasesFile, 'utf8').trim().split('\n');
  if (releases.includes(release)) return tolerance.pixels;
  process.stderr.write(
    `The pictures are of Chromium ${releases.join(' and ')}, this is ${release}: up to ${otherReleasePixels} pixels are let pass.\n`,
  );
  return otherReleasePixels;
}

/** True: pictures are kept as they are now instead of being compared. */
const isUpdate = process.env['ENTITY_DATA_UPDATE_PICTURES'] === '1';

const how =
  'ENTITY_DATA_UPDATE_PICTURES=1 npm run test:release -- test/browser/console-pictures keeps it as it is now.';

/** Milliseconds that a page has to come to its kept looks. */
const PATIENCE = 30_000;

/**
 * Compares what a page looks like with the kept picture of that name, again and again while they differ: a page that is
 * still drawing gets time.
 *
 * @returns what is wrong in the end and where to look; undefined when they are alike
 */
export async function pictureProblem(
  name: string,
  screenshot: () => Promise<Buffer>,
  browserVersion: string,
): Promise<string | undefined> {
  const until = Date.now() + PATIENCE;
  let problem: string | undefined;
  do problem = await problemOf(name, await screenshot(), browserVersion);
  while (problem !== undefined && Date.now() < until);
  return problem;
}

async function problemOf(name: string, screenshot: Buffer, browserVersion: string): Promise<string | undefined> {
  const file = join(kept, `${name}.png`);
  if (isUpdate) {
    const { packed } = await work({ kind: 'pack', picture: screenshot });
    write(file, packed ?? screenshot);
    writeFileSync(releasesFile, `${releaseOf(browserVersion)}\n`);
    return undefined;
  }
  if (!existsSync(file)) return `There is no picture ${name}; ${how}`;
  const difference = await compare(readFileSync(file), screenshot, allowedPixels(browserVersion));
  if (difference === undefined) return undefined;
  const folder = join(tmpdir(), 'entity-data-pictures');
  write(join(folder, `${name}.png`), screenshot);
  if (difference.picture !== undefined) write(join(folder, `${name}-difference.png`), difference.picture);
  return `${name} ${difference.text}. What it looks like now is in ${folder}; ${how}`;
}

export interface Difference {
  readonly text: string;
  readonly picture: Uint8Array | undefined;
}

/** How two pictures differ; undefined when they are alike. */
export async function compare(
  expected: Buffer,
  actual: Buffer,
  allowed: number = tolerance.pixels,
): Promise<Difference | undefined> {
  const answer = await work({ kind: 'compare', expected, actual, colourTolerance: tolerance.colour });
  const { pixels = 0, difference } = answer;
  if (pixels <= allowed) return undefined;
  const text = Number.isFinite(pixels)
    ? `differs in ${pixels} pixels, ${allowed} are let pass`
    : `is ${answer.actual} pixels large instead of ${answer.expected}`;
  return { text, picture: difference };
}

async function work(task: PictureTask): Promise<PictureAnswer> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { workerData: task });
  const [answer] = (await once(worker, 'message')) as [PictureAnswer];
  return answer;
}

function write(file: string, contents: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
