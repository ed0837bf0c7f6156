import '../shared.ts';
import { useRef } from 'react';
import { entityCountText, type SearchResult } from '../../../../src/graphql/queries.ts';
import { valuesFrom } from '../api/record-values.ts';
import { Icon } from '../parts/icon.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { addressOf } from '../place.ts';
import { useRequest } from '../use-request.ts';
import { useDeployment } from '../with-deployment.tsx';
import { FoundEntityCard } from './found-entity.tsx';
import { Incomplete } from './incomplete.tsx';
import { NoResults } from './no-results.tsx';
import { type FoundEntity, search } from './search.ts';
import { SearchForm } from './search-form.tsx';

const fieldPrefix = 'f.';

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
    const question = {
      parameters: valuesFrom(typed, records.searchFields),
      searchRules: rules,
      after: query.get('after') ?? undefined,
    };
    return { query, result: await search(question, records.selection, signal) };
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

const isEmpty = ({ totalCount, pageInfo }: SearchResult<FoundEntity>) =>
  totalCount === 0 && pageInfo.endCursor === null;

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
  readonly result: SearchResult<FoundEntity>;
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
