/** What a number of workers, each with one task at a time, made of a number of tasks. */
export interface Run {
  /** Tasks a second, over the whole run. */
  readonly rate: number;
  /** Milliseconds of each task. */
  readonly latencies: readonly number[];
}

export async function runWorkers(workers: number, tasks: number, task: (index: number) => Promise<void>): Promise<Run> {
  const latencies: number[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (next < tasks) {
        const index = next;
        next += 1;
        const began = performance.now();
        await task(index);
        latencies.push(performance.now() - began);
      }
    }),
  );
  return { rate: tasks / ((performance.now() - start) / 1000), latencies };
}
