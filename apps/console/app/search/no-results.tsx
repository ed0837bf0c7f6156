import { ask } from '../api/graphql.ts';
import { Empty } from '../parts/empty.tsx';
import { useRequest } from '../use-request.ts';

/** What stands where results will be: how to search, or how to get something to search for; or that nothing was found. */
export function NoResults({ isAsked }: { readonly isAsked: boolean }) {
  const { value } = useRequest('records', async (signal) => {
    const { metrics } = await ask<{ readonly metrics: { readonly recordCount: number } }>(
      '{ metrics { recordCount } }',
      {},
      signal,
    );
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
