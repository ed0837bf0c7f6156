import { existsSync } from 'node:fs';
import { join } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Suites that take longest, so that workers end together. Every other one applies Terraform, which mostly waits. */
const LONGEST = [
  'test/integration/apply-lifecycle.test.ts',
  'test/integration/apply-upgrades.test.ts',
  'test/integration/store-costs.test.ts',
  'test/integration/apply-permissions.test.ts',
  'test/browser/console-your-data.test.ts',
  'test/integration/apply-bulk-loads.test.ts',
  'test/integration/change-evaluation.test.ts',
  'test/integration/apply-deployments.test.ts',
  'test/integration/local-process.test.ts',
  'test/integration/observability.test.ts',
  'test/integration/export.test.ts',
  'test/integration/apply.test.ts',
  'test/property/linear-cost.slow.test.ts',
  'test/integration/apply-restore.test.ts',
  'test/integration/newcomer.test.ts',
  'test/integration/apply-entity-events.test.ts',
  'test/integration/own-data.test.ts',
  'test/integration/apply-rule-changes.test.ts',
  'test/model/rules.test.ts',
  'test/integration/over-frequent-keys.test.ts',
  'test/integration/change-report.test.ts',
  'test/integration/oversized-entities.test.ts',
  'test/browser/console-large-entity.test.ts',
  'test/browser/console-accessibility.test.ts',
  'test/integration/kill-changes.test.ts',
  'test/terraform/inputs.test.ts',
  'test/browser/console-pictures.test.ts',
  'test/integration/label.test.ts',
  'test/integration/review-queue.test.ts',
  'test/browser/console.test.ts',
  'test/browser/console-in-use.test.ts',
  'test/browser/console-rule-change.test.ts',
  'test/integration/statistics.test.ts',
  'test/unit/src/rules/learning/learn.slow.test.ts',
];

/** Starts the longest suites first, so that all workers end at about the same time. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const missing = LONGEST.filter((name) => !existsSync(join(import.meta.dirname, '../..', name)));
    if (missing.length > 0)
      throw new Error(`test/setup/longest-first.js names what is not there: ${missing.join(', ')}`);
    const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(name));
    const long = tests.filter((test) => rank(test) >= 0).sort((a, b) => rank(a) - rank(b));
    return [...long, ...super.sort(tests.filter((test) => rank(test) < 0))];
  }
}
