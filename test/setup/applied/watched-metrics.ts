import { region } from './emulated-aws.ts';
import { elementsAt, parseXml, textAt, type XmlElement } from './xml.ts';

/** A metric as an alarm or a graph names it. */
export interface WatchedMetric {
  /** Which alarm, or which graph of the dashboard. */
  readonly by: string;
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  /** Dimensions that a search leaves open: any value is shown. */
  readonly open: readonly string[];
}

/** An alarm as it stands in an AWS-compatible endpoint. */
export interface AppliedAlarm {
  readonly name: string;
  readonly description: string;
  /** ARNs that are told when it goes off, and when it is over. */
  readonly actions: readonly string[];
  readonly okActions: readonly string[];
  readonly metrics: readonly WatchedMetric[];
}

async function query(awsUrl: string, action: string, parameters: Record<string, string>): Promise<XmlElement> {
  const response = await fetch(awsUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/monitoring/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: new URLSearchParams({ Action: action, Version: '2010-08-01', ...parameters }).toString(),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 500)}`);
  return elementsAt(parseXml(text), `${action}Response`, `${action}Result`)[0]!;
}

const dimensionsOf = (element: XmlElement): Record<string, string> =>
  Object.fromEntries(
    elementsAt(element, 'Dimensions', 'member').map((one) => [textAt(one, 'Name') ?? '', textAt(one, 'Value') ?? '']),
  );

export async function appliedAlarms(awsUrl: string, prefix: string): Promise<AppliedAlarm[]> {
  const answer = await query(awsUrl, 'DescribeAlarms', { AlarmNamePrefix: `${prefix}-`, MaxRecords: '100' });
  return elementsAt(answer, 'MetricAlarms', 'member').map((alarm) => {
    const name = textAt(alarm, 'AlarmName') ?? '';
    const by = `alarm ${name}`;
    const metricOf = (one: XmlElement): WatchedMetric => ({
      by,
      namespace: textAt(one, 'Namespace') ?? '',
      name: textAt(one, 'MetricName') ?? '',
      dimensions: dimensionsOf(one),
      open: [],
    });
    const queries = elementsAt(alarm, 'Metrics', 'member', 'MetricStat', 'Metric');
    const texts = (...path: string[]) => elementsAt(alarm, ...path, 'member').map(({ text }) => text.trim());
    return {
      name,
      description: textAt(alarm, 'AlarmDescription') ?? '',
      actions: texts('AlarmActions'),
      okActions: texts('OKActions'),
      metrics: queries.length > 0 ? queries.map(metricOf) : [metricOf(alarm)],
    };
  });
}

interface Widget {
  readonly properties: { readonly title: string; readonly metrics: readonly (readonly unknown[])[] };
}

/** What the graphs of a dashboard show. */
export async function metricsOfDashboard(awsUrl: string, name: string): Promise<WatchedMetric[]> {
  const answer = await query(awsUrl, 'GetDashboard', { DashboardName: name });
  const { widgets } = JSON.parse(textAt(answer, 'DashboardBody') ?? '{"widgets":[]}') as { widgets: Widget[] };
  return widgets.flatMap(({ properties }) =>
    properties.metrics.map((metric): WatchedMetric => {
      const by = `graph ${properties.title}`;
      const [first] = metric;
      if (typeof first !== 'string') return searched(by, (first as { expression: string }).expression);
      const [namespace, metricName, ...pairs] = metric as string[];
      const dimensions: Record<string, string> = {};
      for (let index = 0; index < pairs.length; index += 2) dimensions[pairs[index]!] = pairs[index + 1]!;
      return { by, namespace: namespace!, name: metricName!, dimensions, open: [] };
    }),
  );
}

/** `SEARCH('{Namespace,dimension,…} MetricName="…" dimension="…"', 'Sum')` */
function searched(by: string, expression: string): WatchedMetric {
  const [, schema = '', filter = ''] = /^SEARCH\('\{([^}]*)\} ([^']*)', '\w+'\)$/.exec(expression) ?? [];
  const [namespace = '', ...names] = schema.split(',');
  const given = Object.fromEntries([...filter.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));
  const { MetricName = '', ...dimensions } = given;
  return { by, namespace, name: MetricName, dimensions, open: names.filter((name) => !(name in dimensions)) };
}

/** A metric as a function emits it. */
export interface EmittedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  /** The greatest of the numbers that were told at once. */
  readonly greatest: number;
}

/** The metrics that CloudWatch makes of the lines of a log. */
export function emittedMetrics(log: string): EmittedMetric[] {
  return log.split('\n').flatMap((line) => {
    if (!line.includes('"_aws"')) return [];
    const values = JSON.parse(line) as Record<string, unknown> & { _aws: { CloudWatchMetrics: Directive[] } };
    return values._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
      Metrics.flatMap(({ Name }) => {
        // CloudWatch drops a line whose values are not where its directives say.
        const numbers = values[Name] as number | number[] | undefined;
        if (numbers === undefined) return [];
        return Dimensions.map((names) => ({
          namespace: Namespace,
          name: Name,
          dimensions: Object.fromEntries(names.map((name) => [name, String(values[name])])),
          greatest: Array.isArray(numbers) ? Math.max(...numbers) : numbers,
        }));
      }),
    );
  });
}

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string }[];
}
