import '../shared.ts';
import type { FoundStatistics, Statistics } from '../../../../src/graphql/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { RuleChip } from '../parts/rule-chip.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { EntityTable } from './entity-table.tsx';
import { FieldTable } from './field-table.tsx';
import { number, percent } from './numbers.ts';
import { SizeHistogram } from './size-histogram.tsx';
import { useStatistics } from './use-statistics.ts';
import { WideTable } from './wide-table.tsx';

/** What the last scan found, and how far the scan under way is. */
export function StatisticsView() {
  const { statistics, problems, refresh, isAsking, repeat } = useStatistics();
  if (statistics === undefined) {
    return problems === undefined ? (
      <Loading what="the statistics" lines={6} />
    ) : (
      <Problems problems={problems} onRepeat={repeat} />
    );
  }
  const { scan, found } = statistics;
  const isCounting = scan !== null || isAsking;
  return (
    <div className="statistics">
      {problems !== undefined && <Problems problems={problems} />}
      <div className="statistics-head">
        <ScanState statistics={statistics} />
        <button
          type="button"
          className={found === null ? 'button is-main' : 'button'}
          aria-disabled={isCounting}
          onClick={isCounting ? undefined : () => void refresh()}
        >
          {scan !== null ? 'Counting …' : found === null ? 'Count the records' : 'Count again'}
        </button>
      </div>
      {found === null && scan === null && (
        <Empty icon="statistics" title="Nothing is counted yet">
          <p>A scan in the background reads all records. The service goes on meanwhile, and the result is kept.</p>
        </Empty>
      )}
      {found !== null && found.records === 0 && (
        <Empty icon="statistics" title="No records">
          <p>There were no records when the last scan read them. Load some, and count again.</p>
        </Empty>
      )}
      {found !== null && found.records > 0 && <Found found={found} />}
    </div>
  );
}

/** Milliseconds after which statistics are called old. */
const OLD = 7 * 24 * 3_600_000;

function ScanState({ statistics: { scan, found, areOfRulesInForce } }: { readonly statistics: Statistics }) {
  const isOld = found !== null && Date.now() - Date.parse(found.ended) > OLD;
  return (
    <div className="statistics-state" role="status">
      {scan !== null && <p>Counting: {number(scan.records)} records so far.</p>}
      {found !== null && (
        <p>
          Counted{' '}
          <time dateTime={found.ended} data-varies-time="">
            {new Date(found.ended).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
          : {number(found.records)} records, {number(found.entities)} entities.
        </p>
      )}
      {isOld && <p className="warning">The statistics are more than a week old.</p>}
      {found !== null && !areOfRulesInForce && (
        <p className="warning">Other rules came into force since. Values are shown after the next count.</p>
      )}
    </div>
  );
}

function Found({ found }: { readonly found: FoundStatistics }) {
  const { sizes, largest, lowestScores, bridged, ruleHits, fields, keys, overFrequentKeys, records, unjudged } = found;
  return (
    <>
      <SizeHistogram sizes={sizes} />
      <div className="statistics-columns">
        <EntityTable
          title="Largest entities"
          none="No entity has more than one record."
          entities={largest.filter((entity) => entity.records > 1)}
        />
        <EntityTable
          title="Lowest scores"
          none="Every link has the score 1."
          entities={lowestScores}
          figure={{ name: 'Score', of: ({ score }) => score.toFixed(2) }}
        />
        <EntityTable
          title="Held together by one link"
          none="No entity of several records on each side depends on one link."
          entities={bridged}
          figure={{ name: 'Would part', of: ({ bridged: side }) => number(side) }}
        />
        <section className="panel" aria-labelledby="statistics-rules">
          <h2 id="statistics-rules">Rules</h2>
          {ruleHits.length === 0 && <p>No rule links any records.</p>}
          {ruleHits.length > 0 && (
            <table className="statistics-table">
              <TableHead columns={['Rule', ['Pairs'], ['Entities']]} />
              <tbody>
                {ruleHits.map(({ rule, pairs, entities }) => (
                  <tr key={rule}>
                    <th scope="row">
                      <RuleChip rule={rule} />
                    </th>
                    <td className="number">{number(pairs)}</td>
                    <td className="number">{number(entities)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {unjudged > 0 && (
            <p className="statistics-note">
              Entities of more than 100 records are left out: there are {number(unjudged)}.
            </p>
          )}
        </section>
      </div>
      <FieldTable fields={fields} records={records} />
      <section className="panel" aria-labelledby="statistics-keys">
        <h2 id="statistics-keys">Keys</h2>
        <WideTable name="Table of the keys">
          <table className="statistics-table">
            <TableHead columns={['Rules', 'Kind', ['Records'], ['Different'], ['Over-frequent']]} />
            <tbody>
              {keys.map(({ rules, deciding, records: having, distinct }) => (
                <tr key={`${rules.join()} ${deciding} ${distinct}`}>
                  <th scope="row" className="statistics-chips">
                    {rules.map((rule) => (
                      <RuleChip key={rule} rule={rule} />
                    ))}
                  </th>
                  <td>{deciding ? 'exact' : 'blocking'}</td>
                  <td className="number">{percent(having, records)}</td>
                  <td className="number">about {number(distinct)}</td>
                  <td className="number">
                    {number(overFrequentKeys.find((other) => other.rules.join() === rules.join())?.keys ?? 0)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      </section>
    </>
  );
}
