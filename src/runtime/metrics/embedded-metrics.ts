import type { Meter, Series } from './meter.ts';
import { deploymentDimension } from './metric-names.ts';

export interface EmbeddedMetricsOptions {
  readonly namespace: string;
  /** The deployment: the value of the dimension that every metric has. */
  readonly service: string;
}

/** The most numbers of one metric in a line of the format. */
const NUMBERS_OF_A_LINE = 100;

type Line = Record<string, unknown>;

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: string[][];
  readonly Metrics: { readonly Name: string; readonly Unit: string }[];
}

/**
 * Writes series in CloudWatch's embedded metric format. CloudWatch extracts metrics from the log, so a function needs no
 * call, permission or waiting time. A line contains one value of each metric and dimension; others go into more lines.
 *
 * Format: "Specification: Embedded metric format" of the Amazon CloudWatch user guide.
 *
 * @param timestamp milliseconds since 1970
 * @param fields further fields of the lines, such as the request id; neither metrics nor dimensions
 */
export function embeddedMetricLines(
  series: readonly Series[],
  { namespace, service }: EmbeddedMetricsOptions,
  timestamp: number,
  fields: Readonly<Record<string, unknown>> = {},
): string[] {
  const lines: { values: Line; directives: Map<string, Directive> }[] = [];
  for (const one of series.flatMap(fitting)) {
    const { metric, definition, value } = one;
    const { by } = definition;
    let line = lines.find(
      ({ values }) => !(metric in values) && (by === undefined || values[by] === undefined || values[by] === value),
    );
    if (line === undefined) {
      line = { values: { [deploymentDimension]: service }, directives: new Map() };
      lines.push(line);
    }
    if (by !== undefined) line.values[by] = value;
    line.values[metric] = numbersOf(one);
    const sets = by === undefined ? [[deploymentDimension]] : [[deploymentDimension, by]];
    if (by !== undefined && definition.total === true) sets.push([deploymentDimension]);
    const shape = sets.join(';');
    let directive = line.directives.get(shape);
    if (directive === undefined) {
      directive = { Namespace: namespace, Dimensions: sets, Metrics: [] };
      line.directives.set(shape, directive);
    }
    directive.Metrics.push({ Name: metric, Unit: definition.unit });
  }
  return lines.map(({ values, directives }) =>
    JSON.stringify({
      ...fields,
      ...values,
      _aws: { Timestamp: timestamp, CloudWatchMetrics: [...directives.values()] },
    }),
  );
}

/** Splits a series with too many numbers for a line. */
function fitting(one: Series): Series | Series[] {
  const { samples } = one;
  if (samples.length <= NUMBERS_OF_A_LINE) return one;
  const starts = Array.from({ length: Math.ceil(samples.length / NUMBERS_OF_A_LINE) }, (_, i) => i * NUMBERS_OF_A_LINE);
  return starts.map((start) => ({ ...one, samples: samples.slice(start, start + NUMBERS_OF_A_LINE) }));
}

function numbersOf({ definition, sum, samples }: Series): number | readonly number[] {
  if (definition.kind === 'sum') return sum;
  return samples.length === 1 ? samples[0]! : samples;
}

/** Writes the sums of the meter. A function does so at the end of every call, before Lambda freezes it. */
export type PublishMetrics = (fields?: Readonly<Record<string, unknown>>) => void;

export function createPublisher(
  meter: Meter,
  options: EmbeddedMetricsOptions,
  write: (line: string) => void,
  now: () => number = Date.now,
): PublishMetrics {
  return (fields) => {
    for (const line of embeddedMetricLines(meter.take(), options, now(), fields)) write(line);
  };
}
