import { number } from '../statistics/numbers.ts';
import type { ChangeReport as Report } from './rule-change.ts';

/** What a change does to stored data, in numbers. */
export function ChangeReport({ report, problemCount }: { readonly report: Report; readonly problemCount: number }) {
  const { records, recordsTouched } = report;
  const share = records === 0 ? 0 : (100 * recordsTouched) / records;
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['Entities', `${number(report.entitiesBefore)} become ${number(report.entitiesAfter)}`],
    ['Unchanged', number(report.unchanged)],
    ['Merging', number(report.merging)],
    ['Splitting', number(report.splitting)],
    ['Both', number(report.both)],
    [
      'Records touched',
      `${number(recordsTouched)} of ${number(records)} (${share.toFixed(share > 0 && share < 1 ? 2 : 0)} %)`,
    ],
    ['Largest changed entity', `${number(report.largestEntity)} records`],
    ['Over-frequent keys', number(report.overFrequentKeys)],
    ['Records not accepted', number(Math.max(report.refused, problemCount))],
  ];
  return (
    <>
      {report.isEstimate && <p className="hint">These numbers are bounds: no true number is worse.</p>}
      <dl className="change-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
