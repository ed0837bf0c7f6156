import { useEffect, useRef } from 'react';
import { WithDeployment } from './deployment.tsx';
import { EntityView } from './entity/entity-view.tsx';
import { ExplainView } from './explain/explain-view.tsx';
import { MetricsView } from './metrics/metrics-view.tsx';
import { Icon } from './parts/icon.tsx';
import { addressOf, type Place, type View, views } from './place.ts';
import { RulesView } from './rules/rules-view.tsx';
import { SearchView } from './search/search-view.tsx';
import { usePlace } from './use-place.ts';
import { YourDataView } from './your-data/your-data-view.tsx';

const names: Readonly<Record<View, { readonly name: string; readonly about: string }>> = {
  search: { name: 'Search', about: 'Search by any known attribute.' },
  entity: { name: 'Entity', about: 'The records of an entity, and the rules that link them.' },
  explain: { name: 'Explain', about: 'Why two records belong to one entity, or do not.' },
  rules: { name: 'Rules', about: 'Try rules on two records. Nothing here is stored.' },
  'your-data': { name: 'Your data', about: 'From a file of your own to entities, on this machine.' },
  metrics: { name: 'Metrics', about: 'What is stored, and the progress of a load.' },
};

/** Header, navigation and the open view. */
export function Shell() {
  const place = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, about } = names[place.view];
  const isFirst = useRef(true);

  // Move focus and screen readers to the top of a new view, as on a new page.
  useEffect(() => {
    document.title = `${name} · Entity Data`;
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [name]);

  return (
    <>
      <button type="button" className="skip" onClick={() => heading.current?.focus()}>
        Skip to content
      </button>
      <header className="head">
        <a className="brand" href={addressOf('search')}>
          <img src="/console/icon.svg" alt="" width="28" height="28" />
          <span>Entity Data</span>
        </a>
        <nav className="views" aria-label="Views">
          {views.map((view) => (
            <a key={view} href={addressOf(view)} aria-current={view === place.view ? 'page' : undefined}>
              <Icon name={view} />
              <span>{names[view].name}</span>
            </a>
          ))}
        </nav>
        <a className="head-link" href="/graphiql">
          GraphiQL
        </a>
      </header>
      <main id="content">
        <div className="title">
          <h1 ref={heading} tabIndex={-1}>
            {name}
          </h1>
          <p>{about}</p>
        </div>
        {/* It works without a deployment to ask, and while the service goes over to another one. */}
        {place.view === 'your-data' ? (
          <YourDataView />
        ) : (
          <WithDeployment>
            <OpenView place={place} />
          </WithDeployment>
        )}
      </main>
    </>
  );
}

function OpenView({ place: { view, query } }: { readonly place: Place }) {
  switch (view) {
    case 'your-data':
      return null;
    case 'search':
      return <SearchView query={query} />;
    case 'entity':
      return <EntityView query={query} />;
    case 'explain':
      return <ExplainView query={query} />;
    case 'rules':
      return <RulesView query={query} />;
    case 'metrics':
      return <MetricsView />;
  }
}
