import { existsSync } from 'node:fs';
import { join } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Suites that take longest, so that workers end together. Every other one applies Terraform, which mostly waits. */
const LONGEST = [
  'test/integration/apply-lifecycle.release.test.ts',
  'test/integration/apply-upgrades.release.test.ts',
  'test/integration/store-costs.release.test.ts',
  'test/integration/apply-permissions.release.test.ts',
  'test/browser/console-your-data.release.test.ts',
  'test/integration/apply-bulk-loads.release.test.ts',
  'test/integration/change-evaluation.engines.test.ts',
  'test/integration/apply-deployments.release.test.ts',
  'test/integration/local-process.test.ts',
  'test/integration/observability.release.test.ts',
  'test/integration/export.test.ts',
  'test/integration/apply.test.ts',
  'test/property/linear-cost.release.test.ts',
  'test/integration/apply-restore.release.test.ts',
  'test/integration/newcomer.test.ts',
  'test/integration/apply-entity-events.release.test.ts',
  'test/integration/own-data.test.ts',
  'test/integration/apply-rule-changes.release.test.ts',
  'test/model/rules.test.ts',
  'test/integration/over-frequent-keys.engines.test.ts',
  'test/integration/change-report.engines.test.ts',
  'test/integration/oversized-entities.engines.test.ts',
  'test/browser/console-large-entity.release.test.ts',
  'test/browser/console-accessibility.release.test.ts',
  'test/integration/kill-changes.release.test.ts',
  'test/terraform/inputs.release.test.ts',
  'test/browser/console-pictures.release.test.ts',
  'test/integration/label.test.ts',
  'test/integration/review-queue.engines.test.ts',
  'test/browser/console-pages.release.test.ts',
  'test/browser/console-in-use.release.test.ts',
  'test/browser/console-rule-change.release.test.ts',
  'test/integration/statistics.engines.test.ts',
  'test/unit/src/workbench/learning/learn.slow.test.ts',
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
