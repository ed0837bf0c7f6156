import TestSequencer from '@jest/test-sequencer';

/** Suites that take longest. Those that apply Terraform mostly wait, while other workers compute. */
const LONGEST = [
  'test/integration/apply-bulk-loads.test.ts',
  'test/integration/observability.test.ts',
  'test/integration/apply.test.ts',
  'test/integration/apply-restore.test.ts',
  'test/integration/apply-entity-events.test.ts',
  'test/property/linear-cost.slow.test.ts',
  'test/browser/console.test.ts',
  'test/browser/console-pictures.test.ts',
  'test/integration/kill-changes.test.ts',
  'test/integration/local-process.test.ts',
  'test/browser/console-accessibility.test.ts',
  'test/integration/over-frequent-keys.test.ts',
  'test/browser/console-in-use.test.ts',
  'test/integration/giants.test.ts',
];

/** Starts the longest suites first, so that all workers end at about the same time. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(name));
    const long = tests.filter((test) => rank(test) >= 0).sort((a, b) => rank(a) - rank(b));
    return [...long, ...super.sort(tests.filter((test) => rank(test) < 0))];
  }
}
