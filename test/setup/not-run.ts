/**
 * Says plainly that tests did not run and what they need. Where everything must run (`.ci/run` sets
 * ENTITY_DATA_REQUIRE_ALL=1) it is a failure instead.
 */
export function notRun(tests: string, need: string): void {
  const message = `NOT RUN: ${tests}. Needs ${need}.`;
  if (process.env['ENTITY_DATA_REQUIRE_ALL'] === '1') throw new Error(message);
  process.stderr.write(`${message}\n`);
}
