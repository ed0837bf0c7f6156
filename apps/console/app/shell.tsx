import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { configuration } from './api/configuration.ts';
import { dataName, onInstance } from './api/session.ts';
import { Icon } from './parts/icon.tsx';
import { loadStylesOf } from './parts/page-styles.ts';
import { Loading, Problems } from './parts/states.tsx';

import { addressOf, type Place, placeOf, type View, views } from './place.ts';
import { SignedInPerson } from './sign-in/sign-in-gate.tsx';
import { WithDeployment } from './with-deployment.tsx';

/** A view in a script of its own, which is loaded when the view is first shown. Says so if it cannot be loaded. */
function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
}

/** Browsers request a script that failed again only when the page is reloaded. */
const NotLoaded = () => (
  <Problems
    problems={[
      {
        message: 'The view could not be loaded.',
        hint: 'Check that the service is running, then reload the page.',
      },
    ]}
  />
);

let last: { readonly hash: string; readonly place: Place } | undefined;

/** The open view; updates when the address changes. */
function usePlace(): Place {
  return useSyncExternalStore(subscribe, present);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

function present(): Place {
  const { hash } = window.location;
  if (last?.hash !== hash) last = { hash, place: placeOf(hash) };
  return last.place;
}

/** Views that only some services have. */
const optional: readonly View[] = ['your-data'];

/** The views that this service has: those of a local service are not in a deployment. */
function viewsHere(): readonly View[] {
  const { pages } = configuration();
  return views.filter((view) => !optional.includes(view) || pages.includes(view));
}

// Views are loaded when they are opened; the page preloads the scripts of the first one.
const SearchView = loadedLater(async () => (await import('./search/search-view.tsx')).SearchView);
const EntityView = loadedLater(async () => (await import('./entity/entity-view.tsx')).EntityView);
const StatisticsView = loadedLater(async () => (await import('./statistics/statistics-view.tsx')).StatisticsView);
const ExplainView = loadedLater(async () => (await import('./explain/explain-view.tsx')).ExplainView);
const ReviewView = loadedLater(async () => (await import('./review/review-view.tsx')).ReviewView);
const RulesView = loadedLater(async () => (await import('./rules/rules-view.tsx')).RulesView);
const MetricsView = loadedLater(async () => (await import('./metrics/metrics-view.tsx')).MetricsView);
const YourDataView = loadedLater(async () => (await import('./your-data/your-data-view.tsx')).YourDataView);

const names: Readonly<Record<View, { readonly name: string; readonly about: string }>> = {
  search: { name: 'Search', about: 'Search by any known attribute.' },
  entity: { name: 'Entity', about: 'The records of an entity, and the rules that link them.' },
  explain: { name: 'Explain', about: 'Why two records belong to one entity, or do not.' },
  review: { name: 'Review', about: 'What people should look at, and what they decided.' },
  rules: { name: 'Rules', about: 'How far a change of the rules is, and a place to try rules on two records.' },
  'your-data': { name: 'Your data', about: 'From a file of your own to entities, on this machine.' },
  statistics: { name: 'Statistics', about: 'What a scan of all records found: entities, rules, fields and keys.' },
  metrics: { name: 'Metrics', about: 'What is stored, and the progress of a load.' },
};

/** Header, navigation and the open view. */
export function Shell() {
  const place = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, about } = names[place.view];
  const isFirst = useRef(true);
  const here = viewsHere();

  // Move focus and screen readers to the top of a new view, as on a new page.
  useEffect(() => {
    document.title = `${name} · Entity Data`;
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [name]);

  useLayoutEffect(() => loadStylesOf(place.view), [place.view]);

  const tabs = useRef<HTMLElement>(null);
  const { view } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has another tab
  useLayoutEffect(() => {
    const show = () => showCurrent(tabs.current);
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [view]);

  return (
    <>
      <button type="button" className="skip" onClick={() => heading.current?.focus()}>
        Skip to content
      </button>
      <header className="head">
        <a className="brand" href={addressOf('search')}>
          <img src="/console/icon.svg" alt="" width="28" height="28" />
          <span className="brand-words">
            <span>Entity Data</span>
            <DataName />
          </span>
        </a>
        <nav className="views" aria-label="Views" ref={tabs}>
          {here.map((view) => (
            <a key={view} href={addressOf(view)} aria-current={view === place.view ? 'page' : undefined}>
              <Icon name={view} />
              <span>{names[view].name}</span>
            </a>
          ))}
        </nav>
        <SignedInPerson />
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
          <LoadedView>
            <YourDataView />
          </LoadedView>
        ) : (
          <WithDeployment>
            <LoadedView>
              <OpenView place={place} />
            </LoadedView>
          </WithDeployment>
        )}
      </main>
    </>
  );
}

/** The name of the data that the page shows. */
function DataName() {
  const name = useSyncExternalStore(onInstance, dataName);
  return name === '' ? null : (
    <span className="data-name" title={name}>
      {name}
    </span>
  );
}

/** Scrolls the tabs, where they do not all fit, so that the one of the open view is in the middle. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (tabs == null || current == null) return;
  const { left, width } = current.getBoundingClientRect();
  tabs.scrollLeft += left + width / 2 - tabs.getBoundingClientRect().left - tabs.clientWidth / 2;
}

/** Waits for the script of a view. Whatever is around it keeps its requests. */
const LoadedView = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<Loading what="the view" lines={6} />}>{children}</Suspense>
);

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
    case 'review':
      return <ReviewView query={query} />;
    case 'rules':
      return <RulesView query={query} />;
    case 'statistics':
      return <StatisticsView />;
    case 'metrics':
      return <MetricsView />;
  }
}
