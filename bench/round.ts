import { fork } from 'node:child_process';
import { once } from 'node:events';
import { censusPeople } from './census-people.ts';
import { type ColdStarts, measureColdStarts } from './cold-start/measure.ts';
import { type CoreResult, measureCore } from './core.ts';
import { type GuidanceBench, measureGuidance } from './guidance.ts';
import { type HttpResult, measureHttp } from './http.ts';
import { people } from './people.ts';
import { peopleRules } from './people-rules.ts';
import { measureRules, type RulesResult } from './rules/measure.ts';
import { measureStore } from './store/measure.ts';
import type { StoreBench } from './store/report.ts';

export interface RoundOptions {
  /** Records stored when a measurement begins, ascending. */
  readonly sizes: readonly number[];
  /** Records that are submitted while a rate is measured. */
  readonly window: number;
  readonly peoplePerDouble: number;
}

/** Everything measured once. */
export interface Round {
  readonly rules: RulesResult;
  readonly guidance: GuidanceBench;
  readonly coldStarts: ColdStarts;
  readonly core: readonly CoreResult[];
  readonly http: readonly HttpResult[];
  /** The same with the former people, at the first size. */
  readonly formerCore: readonly CoreResult[];
  readonly formerHttp: readonly HttpResult[];
  readonly store: StoreBench;
}

/** Measures everything once, in a process of its own: none begins with what another has left on the heap. */
export async function measureRound(options: RoundOptions): Promise<Round> {
  const child = fork(import.meta.filename, [JSON.stringify(options)], { serialization: 'advanced' });
  let round: Round | undefined;
  child.on('message', (message) => {
    round = message as Round;
  });
  const [code] = await once(child, 'close');
  if (round === undefined) throw new Error(`A round of the bench ended with ${code}.`);
  return round;
}

async function measure({ sizes, window, peoplePerDouble }: RoundOptions): Promise<Round> {
  const rules = peopleRules();
  const most = sizes.at(-1)! + 10 * window;
  const former = sizes.slice(0, 1);
  return {
    // First, while nothing else of this process is on the heap.
    rules: measureRules(),
    guidance: await measureGuidance(),
    coldStarts: await measureColdStarts(),
    core: await measureCore(rules, sizes, window, censusPeople(1, most)),
    http: await measureHttp(sizes, window, censusPeople(2, most)),
    formerCore: await measureCore(rules, former, window, people(1, 'p', peoplePerDouble)),
    formerHttp: await measureHttp(former, window, people(2, 'p', peoplePerDouble)),
    store: await measureStore(),
  };
}

if (import.meta.main) {
  const round = await measure(JSON.parse(process.argv[2]!) as RoundOptions);
  process.send!(round, () => process.disconnect());
}
