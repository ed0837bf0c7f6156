import '../shared.ts';
import { useCallback, useId, useRef, useState } from 'react';
import {
  type FoundStatistics,
  refreshStatisticsMutation,
  type Statistics,
  statisticsQuery,
} from '../../../../src/graphql/queries/statistics.generated.ts';
import { ask } from '../api/graphql.ts';
import { type Problem, problemsOf } from '../api/problem.ts';
import { EntityID, RuleChip } from '../parts/marks.tsx';
import { SizeTable } from '../parts/size-table.tsx';
import { Empty, Loading, Problems } from '../parts/states.tsx';
import { FirstOf, TableHead } from '../parts/tables.tsx';

import { addressOf } from '../place.ts';
import { usePolling } from '../use-polling.ts';
import { FieldTable, WideTable } from './field-table.tsx';
import { number, percent } from './numbers.ts';

/** Milliseconds from one answer to the next request, while a scan is under way. */
const pollInterval = 2000;

interface State {
  readonly statistics?: Statistics;
  readonly problems?: readonly Problem[];
}

/** The statistics, read again while a scan is under way and the page is visible, and how to ask for a scan. */
function useStatistics() {
  const [state, setState] = useState<State>({});
  const [isAsking, setAsking] = useState(false);
  const [round, setRound] = useState(0);
  // An answer to a question that was sent before a scan was asked for would show the state before it.
  const refreshes = useRef(0);
  const isCounting = state.statistics?.scan != null;

  const read = async (signal: AbortSignal) => {
    const before = refreshes.current;
    try {
      const { statistics } = await ask(statisticsQuery, {}, signal);
      if (!signal.aborted && before === refreshes.current) setState({ statistics });
    } catch (error) {
      if (!signal.aborted) setState((last) => ({ ...last, problems: problemsOf(error) }));
    }
  };
  usePolling(read, isCounting ? pollInterval : undefined, round);

  const refresh = useCallback(async () => {
    refreshes.current += 1;
    setAsking(true);
    try {
      setState(await ask(refreshStatisticsMutation, {}));
    } catch (error) {
      setState((last) => ({ ...last, problems: problemsOf(error) }));
    } finally {
      setAsking(false);
    }
  }, []);
  const repeat = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, refresh, isAsking, repeat };
}

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

type Sizes = FoundStatistics['sizes'];

/** How many entities of each size there are, up to the largest. */
function SizeHistogram({ sizes }: { readonly sizes: Sizes }) {
  const shown = sizes.slice(0, sizes.findLastIndex(({ entities }) => entities > 0) + 1);
  return (
    <section className="panel histogram" aria-labelledby="statistics-sizes">
      <h2 id="statistics-sizes">Entities by number of records</h2>
      <SizeTable rows={shown.map((range) => ({ records: rangeText(range), entities: range.entities }))} />
    </section>
  );
}

function rangeText({ from, to }: Sizes[number]): string {
  if (to === null) return `over ${number(from - 1)}`;
  return from === to ? number(from) : `${number(from)}–${number(to)}`;
}

interface Listed {
  readonly entityID: string;
  readonly records: number;
}

interface EntityTableProps<Entity extends Listed> {
  readonly title: string;
  /** What an empty list says. */
  readonly none: string;
  readonly entities: readonly Entity[];
  /** A column more. */
  readonly figure?: { readonly name: string; readonly of: (entity: Entity) => string };
}

/** Entities with links to them. */
function EntityTable<Entity extends Listed>({ title, none, entities, figure }: EntityTableProps<Entity>) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {entities.length === 0 && <p>{none}</p>}
      {entities.length > 0 && (
        <FirstOf items={entities} name="entities" first={5}>
          {(shown) => (
            <table className="statistics-table">
              <TableHead columns={['Entity', ['Records'], ...(figure === undefined ? [] : [[figure.name] as const])]} />
              <tbody>
                {shown.map((entity) => (
                  <tr key={entity.entityID}>
                    <th scope="row">
                      <a href={addressOf('entity', { id: entity.entityID })}>
                        <EntityID id={entity.entityID} />
                      </a>
                    </th>
                    <td className="number">{entity.records > 10_000 ? 'over 10,000' : number(entity.records)}</td>
                    {figure !== undefined && <td className="number">{figure.of(entity)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </FirstOf>
      )}
    </section>
  );
}
