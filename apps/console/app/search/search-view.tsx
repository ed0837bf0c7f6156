import '../shared.ts';
import { useRef } from 'react';
import { recordCountQuery } from '../../../../src/graphql/queries/metrics.generated.ts';
import {
  type FoundEntity,
  type IncompleteRules,
  type SearchResult,
  searchQuery,
} from '../../../../src/graphql/queries/search.generated.ts';
import { entityCountText, selecting } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import { titleOf, valuesFrom } from '../api/record-values.ts';
import { Icon } from '../parts/icon.tsx';
import { EntityID, RuleChip, Score } from '../parts/marks.tsx';
import { Empty, Loading, Problems } from '../parts/states.tsx';

import { RecordTable } from '../parts/tables.tsx';

import { addressOf } from '../place.ts';
import { useRequest } from '../use-request.ts';
import { useDeployment } from '../with-deployment.tsx';
import { SearchForm } from './search-form.tsx';

/** So many records show what an entity is; its own view has them all. */
const shownRecords = 4;

function FoundEntityCard({ entity: { id, hits, hitScore, records } }: { readonly entity: FoundEntity }) {
  const { records: type } = useDeployment();
  const hit = records.find((record) => Object.hasOwn(hits, record.id)) ?? records[0];
  const rules = [...new Set(Object.values(hits).flat())];
  const title = hit === undefined ? id : titleOf(hit, type.fields);
  const more = records.length - shownRecords;
  return (
    <article className="panel card">
      <header className="card-head">
        <div>
          <h3>
            <a href={addressOf('entity', { id })}>{title}</a>
          </h3>
          <p className="card-about">
            {records.length === 1 ? '1 record' : `${records.length.toLocaleString('en')} records`} ·{' '}
            <EntityID id={id} />
          </p>
        </div>
        <Score label="Hit" value={hitScore} />
      </header>
      <p className="chips">
        <span className="chips-label">Found by</span>
        {rules.map((rule) => (
          <RuleChip key={rule} rule={rule} />
        ))}
      </p>
      <RecordTable caption={`Records of ${title}`} records={records.slice(0, shownRecords)} fields={type.fields} />
      {more > 0 && (
        <p className="card-more">
          <a href={addressOf('entity', { id })}>
            {more === 1 ? 'and 1 more record' : `and ${more.toLocaleString('en')} more records`}
          </a>
        </p>
      )}
    </article>
  );
}

const fieldPrefix = 'f.';
/** Entities of a page. */
const pageSize = 10;

/** Searches by fields; what was asked stands in the address. */
export function SearchView({ query }: { readonly query: URLSearchParams }) {
  const { records, searchRules } = useDeployment();
  const typed = new Map(
    [...query].flatMap(([key, value]) =>
      key.startsWith(fieldPrefix) ? [[key.slice(fieldPrefix.length), value] as const] : [],
    ),
  );
  const rules = query.get('rules') ?? undefined;
  const isAsked = typed.size > 0;
  const found = useRequest(isAsked ? query.toString() : undefined, async (signal) => {
    const input = {
      first: pageSize,
      parameters: valuesFrom(typed, records.searchFields),
      searchRules: rules,
      after: query.get('after') ?? undefined,
    };
    const page = selecting(searchQuery, `{ ${records.selection} }`);
    return { query, result: (await ask(page, { input, edges: false }, signal)).search };
  });
  // That nothing was found before says nothing about what is being searched.
  const isShown = found.value !== undefined && !(found.isLoading && isEmpty(found.value.result));
  return (
    <div className="columns is-search">
      <SearchForm
        asked={firstPageOf(query).toString()}
        typed={typed}
        rules={rules}
        fields={records.searchFields}
        ruleSets={searchRules}
        onSearch={(texts, chosen) => {
          const next = new URLSearchParams();
          for (const [name, text] of texts) if (text.trim() !== '') next.set(fieldPrefix + name, text.trim());
          if (chosen !== undefined) next.set('rules', chosen);
          // An address that is open already brings nothing about, and there may be new records.
          if (next.toString() === query.toString()) found.repeat();
          else window.location.hash = addressOf('search', next);
        }}
      />
      <section className="results" aria-label="Results" aria-busy={found.isLoading}>
        {!isAsked && <NoResults isAsked={false} />}
        {found.problems !== undefined && <Problems problems={found.problems} onRepeat={found.repeat} />}
        {found.isLoading && !isShown && <Loading what="entities" lines={6} />}
        {isAsked && isShown && <Results {...found.value!} />}
      </section>
    </div>
  );
}

const pageOf = (query: URLSearchParams) => Math.max(1, Number(query.get('page')) || 1);

const isEmpty = ({ totalCount, pageInfo }: SearchResult) => totalCount === 0 && pageInfo.endCursor === null;

function firstPageOf(query: URLSearchParams): URLSearchParams {
  const first = new URLSearchParams(query);
  for (const key of ['page', 'after']) first.delete(key);
  return first;
}

/** The address of the page that begins after the cursor; of the first page without one. */
function pageAddress(query: URLSearchParams, cursor?: string): string {
  const next = firstPageOf(query);
  if (cursor !== undefined) {
    next.set('page', String(pageOf(query) + 1));
    next.set('after', cursor);
  }
  return addressOf('search', next);
}

interface ResultsProps {
  /** What the result answers. The address is already another while the next page loads. */
  readonly query: URLSearchParams;
  readonly result: SearchResult;
}

function Results({ query, result }: ResultsProps) {
  const { incomplete, entities, pageInfo, ...count } = result;
  const page = pageOf(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const { endCursor } = pageInfo;
  if (isEmpty(result))
    return incomplete.length === 0 ? <NoResults isAsked={true} /> : <Incomplete incomplete={incomplete} />;
  // Another page is read from its beginning.
  const turn = () => heading.current?.focus();
  return (
    <>
      <div className="results-count" role="status">
        <h2 ref={heading} tabIndex={-1}>
          {entityCountText(count)}
        </h2>
      </div>
      <Incomplete incomplete={incomplete} />
      <ol className="found">
        {entities.map((entity) => (
          <li key={entity.id}>
            <FoundEntityCard entity={entity} />
          </li>
        ))}
      </ol>
      {entities.length === 0 && <p>No entity is on this page, and more may follow.</p>}
      {(page > 1 || endCursor !== null) && (
        <nav className="pages" aria-label="Pages of results">
          {page > 1 && (
            <a className="button" href={pageAddress(query)} onClick={turn}>
              <Icon name="previous" /> First page
            </a>
          )}
          <span>Page {page}</span>
          {endCursor !== null && (
            <a className="button" href={pageAddress(query, endCursor)} onClick={turn}>
              Next page <Icon name="next" />
            </a>
          )}
        </nav>
      )}
    </>
  );
}

/** Says that a search left entities out, why, and which fields find them. */
function Incomplete({ incomplete }: { readonly incomplete: readonly IncompleteRules[] }) {
  if (incomplete.length === 0) return null;
  return (
    <div className="problems" role="status">
      {incomplete.map(({ rules, reason, atLeast, add }) => (
        <div key={`${reason} ${rules.join(' ')}`} className="problem">
          <Icon name="warning" />
          <div>
            <p className="problem-message">
              {rules.length === 1 ? 'Rule' : 'Rules'} {rules.join(', ')}: at least {atLeast.toLocaleString('en')}{' '}
              records share a value
              {reason === 'GENERIC' ? ', so it was not searched by.' : ', and only the first of them were looked at.'}
            </p>
            <p className="problem-hint">
              {add.length === 0
                ? 'Search by other fields to find the rest.'
                : `Fill in more of these fields to find the rest: ${add.join(', ')}.`}
            </p>
          </div>
        </div>
      ))}
    </div>
  );
}

/** What stands where results will be: how to search, or how to get something to search for; or that nothing was found. */
function NoResults({ isAsked }: { readonly isAsked: boolean }) {
  const { value } = useRequest('records', async (signal) => {
    const { metrics } = await ask(recordCountQuery, {}, signal);
    return metrics.recordCount;
  });
  if (value === 0) {
    return (
      <Empty icon="entity" title="No records yet">
        <p>Load some, for instance the made-up people that come with the service:</p>
        <pre>npx entity-data load examples/people/people.csv</pre>
        <p>A service that was started with --data-dir is found with the same --data-dir.</p>
      </Empty>
    );
  }
  if (isAsked) {
    return (
      <Empty icon="search" title="Nothing found">
        <p>No stored record satisfies a rule with these values.</p>
        <p>A rule needs all of its fields: fill in more of them, or try another rule set.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="search" title="Search by what you know">
      <p>
        Fill in some fields, misspelt or in another notation: entities with a record that satisfies a rule come back,
        the best first{value === undefined ? '' : `, out of ${value.toLocaleString('en')} records`}.
      </p>
    </Empty>
  );
}
