import { useRef } from 'react';
import type { SearchResult } from '../../../../src/graphql/queries/search-query.ts';
import { valuesFrom } from '../api/record-values.ts';
import { useDeployment } from '../deployment.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { addressOf } from '../place.ts';
import { useRequest } from '../use-request.ts';
import { FoundEntityCard } from './found-entity.tsx';
import { Incomplete } from './incomplete.tsx';
import { NoResults } from './no-results.tsx';
import { type FoundEntity, pageSize, search } from './search.ts';
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
  const page = Math.max(1, Number(query.get('page')) || 1);
  const isAsked = typed.size > 0;
  const found = useRequest(isAsked ? query.toString() : undefined, async (signal) =>
    search(
      { parameters: valuesFrom(typed, records.searchFields), searchRules: rules, page },
      records.selection,
      signal,
    ),
  );
  const pageAddress = (wanted: number) => {
    const next = new URLSearchParams(query);
    next.set('page', String(wanted));
    return addressOf('search', next);
  };
  return (
    <div className="columns is-search">
      <SearchForm
        asked={query.toString()}
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
        {found.isLoading && found.value === undefined && <Loading what="entities" lines={6} />}
        {isAsked && found.value !== undefined && <Results result={found.value} page={page} pageAddress={pageAddress} />}
      </section>
    </div>
  );
}

interface ResultsProps {
  readonly result: SearchResult<FoundEntity>;
  readonly page: number;
  readonly pageAddress: (page: number) => string;
}

function Results({ result: { totalCount, incomplete, entities }, page, pageAddress }: ResultsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (totalCount === 0)
    return incomplete.length === 0 ? <NoResults isAsked={true} /> : <Incomplete incomplete={incomplete} />;
  const pages = Math.ceil(totalCount / pageSize);
  // Another page is read from its beginning.
  const turn = () => heading.current?.focus();
  return (
    <>
      <div className="results-count" role="status">
        <h2 ref={heading} tabIndex={-1}>
          {totalCount === 1 ? '1 entity' : `${totalCount.toLocaleString('en')} entities`}
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
      {pages > 1 && (
        <nav className="pages" aria-label="Pages of results">
          {page > 1 && (
            <a className="button" href={pageAddress(page - 1)} onClick={turn}>
              <Icon name="previous" /> Previous
            </a>
          )}
          <span>
            Page {page} of {pages}
          </span>
          {page < pages && (
            <a className="button" href={pageAddress(page + 1)} onClick={turn}>
              Next <Icon name="next" />
            </a>
          )}
        </nav>
      )}
    </>
  );
}
