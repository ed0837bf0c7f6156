import { serveBatch } from '../../src/batch/thread.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../src/rules/document/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';

/** What a test tells its threads. */
export interface BatchThreadSetup {
  readonly config: RuleConfig;
  readonly directory: string;
  readonly buckets: number;
  /** Ids of records that break the thread, or end it. */
  readonly breaksAt?: string;
  readonly endsAt?: string;
}

await serveBatch<readonly RecordPayload[], BatchThreadSetup>(({ config, directory, buckets, breaksAt, endsAt }) => ({
  options: {
    rules: compileRuleConfig(config),
    genericKeyRecords: 1_000,
    *read(records) {
      for (const [at, record] of records.entries()) {
        if (record['id'] === breaksAt) throw new Error(`broken at ${breaksAt}`);
        if (record['id'] === endsAt) process.exit(7);
        yield { at, record };
      }
    },
    directory: () => directory,
    buckets,
    seed: 0,
    forStore: false,
    findsNear: true,
  },
}));
