import { getEnvironmentData } from 'node:worker_threads';
import { serveCalls } from '../../../../../functions/guidance/workers/serve-calls.ts';

/** What a test and a call in a worker tell each other: both see the same memory. */
export interface Gate {
  /** How many calls have begun. */
  readonly begun: Int32Array;
  /** 1 lets all of them end. */
  readonly open: Int32Array;
}

/** Calls that behave as no tool does. */
const odd: Readonly<Record<string, () => unknown>> = {
  endless() {
    for (;;) JSON.stringify([1, 2, 3]);
  },
  stubborn() {
    for (;;) {
      try {
        JSON.parse('{');
      } catch {}
    }
  },
  greedy() {
    const kept: unknown[] = [];
    for (;;) kept.push({ text: `${kept.length}`, list: new Array(100).fill(kept.length) });
  },
  leaving: () => process.exit(3),
  throwing() {
    throw new TypeError('secret');
  },
  environment: () => Object.keys(process.env),
  gate() {
    const { begun, open } = getEnvironmentData('gate') as unknown as Gate;
    Atomics.add(begun, 0, 1);
    Atomics.notify(begun, 0);
    Atomics.wait(open, 0, 0);
    return 'through';
  },
  quick: () => 'done',
};

serveCalls({
  call: (name) => ({
    outcome: 'ok',
    result: { content: [{ type: 'text', text: JSON.stringify(odd[name]!()) }] },
  }),
});
