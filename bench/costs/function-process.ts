import { pathToFileURL } from 'node:url';

/** Events for the function of this process, to be handled one after the other as Lambda does. */
export interface Work {
  readonly events: readonly unknown[];
}

/** What they took: CPU of the process with all of its threads, and time, in milliseconds for all events together. */
export interface Done {
  readonly cpu: number;
  readonly elapsed: number;
  readonly answers: readonly unknown[];
}

// Run by `functions.ts` as a process of its own: nothing but the function is on its heap and in its CPU time.
const { handler } = (await import(pathToFileURL(process.argv[2]!).href)) as {
  handler: (event: unknown, context: object) => Promise<unknown>;
};
/** What a call that has long enough is told of itself. */
const context = { awsRequestId: '8f507cfc-3d29-4697-b07a-ac58fc914c95', getRemainingTimeInMillis: () => 29_000 };

process.on('message', async ({ events }: Work) => {
  const answers: unknown[] = [];
  const before = process.cpuUsage();
  const began = performance.now();
  for (const event of events) answers.push(await handler(event, context));
  const elapsed = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  process.send!({ cpu: (user + system) / 1_000, elapsed, answers } satisfies Done);
});
process.send!('ready');
