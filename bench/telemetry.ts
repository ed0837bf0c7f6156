/**
 * What the numbers about a deployment's work cost: each thing that the core tells of, and the lines at the end of a
 * request.
 *
 *   npm run bench:telemetry
 */
import { observeCore } from '../src/runtime/metrics/core-observer.ts';
import { embeddedMetricLines } from '../src/runtime/metrics/embedded-metrics.ts';
import { createMeter } from '../src/runtime/metrics/meter.ts';

/** Nanoseconds of one call, the median of several rounds. */
function measure(calls: number, work: () => void): number {
  const rounds = Array.from({ length: 9 }, () => {
    const started = process.hrtime.bigint();
    for (let call = 0; call < calls; call++) work();
    return Number(process.hrtime.bigint() - started) / calls;
  });
  return rounds.sort((a, b) => a - b)[4]!;
}

const meter = createMeter();
const observer = observeCore(meter);
/** What the submit of one record that joins two entities tells. */
const submit = () => {
  observer.submitCandidates(3);
  observer.merged();
  observer.records('CREATED', 1);
  meter.record('RequestDuration', 4.25, 'submit');
};
const options = { namespace: 'EntityData', service: 'crm' };

const telling = measure(100_000, submit);
meter.take();
const writing = measure(20_000, () => {
  submit();
  embeddedMetricLines(meter.take(), options, Date.now(), { requestId: 'abcdefghijklmnop=' });
});
submit();
const [line] = embeddedMetricLines(meter.take(), options, Date.now(), { requestId: 'abcdefghijklmnop=' });
console.log(`telling of a submit: ${telling.toFixed(0)} ns`);
console.log(`telling and its line of ${line!.length} bytes: ${(writing / 1_000).toFixed(1)} µs`);
